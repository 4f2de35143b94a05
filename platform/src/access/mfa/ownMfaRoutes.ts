import { MfaEnrolment, MfaState, MfaVerifyRequest, RecoveryCodes } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { noContent, ownApi } from '../../http/api/ownApi.ts';
import { currentFooter } from '../../instance/footer.ts';
import { administrators, usersThemselves } from '../accessRules.ts';
import { audit } from '../audit/audit.ts';
import { authSettings } from '../configuration/authSettings.ts';
import { callerOf } from '../gateway.ts';
import { originOf } from '../origin.ts';
import { ownSession, stepUp } from '../profile/ownSession.ts';
import { requireFreshSession, requireReauthentication } from '../profile/reauthentication.ts';
import { hashSecret } from '../secrets.ts';
import { readSessionCookie } from '../sessionCookie.ts';
import { withinLimits } from '../signInLimits.ts';
import type { User } from '../User.ts';
import { findUser, normalName } from '../users.ts';
import { codeGuess } from './codeGuess.ts';
import {
  beginEnrollment,
  confirmEnrollment,
  recoveryCodesLeft,
  removeSecondFactor,
  renewRecoveryCodes,
} from './secondFactor.ts';

const byUser = Type.Object({ user: Type.String({ minLength: 1, maxLength: 256 }) });
const reauthentication = ['REAUTHENTICATION_REQUIRED', 'REAUTHENTICATION_FAILED'];
const inSession = { 403: ['NO_SESSION', ...reauthentication] };

/**
 * Adds the routes for the caller's own MFA under `/ui/api/v1/access/mfa`. Changes require a session
 * and the password again.
 */
export async function ownMfaRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Profile', access: usersThemselves });

  api.get(
    '/',
    { schema: { summary: "Returns the state of the caller's MFA.", response: { 200: MfaState } } },
    async (request) => {
      const user = await ownUser(request);
      return {
        enrolled: user.mfaSince !== null,
        policy: authSettings().mfa,
        ...(user.mfaSince ? { since: user.mfaSince.toISOString() } : {}),
        recoveryCodesLeft: await recoveryCodesLeft(user.name),
      };
    },
  );

  await app.register(enrollmentRoutes);

  api.post(
    '/recoveryCodes',
    {
      schema: { summary: "Replaces the caller's recovery codes.", response: { 200: RecoveryCodes } },
      config: { errors: { 403: reauthentication, 409: ['MFA_NOT_ENROLLED'] } },
    },
    async (request) => {
      await requireReauthentication(request);
      const user = await ownUser(request);
      if (user.mfaSince === null) throw new HttpError(409, 'MFA_NOT_ENROLLED', 'MFA is not set up');
      const recoveryCodes = await renewRecoveryCodes(user.name);
      await audit(originOf(request), {
        event: 'mfa-enrolled',
        user: user.name,
        detail: 'Recovery codes replaced. The previous codes are no longer valid.',
      });
      return { recoveryCodes };
    },
  );

  api.delete(
    '/',
    {
      schema: { summary: "Removes the caller's MFA.", response: { 204: noContent } },
      config: { errors: { 403: reauthentication, 409: ['MFA_REQUIRED'] } },
    },
    async (request) => {
      await requireReauthentication(request);
      if (authSettings().mfa === 'required') {
        throw new HttpError(409, 'MFA_REQUIRED', 'MFA is required on this server and cannot be removed');
      }
      const { userName } = callerOf(request);
      await removeSecondFactor(userName);
      await audit(originOf(request), { event: 'mfa-removed', user: userName });
    },
  );
}

/** Adds the routes for setting up a device, in the console only. */
async function enrollmentRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Profile', access: usersThemselves });

  api.post(
    '/enroll',
    {
      schema: {
        summary: 'Begins the enrollment of the caller in MFA, or of another device of the caller.',
        response: { 200: MfaEnrolment },
      },
      config: { errors: { ...inSession, 409: ['MFA_OFF'] } },
    },
    async (request) => {
      const holder = sessionOf(request);
      await requireReauthentication(request);
      const user = await ownUser(request);
      if (authSettings().mfa === 'off') {
        throw new HttpError(409, 'MFA_OFF', 'MFA is off on this server');
      }
      const { serverName } = await currentFooter(app.settings);
      return beginEnrollment(holder, user.name, serverName, app.seal);
    },
  );

  api.post(
    '/confirm',
    {
      schema: {
        summary: 'Finishes the enrollment with a code of the new device, which replaces the previous one.',
        body: MfaVerifyRequest,
        response: { 200: RecoveryCodes },
      },
      config: { errors: { ...inSession, 400: ['BAD_OTP'], 429: ['TOO_MANY_ATTEMPTS'] } },
    },
    async (request, reply) => {
      const holder = sessionOf(request);
      const { userName } = callerOf(request);
      const { mfaSince } = await ownUser(request);
      const recoveryCodes = await withinLimits(await codeGuess(request, userName), () =>
        confirmEnrollment(holder, userName, request.body.otp, app.seal, true),
      );
      if (!recoveryCodes)
        throw new HttpError(400, 'BAD_OTP', 'Invalid code. Enter the current code from your device.');
      const session = await ownSession(request);
      if (session) await stepUp(request, reply, session.id);
      const detail = mfaSince === null ? {} : { detail: 'Device and recovery codes replaced' };
      await audit(originOf(request), { event: 'mfa-enrolled', user: userName, ...detail });
      return { recoveryCodes };
    },
  );
}

/**
 * Adds the routes under `/access/api/v1/mfa/{user}` for resetting the MFA of a user who lost the
 * device.
 */
export async function mfaAdminRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Users', access: administrators });

  api.delete(
    '/:user',
    {
      schema: { summary: 'Resets the MFA of a user.', params: byUser, response: { 204: noContent } },
      config: { errors: { 404: ['MFA_NOT_ENROLLED'] } },
    },
    async (request) => {
      await requireFreshSession(request);
      const user = normalName(request.params.user);
      if (!(await removeSecondFactor(user))) {
        throw new HttpError(404, 'MFA_NOT_ENROLLED', `User ${user} not found or has no MFA`);
      }
      await audit(originOf(request), { event: 'mfa-removed', user, by: callerOf(request).userName });
    },
  );
}

/** Requires a session, because devices are set up only in the console. */
function sessionOf(request: FastifyRequest): Buffer {
  const secret = callerOf(request).via === 'session' ? readSessionCookie(request) : undefined;
  if (secret !== undefined) return hashSecret(secret);
  throw new HttpError(403, 'NO_SESSION', 'MFA can be set up only in the console. Sign in there.');
}

async function ownUser(request: FastifyRequest): Promise<User> {
  const user = await findUser(callerOf(request).userName);
  if (!user) throw new HttpError(401, 'UNAUTHORIZED', 'This user no longer exists');
  return user;
}
