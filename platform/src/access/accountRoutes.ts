import type { ExpiredCredentials, RedirectAnswer } from '@lading/contract/rest';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../errors/HttpError.ts';
import { ownOrigin } from '../http/ownOrigin.ts';
import { longestPassword } from '../settings/passwordPolicy.ts';
import { audit } from './audit/audit.ts';
import { callerOfUser } from './authentication.ts';
import { currentUser } from './currentUser.ts';
import { finishSignIn, mayBeRemembered } from './finishSignIn.ts';
import { callerOf, requireUser } from './gateway.ts';
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
import { openWayOut } from './sso/wayOut.ts';
import { checkPasswordRules, normalName } from './users.ts';

const name = Type.String({ minLength: 1, maxLength: 256 });
const password = Type.String({ maxLength: longestPassword });
/** `type` is part of the call and has one value, `login`. */
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
/** Which login sent the person here: the rules are the same for both. */
const fromLogin = Type.Object({
  prefix: Type.Optional(Type.Union([Type.Literal('ui'), Type.Literal('access')])),
});
const redirect = Type.Object({ redirectTo: Type.String({ maxLength: 8192 }) });

const codeWanted = 'A password alone is not enough for this user. Enter the MFA code too.';

type Remember = Static<typeof remember>;

/** What the browser does around signing in, under `/ui/api/v1`. */
export async function accountRoutes(app: FastifyInstance): Promise<void> {
  app.post<{ Body: Static<typeof login>; Querystring: Remember }>(
    '/ui/auth/login',
    { schema: { body: login, querystring: remember } },
    (request, reply) => signIn(request, reply, request.body.user, 'CREDENTIALS_EXPIRED'),
  );

  app.post<{ Body: Static<typeof accessLogin>; Querystring: Remember }>(
    '/access/auth/login',
    { schema: { body: accessLogin, querystring: remember } },
    (request, reply) => signIn(request, reply, request.body.username, 'PASSWORD_EXPIRED'),
  );

  app.get('/ui/auth/current', async (request) => {
    const caller = callerOf(request);
    if (!app.settings.anonymousAccess) requireUser(caller);
    return currentUser(caller, app.settings, { unlocked: isUnlocked(await ownSession(request)) });
  });

  app.post('/ui/auth/logout', async (request, reply) => {
    const session = readSessionCookie(request);
    if (session !== undefined) {
      await openWayOut(request, reply, session);
      await endSession(session);
    }
    const { kind, userName } = callerOf(request);
    if (kind === 'user') await audit(originOf(request), { event: 'sign-out', user: userName });
    clearSessionCookie(request, reply);
    return {};
  });

  app.post<{ Body: Static<typeof change>; Querystring: Static<typeof fromLogin> }>(
    '/ui/auth/changePassword',
    { schema: { body: change, querystring: fromLogin } },
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
      // Who is in a session has shown the second factor there; a password alone changes nothing and ends nobody's sessions.
      const inSession = caller.via === 'session' && caller.userName === user.name;
      const byCode = !inSession && mfaStatusOf(user) === 'VERIFY';
      if (byCode) {
        if (otp === undefined) throw new HttpError(403, 'OTP_REQUIRED', codeWanted);
        // A code works once: none is used up for a password that cannot be.
        await checkPasswordRules(newPassword1, user.name);
        await takeCode(request, user.name, otp);
      }
      await changeAndStay(request, reply, user.name, { password: newPassword1 });
      if (revokeTokens) await revokeCredentials(request, user.name);
      await audit(originOf(request), { event: 'password-changed', user: user.name });
      // All that a sign-in asks for was shown, and the code holds no more.
      if (byCode && !user.disableUiAccess) {
        const how = 'with a password and a second factor';
        await finishSignIn(request, reply, user.name, { remembered: false, how });
      }
      return {};
    },
  );

  app.get<{ Querystring: Static<typeof redirect> }>(
    '/ui/auth/redirect',
    { schema: { querystring: redirect } },
    async (request): Promise<RedirectAnswer> => ({
      url: ownPath(request.query.redirectTo, ownOrigin(request)),
    }),
  );
}

async function signIn(
  request: FastifyRequest<{ Body: { password: string }; Querystring: Remember }>,
  reply: FastifyReply,
  typedName: string,
  expired: ExpiredCredentials['code'],
) {
  const origin = await placedOrigin(request, normalName(typedName));
  const user = await userByPassword(typedName, request.body.password, origin, 'follows');
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
  const remembered = mayBeRemembered() && (request.query._spring_security_remember_me ?? false);
  const mfaStatus = mfaStatusOf(user);
  if (mfaStatus !== 'NONE') {
    await beginPending(request, reply, user.name, remembered);
    await audit(originOf(request), { event: 'mfa-asked', user: user.name });
    return pendingUser(user, mfaStatus);
  }
  await finishSignIn(request, reply, user.name, { remembered, how: 'with a password' });
  return currentUser(callerOfUser(user, 'session'), request.server.settings, { user });
}
