import { MailSettings, MailTest, ProviderTest } from '@lading/contract/schemas';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { optionalQuery } from '../../http/api/optional.ts';
import { noContent, type OwnApi, ownApi } from '../../http/api/ownApi.ts';
import { requireUnchanged, sendTag } from '../../http/entityTag.ts';
import { ownOrigin } from '../../http/ownOrigin.ts';
import { administrators } from '../accessRules.ts';
import { recordChange } from '../audit/record.ts';
import {
  lockStored,
  openSecret,
  readStored,
  recorded,
  removeStored,
  type Stored,
  writeStored,
} from '../configuration/storedSettings.ts';
import { callerOf } from '../gateway.ts';
import { freshForChanges } from '../profile/reauthentication.ts';
import { sendBy } from './mailer.ts';
import { mailFault } from './mailFault.ts';

/** Adds the email server settings routes under `/access/api/v1/mail`, for administrators. */
export async function mailRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Sign-in settings', access: administrators });
  app.addHook('preHandler', freshForChanges);

  const shown = (reply: FastifyReply, stored: Stored<MailSettings> | undefined): MailSettings => {
    if (!stored)
      throw new HttpError(404, 'NOT_CONFIGURED', 'No email server is configured. Use PUT to configure it.');
    sendTag(reply, recorded(stored, 'password') ?? {});
    return { ...stored.value, hasPassword: stored.hasSecret };
  };

  api.get(
    '/',
    {
      schema: {
        summary: 'Returns the settings of the email server.',
        querystring: optionalQuery,
        response: { 200: MailSettings, 204: noContent },
      },
      config: { errors: { 404: ['NOT_CONFIGURED'] } },
    },
    async (request, reply) => {
      const stored = await readStored('mail');
      if (!stored && request.query.optional) return reply.code(204).send();
      return shown(reply, stored);
    },
  );

  api.put(
    '/',
    {
      schema: {
        summary: 'Changes the settings of the email server.',
        body: MailSettings,
        response: { 200: MailSettings },
      },
      config: { errors: { 412: ['CHANGED_SINCE'] } },
    },
    async (request, reply) => {
      const { password, hasPassword: _answered, ...value } = request.body;
      const { userName } = callerOf(request);
      const linkBase = ownOrigin(request);
      const changed = await transaction(async () => {
        const before = await lockStored('mail');
        requireUnchanged(request, recorded(before, 'password'), 'The email server');
        // A password is sent only to the server for which it was entered.
        const same = before?.value.host === value.host && before.value.port === value.port;
        const kept = same ? undefined : '';
        await writeStored('mail', { ...value, linkBase }, userName, password ?? kept, app.seal);
        const after = await readStored('mail');
        const change = { before: recorded(before, 'password'), after: recorded(after, 'password') };
        await recordChange(request, 'settings-changed', `Email server ${value.host} configured`, change);
        return after;
      });
      return shown(reply, changed);
    },
  );

  api.delete(
    '/',
    { schema: { summary: 'Removes the settings of the email server.', response: { 204: noContent } } },
    async (request) => {
      await transaction(async () => {
        const before = recorded(await lockStored('mail'), 'password');
        if (!before) return;
        await removeStored('mail');
        await recordChange(request, 'settings-changed', 'Email server removed', { before });
      });
    },
  );

  testRoute(api);
}

function testRoute(api: OwnApi): void {
  api.post(
    '/test',
    {
      schema: {
        summary: 'Sends a test email.',
        body: MailTest,
        response: { 200: ProviderTest },
      },
      config: { errors: { 404: ['NOT_CONFIGURED'], 409: ['SEALED_ELSEWHERE'] } },
    },
    async (request) => testMail(api, request.body),
  );
}

/** Sends a test email with the given settings, or the stored ones. */
async function testMail(app: OwnApi, test: MailTest): Promise<ProviderTest> {
  const stored = await readStored('mail');
  const wanted = test.settings ?? stored?.value;
  if (!wanted)
    throw new HttpError(
      404,
      'NOT_CONFIGURED',
      'No email server is configured. Send its settings with the request.',
    );
  // A stored password is sent only to the server for which it was entered.
  const same = stored?.value.host === wanted.host && stored.value.port === wanted.port;
  const kept = stored && same ? openSecret(stored, 'mail', app.seal) : '';
  const name = `Send an email to ${test.to}`;
  const text = 'This is a test email. Email delivery from this server works.';
  try {
    const mail = { to: test.to, subject: 'A test', text };
    const answer = await sendBy(wanted, wanted.password ?? kept, mail);
    return { ok: true, steps: [{ name, ok: true, message: `The email server returned: ${answer}` }] };
  } catch (error) {
    return { ok: false, steps: [{ name, ok: false, message: mailFault(error) }] };
  }
}
