import {
  ForgotPasswordRequest,
  MessageAnswer,
  ResetPasswordRequest,
  ValidatedKey,
} from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { ownApi } from '../../http/api/ownApi.ts';
import { everyone } from '../accessRules.ts';
import { audit } from '../audit/audit.ts';
import { authSettings } from '../configuration/authSettings.ts';
import { findMailedKey, newMailedKey, useMailedKey } from '../mail/mailedKeys.ts';
import { mailInForce, mailOff, sendMail } from '../mail/mailer.ts';
import { type Origin, originOf } from '../origin.ts';
import { countUse, networkOf } from '../rateLimits.ts';
import { revokeCredentials } from '../revokeCredentials.ts';
import type { User } from '../User.ts';
import { changeUser, checkPasswordRules, findUser, normalName } from '../users.ts';
import { usersByEmail } from './usersByEmail.ts';

const byKey = Type.Object({ key: Type.String({ minLength: 1, maxLength: 200 }) });
const tooMany = ['TOO_MANY_ATTEMPTS'];

const hour = 3600;
/**
 * Limits emails to one user, regardless of who requests them. More are not sent, without notice.
 */
const mailsToOne = { most: 3, within: hour };
const asksFromOne = { most: 20, within: hour };
const triesFromOne = { most: 60, within: hour };

/** Adds the routes for resetting a forgotten password by email, under `/ui/api/v1/ui/auth`. */
export async function recoveryRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Sign-in', access: everyone });

  api.post(
    '/forgotpassword',
    {
      schema: {
        summary:
          'Sends an email with a link that resets a password. The response does not reveal whether the user exists.',
        body: ForgotPasswordRequest,
        response: { 200: MessageAnswer },
      },
      config: { errors: { 409: ['MAIL_OFF'], 429: tooMany } },
    },
    async (request) => {
      const mail = await mailInForce();
      if (!mail) throw mailOff();
      await limit('forgot-from', request.ip, asksFromOne);
      const { user: typed } = request.body;
      const base = app.platform.publicUrl.current ?? mail.linkBase;
      const origin = originOf(request);
      app.afterwards('Password reset email', () => mailKeys(app, typed, base, origin));
      return { message: 'If this user exists and has an email address, you will receive an email' };
    },
  );

  api.post(
    '/validatetoken',
    {
      schema: {
        summary: 'Returns the user of a link that resets a password.',
        querystring: byKey,
        response: { 200: ValidatedKey },
      },
      config: { errors: { 401: ['BAD_KEY'], 429: tooMany } },
    },
    async (request) => {
      await limit('reset-from', request.ip, triesFromOne);
      const found = await findMailedKey('reset', request.query.key);
      if (!found) throw badKey();
      return { user: found.userName };
    },
  );

  api.post(
    '/resetpassword',
    {
      schema: {
        summary: 'Sets a new password with the key of an email.',
        querystring: byKey,
        body: ResetPasswordRequest,
        response: { 200: MessageAnswer },
      },
      config: { errors: { 400: ['BAD_PASSWORD'], 401: ['BAD_KEY'], 429: tooMany } },
    },
    async (request) => {
      await limit('reset-from', request.ip, triesFromOne);
      const { user: typed, password, revokeTokens } = request.body;
      const { key } = request.query;
      const found = await findMailedKey('reset', key);
      const user = found ? await findUser(found.userName) : undefined;
      if (!found || !user || !mayReset(user) || normalName(typed) !== user.name) throw badKey();
      // The email was sent to an address that is no longer the user's.
      if (found.email !== user.email) throw badKey();
      await checkPasswordRules(password, user.name);
      if (!(await useMailedKey('reset', key))) throw badKey();
      await changeUser(user.name, { password });
      if (revokeTokens) await revokeCredentials(request, user.name);
      await audit(originOf(request), { event: 'password-reset', user: user.name });
      return { message: 'Password changed' };
    },
  );
}

async function limit(
  what: string,
  address: string,
  allowed: { most: number; within: number },
): Promise<void> {
  if (await countUse(what, networkOf(address), allowed)) return;
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

/** Runs after the response, so that its duration does not reveal which users exist. */
async function mailKeys(app: FastifyInstance, typed: string, base: string, origin: Origin): Promise<void> {
  const named = await findUser(typed);
  const users = named ? [named] : typed.includes('@') ? await usersByEmail(typed) : [];
  for (const user of users) {
    if (!mayReset(user) || user.email === '') continue;
    if (!(await countUse('forgot-of', user.name, mailsToOne))) continue;
    const { resetMinutes } = authSettings();
    const { name: userName, email } = user;
    const key = await newMailedKey('reset', { userName, email }, resetMinutes * 60);
    await audit(origin, { event: 'password-forgotten', user: userName });
    const link = `${base}/ui/login/reset-password?key=${key}`;
    const text = [
      `A password reset for user ${userName} at ${base} was requested.`,
      `Open this URL within ${resetMinutes} minutes to set a new password:`,
      link,
      'The link works only once. If you did not request it, ignore this email. Your password does not change.',
    ].join('\n\n');
    await sendMail({ to: email, subject: 'Reset your password', text }, app.seal);
  }
}

/** Whether the user has a local password and may change it. */
function mayReset(user: User): boolean {
  return user.enabled && user.profileUpdatable && user.passwordHash !== null;
}

function badKey(): HttpError {
  return new HttpError(401, 'BAD_KEY', 'The link is invalid, used, or expired. Request another email.');
}
