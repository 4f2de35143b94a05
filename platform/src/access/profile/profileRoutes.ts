import { UserProfile } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { ownApi } from '../../http/api/ownApi.ts';
import { maxPasswordLength } from '../../settings/passwordPolicy.ts';
import { usersThemselves } from '../accessRules.ts';
import { record, recordChange } from '../audit/record.ts';
import { authSettings } from '../configuration/authSettings.ts';
import { callerOf } from '../gateway.ts';
import { passwordDaysLeft } from '../passwords/passwordAge.ts';
import { verifyPassword } from '../passwords/passwords.ts';
import { revokeCredentials } from '../revokeCredentials.ts';
import type { User } from '../User.ts';
import { changeUser, findUser } from '../users.ts';
import { isUnlocked, ownSession, startSession, unlockSession } from './ownSession.ts';
import { checkPassword, requireReauthentication, requireUnlocked } from './reauthentication.ts';

const unlock = Type.Object({ password: Type.String({ maxLength: maxPasswordLength }) });
const change = Type.Object({
  email: Type.Optional(Type.String({ maxLength: 320 })),
  newPassword: Type.Optional(Type.String()),
  revokeTokens: Type.Optional(Type.Boolean()),
});

/** Adds the routes for the caller's own profile under `/ui/api/v1/ui/userProfile`. */
export async function profileRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Profile', access: usersThemselves });

  api.get(
    '/',
    { schema: { summary: "Returns the caller's profile.", response: { 200: UserProfile } } },
    (request) => profileOf(request),
  );

  api.post(
    '/',
    {
      schema: {
        summary: 'Unlocks the profile for 5 minutes of this session.',
        body: unlock,
        response: { 200: UserProfile },
      },
      config: { errors: { 403: ['NO_SESSION', 'REAUTHENTICATION_FAILED'] } },
    },
    async (request, reply) => {
      const session = await ownSession(request);
      if (!session) {
        throw new HttpError(
          403,
          'NO_SESSION',
          'Only a session can be unlocked. With a token, send the password in the X-JFrog-Reauthentication header of each call.',
        );
      }
      if (!session.hasPassword) {
        requireUnlocked(session);
        return profileOf(request);
      }
      await checkPassword(request, request.body.password);
      return render(await ownUser(request), await unlockSession(request, reply, session));
    },
  );

  api.put(
    '/',
    {
      schema: {
        summary: "Changes the caller's profile. Omitted fields do not change.",
        body: change,
        response: { 200: UserProfile },
      },
      config: {
        errors: {
          400: ['BAD_EMAIL', 'BAD_PASSWORD', 'SAME_PASSWORD'],
          403: ['REAUTHENTICATION_REQUIRED', 'PROFILE_LOCKED', 'PASSWORD_ELSEWHERE'],
        },
      },
    },
    async (request, reply) => {
      await requireReauthentication(request);
      const user = await ownUser(request);
      if (!user.profileUpdatable) {
        throw new HttpError(
          403,
          'PROFILE_LOCKED',
          "You can't change this profile. Ask an administrator to change it.",
        );
      }
      const { email, newPassword, revokeTokens } = request.body;
      if (email) checkEmail(email);
      if (newPassword !== undefined) await checkNewPassword(user, newPassword);
      const wanted = {
        ...(email === undefined ? {} : { email }),
        ...(newPassword === undefined ? {} : { password: newPassword }),
      };
      await changeAndStay(request, reply, user.name, wanted);
      if (newPassword !== undefined) await record(request, 'password-changed', 'In the profile');
      if (newPassword !== undefined && revokeTokens) await revokeCredentials(request, user.name);
      if (email !== undefined) await recordEmail(request, user.email, email);
      return profileOf(request);
    },
  );
}

async function recordEmail(request: FastifyRequest, before: string, after: string): Promise<void> {
  if (before === after) return;
  await recordChange(request, 'user-changed', 'email', {
    before: { email: before },
    after: { email: after },
  });
}

/** Changes the password, which ends all sessions, and creates a new session for the caller. */
export async function changeAndStay(
  request: FastifyRequest,
  reply: FastifyReply,
  userName: string,
  wanted: { email?: string; password?: string },
): Promise<void> {
  const session = callerOf(request).userName === userName ? await ownSession(request) : undefined;
  await changeUser(userName, wanted);
  if (session && wanted.password !== undefined)
    await startSession(request, reply, userName, session.remembered);
}

async function profileOf(request: FastifyRequest): Promise<UserProfile> {
  const session = await ownSession(request);
  return render(await ownUser(request), isUnlocked(session) ? session?.unlockedUntil : undefined);
}

async function ownUser(request: FastifyRequest): Promise<User> {
  const user = await findUser(callerOf(request).userName);
  if (!user) throw new HttpError(401, 'UNAUTHORIZED', 'This user no longer exists');
  return user;
}

function checkEmail(email: string): void {
  if (/^[^\s@]+@[^\s@]+$/.test(email)) return;
  throw new HttpError(
    400,
    'BAD_EMAIL',
    'Invalid email. Expected an address such as rosa@example.org, or an empty value.',
  );
}

async function checkNewPassword({ passwordHash }: User, password: string): Promise<void> {
  if (passwordHash === null) {
    throw new HttpError(
      403,
      'PASSWORD_ELSEWHERE',
      'This user has no local password. Change it at the identity provider.',
    );
  }
  if (password.length <= maxPasswordLength && (await verifyPassword(password, passwordHash))) {
    throw new HttpError(400, 'SAME_PASSWORD', 'The new password must differ from the old one.');
  }
}

function passwordOf(user: User): NonNullable<UserProfile['password']> {
  const validFor = passwordDaysLeft(user);
  return { minLength: authSettings().passwords.minLength, ...(validFor === undefined ? {} : { validFor }) };
}

function render(user: User, unlockedUntil: Date | undefined): UserProfile {
  return {
    user: {
      name: user.name,
      email: user.email,
      realm: user.realm,
      groups: user.groups,
      admin: user.admin,
      profileUpdatable: user.profileUpdatable,
      internalPasswordDisabled: user.passwordHash === null,
      ...(user.lastSignedIn ? { lastLoggedIn: user.lastSignedIn.toISOString() } : {}),
    },
    ...(user.passwordHash === null ? {} : { password: passwordOf(user) }),
    unlocked: unlockedUntil !== undefined,
    ...(unlockedUntil ? { unlockedUntil: unlockedUntil.toISOString() } : {}),
  };
}
