import type { ExpiredCredentials } from '@lading/contract/rest';
import { RedirectAnswer, UserData } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../errors/HttpError.ts';
import { emptyObject, ownApi } from '../http/api/ownApi.ts';
import { ownOrigin } from '../http/ownOrigin.ts';
import { maxPasswordLength } from '../settings/passwordPolicy.ts';
import { consoleUsers, everyone } from './accessRules.ts';
import { audit } from './audit/audit.ts';
import { callerOfUser } from './authentication.ts';
import { currentUser } from './currentUser.ts';
import { finishSignIn, mayBeRemembered } from './finishSignIn.ts';
import { callerOf } from './gateway.ts';
import { placedOrigin } from './knownPlaces.ts';
import { takeCode } from './mfa/codeGuess.ts';
import { mfaStatusOf, pendingUser } from './mfa/mfaStatus.ts';
import { beginPending } from './mfa/pendingSignIns.ts';
import { originOf } from './origin.ts';
import { isUnlocked, ownSession } from './profile/ownSession.ts';
import { changeAndStay } from './profile/profileRoutes.ts';
import { ownPath } from './redirect.ts';
import { revokeCredentials } from './revokeCredentials.ts';
import { clearSessionCookie, readSessionCookie } from './sessionCookie.ts';
import { endSession } from './sessions.ts';
import { userByPassword } from './signIn.ts';
import { beginProviderSignOut } from './sso/providerSignOut.ts';
import { checkPasswordRules, normalName } from './users.ts';

const name = Type.String({ minLength: 1, maxLength: 256 });
const password = Type.String({ maxLength: maxPasswordLength });
/** `type` is part of the call. Its only value is `login`. */
const type = Type.Optional(Type.String({ maxLength: 64 }));
const login = Type.Object({ user: name, password, type });
const accessLogin = Type.Object({ username: name, password, type });
const remember = Type.Object({ _spring_security_remember_me: Type.Optional(Type.Boolean()) });
const change = Type.Object({
  userName: name,
  oldPassword: password,
  newPassword1: Type.String(),
  newPassword2: Type.String(),
  revokeTokens: Type.Optional(Type.Boolean()),
  otp: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
});
/** The sign-in page that the user came from. The rules are the same for both. */
const fromLogin = Type.Object({
  prefix: Type.Optional(Type.Union([Type.Literal('ui'), Type.Literal('access')])),
});
const redirect = Type.Object({ redirectTo: Type.String({ maxLength: 8192 }) });

const codeWanted = 'A password alone is not enough for this user. Enter the MFA code too.';

const tooMany = ['TOO_MANY_ATTEMPTS'];
/** Errors of a sign-in. `expired` has its own body, `ExpiredCredentials`. */
const signInErrors = (expired: ExpiredCredentials['code']) => ({
  401: ['BAD_CREDENTIALS'],
  403: ['UI_ACCESS_DISABLED', expired],
  429: tooMany,
});

/** Adds the routes for sign-in and sign-out under `/ui/api/v1`. */
export async function accountRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Sign-in', access: everyone });

  api.post(
    '/ui/auth/login',
    {
      schema: {
        summary: 'Signs a user in with a password.',
        body: login,
        querystring: remember,
        response: { 200: UserData },
      },
      config: { errors: signInErrors('CREDENTIALS_EXPIRED') },
    },
    async (request, reply) => {
      const { user, password: typed } = request.body;
      const asked = { user, password: typed, remember: request.query._spring_security_remember_me };
      return signIn(request, reply, asked, 'CREDENTIALS_EXPIRED');
    },
  );

  api.post(
    '/access/auth/login',
    {
      schema: {
        summary: 'Signs a user in with a password.',
        body: accessLogin,
        querystring: remember,
        response: { 200: UserData },
      },
      config: { errors: signInErrors('PASSWORD_EXPIRED') },
    },
    async (request, reply) => {
      const { username: user, password: typed } = request.body;
      const asked = { user, password: typed, remember: request.query._spring_security_remember_me };
      return signIn(request, reply, asked, 'PASSWORD_EXPIRED');
    },
  );

  api.get(
    '/ui/auth/current',
    {
      schema: { summary: 'Returns the user of the session.', response: { 200: UserData } },
      config: { access: consoleUsers },
    },
    async (request) =>
      currentUser(callerOf(request), app.settings, { unlocked: isUnlocked(await ownSession(request)) }),
  );

  api.post(
    '/ui/auth/logout',
    { schema: { summary: 'Ends the session.', response: { 200: emptyObject } } },
    async (request, reply) => {
      const session = readSessionCookie(request);
      if (session !== undefined) {
        await beginProviderSignOut(request, reply, session);
        await endSession(session);
      }
      const { kind, userName } = callerOf(request);
      if (kind === 'user') await audit(originOf(request), { event: 'sign-out', user: userName });
      clearSessionCookie(request, reply);
      return {};
    },
  );

  api.post(
    '/ui/auth/changePassword',
    {
      schema: {
        summary: "Changes the user's own password, also an expired one.",
        body: change,
        querystring: fromLogin,
        response: { 200: emptyObject },
      },
      config: {
        errors: {
          400: ['PASSWORDS_DIFFER', 'SAME_PASSWORD', 'BAD_PASSWORD'],
          401: ['BAD_CREDENTIALS', 'BAD_OTP'],
          403: ['PROFILE_LOCKED', 'OTP_REQUIRED'],
          429: tooMany,
        },
      },
    },
    async (request, reply) => {
      const { userName, oldPassword, newPassword1, newPassword2, otp, revokeTokens } = request.body;
      if (newPassword1 !== newPassword2) {
        throw new HttpError(400, 'PASSWORDS_DIFFER', 'newPassword1 and newPassword2 must be the same.');
      }
      if (newPassword1 === oldPassword) {
        throw new HttpError(400, 'SAME_PASSWORD', 'The new password must differ from the old one.');
      }
      const user = await userByPassword(
        userName,
        oldPassword,
        await placedOrigin(request, normalName(userName)),
        'follows',
      );
      if (!user.profileUpdatable && !user.passwordExpired) {
        throw new HttpError(
          403,
          'PROFILE_LOCKED',
          "You can't change this password yourself. Ask an administrator to change it.",
        );
      }
      const caller = callerOf(request);
      // A session already passed MFA. Outside of a session, a password alone must not change
      // anything or end other sessions.
      const inSession = caller.via === 'session' && caller.userName === user.name;
      const byCode = !inSession && mfaStatusOf(user) === 'VERIFY';
      if (byCode) {
        if (otp === undefined) throw new HttpError(403, 'OTP_REQUIRED', codeWanted);
        // Check the password first. A code works only once, so it must not be used up by a rejected
        // password.
        await checkPasswordRules(newPassword1, user.name);
        await takeCode(request, user.name, otp);
      }
      await changeAndStay(request, reply, user.name, { password: newPassword1 });
      if (revokeTokens) await revokeCredentials(request, user.name);
      await audit(originOf(request), { event: 'password-changed', user: user.name });
      // Password and code were verified, so the user is signed in. The code is no longer valid for
      // another sign-in.
      if (byCode && !user.disableUiAccess) {
        const how = 'with a password and a second factor';
        await finishSignIn(request, reply, user.name, { remembered: false, how });
      }
      return {};
    },
  );

  api.get(
    '/ui/auth/redirect',
    {
      schema: {
        summary: 'Returns the path to open after the sign-in, on this origin.',
        querystring: redirect,
        response: { 200: RedirectAnswer },
      },
      config: { errors: { 400: ['BAD_REDIRECT'] } },
    },
    async (request) => ({ url: ownPath(request.query.redirectTo, ownOrigin(request)) }),
  );
}

interface AskedSignIn {
  user: string;
  password: string;
  remember: boolean | undefined;
}

async function signIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { user: typedName, password: typed, remember: wanted = false }: AskedSignIn,
  expired: ExpiredCredentials['code'],
) {
  const origin = await placedOrigin(request, normalName(typedName));
  const user = await userByPassword(typedName, typed, origin, 'follows');
  if (user.disableUiAccess) {
    throw new HttpError(
      403,
      'UI_ACCESS_DISABLED',
      `User ${user.name} has no access to the console. Use a token instead.`,
    );
  }
  if (user.passwordExpired) {
    const message = 'The password has expired. Change it to sign in.';
    await audit(originOf(request), { event: 'password-expired', outcome: 'failure', user: user.name });
    const answer: ExpiredCredentials = {
      code: expired,
      profileUpdatable: user.profileUpdatable,
      errors: [{ code: expired, message }],
    };
    return reply.code(403).send(answer);
  }
  const remembered = mayBeRemembered() && wanted;
  const mfaStatus = mfaStatusOf(user);
  if (mfaStatus !== 'NONE') {
    await beginPending(request, reply, user.name, remembered);
    await audit(originOf(request), { event: 'mfa-asked', user: user.name });
    return pendingUser(user, mfaStatus);
  }
  await finishSignIn(request, reply, user.name, { remembered, how: 'with a password' });
  return currentUser(callerOfUser(user, 'session'), request.server.settings, { user });
}
