import { MfaEnrolment, MfaVerified, MfaVerifyRequest } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { ownApi } from '../../http/api/ownApi.ts';
import { currentFooter } from '../../instance/footer.ts';
import { everyone } from '../accessRules.ts';
import { audit } from '../audit/audit.ts';
import { callerOfUser } from '../authentication.ts';
import { currentUser } from '../currentUser.ts';
import { finishSignIn } from '../finishSignIn.ts';
import { originOf } from '../origin.ts';
import { withinLimits } from '../signInLimits.ts';
import type { User } from '../User.ts';
import { findUser, normalName } from '../users.ts';
import { codeGuess, recordCode, wrongCode } from './codeGuess.ts';
import { countPendingAttempt, endPending, findPending, type PendingSignIn } from './pendingSignIns.ts';
import { beginEnrollment, checkSecondFactor, confirmEnrollment } from './secondFactor.ts';

const byUser = Type.Object({ user: Type.String({ minLength: 1, maxLength: 256 }) });
const notPendingErrors = { 403: ['MFA_NOT_PENDING'] };

/** Adds the MFA step of a sign-in under `/ui/api/v1`, for the browser that entered the password. */
export async function mfaRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Sign-in', access: everyone });
  for (const variant of ['ui', 'access']) {
    api.get(
      `/${variant}/auth/mfa/enroll/:user`,
      {
        schema: {
          summary: 'Begins the enrollment in MFA during a sign-in.',
          params: byUser,
          response: { 200: MfaEnrolment },
        },
        config: { errors: notPendingErrors },
      },
      async (request) => {
        const { pending, user } = await pendingOf(request, request.params.user);
        if (user.mfaSince !== null) throw notPending();
        const { serverName } = await currentFooter(app.settings);
        return beginEnrollment(pending.hash, user.name, serverName, app.seal);
      },
    );

    api.post(
      `/${variant}/auth/mfa/verify/:user`,
      {
        schema: {
          summary: 'Finishes a sign-in with an MFA code.',
          params: byUser,
          body: MfaVerifyRequest,
          response: { 200: MfaVerified },
        },
        config: { errors: { ...notPendingErrors, 401: ['BAD_OTP'], 429: ['TOO_MANY_ATTEMPTS'] } },
      },
      async (request, reply) => verify(request, reply, request.params.user, request.body.otp),
    );
  }

  async function verify(
    request: FastifyRequest,
    reply: FastifyReply,
    typed: string,
    otp: string,
  ): Promise<MfaVerified> {
    const { pending, user } = await pendingOf(request, typed);
    const verified = await withinLimits(await codeGuess(request, user.name), async () => {
      if (!(await countPendingAttempt(pending))) throw notPending();
      if (user.mfaSince === null) {
        const recoveryCodes = await confirmEnrollment(pending.hash, user.name, otp, app.seal);
        return recoveryCodes && { recoveryCodes };
      }
      const shown = await checkSecondFactor(user.name, otp, app.seal);
      return shown && { shown };
    });
    if (!verified) {
      const detail = user.mfaSince === null ? 'Invalid code from a new device' : undefined;
      throw await wrongCode(request, user.name, detail);
    }
    const { recoveryCodes, shown } = { recoveryCodes: undefined, shown: undefined, ...verified };
    if (!(await endPending(request, reply, pending))) throw notPending();
    if (recoveryCodes) await audit(originOf(request), { event: 'mfa-enrolled', user: user.name });
    else await recordCode(request, user.name, shown);
    const how = 'with a password and a second factor';
    await finishSignIn(request, reply, user.name, { remembered: pending.remembered, how });
    const signedIn = await currentUser(callerOfUser(user, 'session'), app.settings);
    return { ...signedIn, ...(recoveryCodes ? { recoveryCodes } : {}) };
  }
}

/** Returns the browser's pending sign-in. Throws `HttpError` 403 if this user has none. */
async function pendingOf(
  request: FastifyRequest,
  typed: string,
): Promise<{ pending: PendingSignIn; user: User }> {
  const pending = await findPending(request, normalName(typed));
  const user = pending ? await findUser(pending.userName) : undefined;
  if (!pending || !user) throw notPending();
  return { pending, user };
}

function notPending(): HttpError {
  return new HttpError(403, 'MFA_NOT_PENDING', 'No sign-in is waiting for an MFA code. Sign in again.');
}
