import type { MfaEnrolment, MfaState, RecoveryCodes } from '@lading/contract/rest';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { currentFooter } from '../../instance/footer.ts';
import { audit } from '../audit/audit.ts';
import { authSettings } from '../configuration/authSettings.ts';
import { authorise, callerOf, requireUser } from '../gateway.ts';
import { originOf } from '../origin.ts';
import { ownSession, stepUp } from '../profile/ownSession.ts';
import { requireFreshSession, requireReauthentication } from '../profile/reauthentication.ts';
import { hashSecret } from '../secrets.ts';
import { readSessionCookie } from '../sessionCookie.ts';
import { withinLimits } from '../signInLimits.ts';
import { requireUnlimited } from '../tokenRules.ts';
import type { User } from '../User.ts';
import { findUser, normalName } from '../users.ts';
import { codeGuess } from './codeGuess.ts';
import {
  beginEnrolment,
  confirmEnrolment,
  recoveryCodesLeft,
  removeSecondFactor,
  renewRecoveryCodes,
} from './secondFactor.ts';

const code = Type.Object({ otp: Type.String({ minLength: 1, maxLength: 64 }) });

/** One's own second factor, under `/ui/api/v1/access/mfa`: changed in a session, after showing the password again. */
export async function ownMfaRoutes(app: FastifyInstance): Promise<void> {
  app.addHook('preHandler', async (request) => {
    requireUser(callerOf(request));
    requireUnlimited(callerOf(request));
  });

  app.get('/', async (request): Promise<MfaState> => {
    const user = await ownUser(request);
    return {
      enrolled: user.mfaSince !== null,
      policy: authSettings().mfa,
      ...(user.mfaSince ? { since: user.mfaSince.toISOString() } : {}),
      recoveryCodesLeft: await recoveryCodesLeft(user.name),
    };
  });

  app.post('/enroll', async (request): Promise<MfaEnrolment> => {
    const holder = sessionOf(request);
    await requireReauthentication(request);
    const user = await ownUser(request);
    if (authSettings().mfa === 'off') {
      throw new HttpError(409, 'MFA_OFF', 'MFA is off on this server');
    }
    if (user.mfaSince !== null) {
      throw new HttpError(409, 'MFA_ENROLLED', 'MFA is already set up. Remove it first.');
    }
    const { serverName } = await currentFooter(app.settings);
    return beginEnrolment(holder, user.name, serverName, app.seal);
  });

  app.post<{ Body: Static<typeof code> }>(
    '/confirm',
    { schema: { body: code } },
    async (request, reply): Promise<RecoveryCodes> => {
      const holder = sessionOf(request);
      const { userName } = callerOf(request);
      const recoveryCodes = await withinLimits(await codeGuess(request, userName), () =>
        confirmEnrolment(holder, userName, request.body.otp, app.seal),
      );
      if (!recoveryCodes)
        throw new HttpError(400, 'BAD_OTP', 'Invalid code. Enter the current code from your device.');
      const session = await ownSession(request);
      if (session) await stepUp(request, reply, session.id);
      await audit(originOf(request), { event: 'mfa-enrolled', user: userName });
      return { recoveryCodes };
    },
  );

  app.post('/recoveryCodes', async (request): Promise<RecoveryCodes> => {
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
  });

  app.delete('/', async (request, reply) => {
    await requireReauthentication(request);
    if (authSettings().mfa === 'required') {
      throw new HttpError(409, 'MFA_REQUIRED', 'MFA is required on this server and cannot be removed');
    }
    const { userName } = callerOf(request);
    await removeSecondFactor(userName);
    await audit(originOf(request), { event: 'mfa-removed', user: userName });
    return reply.code(204).send();
  });
}

/** Under `/access/api/v1/mfa/{user}`: who has lost his device enrols anew. */
export async function mfaAdminRoutes(app: FastifyInstance): Promise<void> {
  app.delete<{ Params: { user: string } }>('/:user', async (request, reply) => {
    await authorise(callerOf(request), 'admin', 'system');
    await requireFreshSession(request);
    const user = normalName(request.params.user);
    if (!(await removeSecondFactor(user))) {
      throw new HttpError(404, 'MFA_NOT_ENROLLED', `User ${user} not found or has no MFA`);
    }
    await audit(originOf(request), { event: 'mfa-removed', user, by: callerOf(request).userName });
    return reply.code(204).send();
  });
}

/** A device is set up in the console alone. */
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
