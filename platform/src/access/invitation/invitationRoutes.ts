import {
  Invitation,
  InvitationToken,
  InviteRequest,
  MessageAnswer,
  RegistrationRequest,
  RegistrationState,
  SetPasswordRequest,
} from '@lading/contract/schemas';
import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { ownApi } from '../../http/api/ownApi.ts';
import { administrators, everyone } from '../accessRules.ts';
import { audit } from '../audit/audit.ts';
import { authSettings } from '../configuration/authSettings.ts';
import { callerOf } from '../gateway.ts';
import { findMailedKey, type MailedKey, useMailedKey } from '../mail/mailedKeys.ts';
import { mailInForce, mailOff } from '../mail/mailer.ts';
import { originOf } from '../origin.ts';
import { requireFreshSession } from '../profile/reauthentication.ts';
import { countUse, networkOf } from '../rateLimits.ts';
import { usersByEmail } from '../recovery/usersByEmail.ts';
import { checkPasswordRules, checkUserName, createUser, findUser, normalName } from '../users.ts';
import { mailInvitation, nameOfAddress } from './invitations.ts';
import { joinGroups } from './joinGroups.ts';

const tooMany = ['TOO_MANY_ATTEMPTS'];
const hour = 3600;
const asksFromOne = { most: 20, within: hour };
const triesFromOne = { most: 60, within: hour };
const mailsToOne = { most: 3, within: hour };

/** Adds the invitation routes for administrators under `/access/api/v1/users/invite`. */
export async function inviteRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Users', access: administrators });

  api.post(
    '/',
    {
      schema: {
        summary: 'Invites a user by email.',
        body: InviteRequest,
        response: { 200: MessageAnswer },
      },
      config: {
        errors: {
          400: ['BAD_EMAIL', 'BAD_USER_NAME', 'GROUP_NOT_FOUND'],
          409: ['MAIL_OFF', 'USER_EXISTS'],
          502: ['MAIL_FAILED'],
        },
      },
    },
    async (request) => {
      await requireFreshSession(request);
      const { invited_email: typed, username, groups = [], source = '' } = request.body;
      const address = checkedAddress(typed);
      const mail = await mailInForce();
      if (!mail) throw mailOff();
      const userName = normalName(username ?? nameOfAddress(address));
      checkUserName(userName);
      if (await findUser(userName))
        throw new HttpError(409, 'USER_EXISTS', `User ${userName} already exists`);
      await checkGroups(groups);
      const by = callerOf(request).userName;
      const base = app.platform.publicUrl.current ?? mail.linkBase;
      await mailInvitation(app, { userName, email: address, groups, base, by });
      const detail = source === '' ? '' : `From ${source}`;
      await audit(originOf(request), { event: 'invited', user: userName, by, detail });
      return { message: 'Invitation sent' };
    },
  );
}

/** Adds the routes for invited and self-registered users under `/ui/api/v1/access/auth`. */
export async function invitationRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Sign-in', access: everyone });

  api.post(
    '/verifyToken',
    {
      schema: {
        summary: 'Returns the user of an invitation.',
        body: InvitationToken,
        response: { 200: Invitation },
      },
      config: { errors: { 401: ['BAD_INVITATION'], 429: tooMany } },
    },
    async (request) => {
      const { userName, email: address, expires } = await invitationOf(request, request.body.token);
      return { user: userName, email: address, expires };
    },
  );

  api.post(
    '/setPassword',
    {
      schema: {
        summary: 'Creates the invited user with a password.',
        body: SetPasswordRequest,
        response: { 200: MessageAnswer },
      },
      config: {
        errors: { 400: ['BAD_PASSWORD'], 401: ['BAD_INVITATION'], 409: ['USER_EXISTS'], 429: tooMany },
      },
    },
    async (request) => {
      const { token: key, password } = request.body;
      const found = await invitationOf(request, key);
      const { userName } = found;
      await checkPasswordRules(password, userName);
      if (await findUser(userName)) {
        throw new HttpError(
          409,
          'USER_EXISTS',
          `User ${userName} now exists. Sign in, or ask for another invitation.`,
        );
      }
      const used = await useMailedKey('invitation', key);
      if (!used) throw badInvitation();
      const user = await createUser(userName, { password, email: used.email });
      await joinGroups(user.name, used.data.groups);
      await audit(originOf(request), { event: 'invitation-accepted', user: userName });
      return { message: `Welcome, ${userName}. You can now sign in.` };
    },
  );

  await app.register(registrationRoutes);
}

/** Adds the self-registration routes. */
async function registrationRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Sign-in', access: everyone });

  api.get(
    '/register',
    { schema: { summary: 'Returns whether users can register.', response: { 200: RegistrationState } } },
    async () => ({ enabled: authSettings().registration.enabled }),
  );

  api.post(
    '/register',
    {
      schema: {
        summary: 'Sends an email with an invitation to users who can register.',
        body: RegistrationRequest,
        response: { 200: MessageAnswer },
      },
      config: {
        errors: { 400: ['BAD_EMAIL'], 403: ['REGISTRATION_OFF'], 409: ['MAIL_OFF'], 429: tooMany },
      },
    },
    async (request) => {
      const { enabled, domains, groups } = authSettings().registration;
      if (!enabled)
        throw new HttpError(
          403,
          'REGISTRATION_OFF',
          'Self-registration is off. Ask an administrator for an invitation.',
        );
      const address = checkedAddress(request.body.email);
      const mail = await mailInForce();
      if (!mail) throw mailOff();
      await limit('register-from', request, asksFromOne);
      const [, domain = ''] = address.toLowerCase().split('@');
      if (domains.length > 0 && !domains.some((known) => known.toLowerCase() === domain)) {
        throw new HttpError(
          400,
          'BAD_EMAIL',
          `Invalid email domain. Self-registration is limited to ${domains.join(', ')}.`,
        );
      }
      const userName = nameOfAddress(address);
      const base = app.platform.publicUrl.current ?? mail.linkBase;
      const origin = originOf(request);
      // Runs after the response, which does not depend on whether the user exists.
      app.afterwards('Registration email', async () => {
        if ((await findUser(userName)) || (await usersByEmail(address)).length > 0) return;
        if (!(await countUse('register-of', userName, mailsToOne))) return;
        await mailInvitation(app, { userName, email: address, groups, base, by: '' });
        await audit(origin, { event: 'registered', detail: `Email sent to ${address}` });
      });
      return { message: 'If this address can register, you will receive an email' };
    },
  );
}

async function invitationOf(request: FastifyRequest, key: string): Promise<MailedKey> {
  await limit('invitation-from', request, triesFromOne);
  const found = await findMailedKey('invitation', key);
  if (!found) throw badInvitation();
  return found;
}

async function limit(what: string, request: FastifyRequest, allowed: typeof asksFromOne): Promise<void> {
  if (await countUse(what, networkOf(request.ip), allowed)) return;
  throw new HttpError(
    429,
    'TOO_MANY_ATTEMPTS',
    'Too many attempts from this address. Try again in an hour.',
    undefined,
    {
      'retry-after': String(hour),
    },
  );
}

function checkedAddress(typed: string): string {
  const address = typed.trim();
  if (/^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+\.[^\s@<>,;:"()[\]\\.]+$/.test(address)) return address;
  throw new HttpError(
    400,
    'BAD_EMAIL',
    'Invalid email address. Expected an address such as rosa@example.org.',
  );
}

async function checkGroups(groups: readonly string[]): Promise<void> {
  const { rows } = await db().execute<{ name: string }>(sql`
    select name from groups where name in (select value from jsonb_array_elements_text(${JSON.stringify(groups)}::jsonb))`);
  const unknown = groups.filter((group) => !rows.some(({ name }) => name === group));
  if (unknown.length > 0)
    throw new HttpError(400, 'GROUP_NOT_FOUND', `Group ${unknown.join(', ')} not found`);
}

function badInvitation(): HttpError {
  return new HttpError(
    401,
    'BAD_INVITATION',
    'The invitation is invalid, used, or expired. Ask for another one.',
  );
}
