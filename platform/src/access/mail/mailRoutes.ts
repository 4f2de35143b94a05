import type { MailSettings, MailTest, ProviderTest } from '@lading/contract/rest';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { ownOrigin } from '../../http/ownOrigin.ts';
import { recordChange } from '../audit/record.ts';
import { openSecret, readStored, removeStored, writeStored } from '../configuration/storedSettings.ts';
import { authorise, callerOf } from '../gateway.ts';
import { freshForChanges } from '../profile/reauthentication.ts';
import { mailFault, sendBy } from './mailer.ts';

const address = Type.String({ pattern: '^[^\\s@<>,;]+@[^\\s@<>,;]+$', maxLength: 320 });
const settings = Type.Object({
  enabled: Type.Boolean(),
  host: Type.String({ pattern: '^[A-Za-z0-9.:_-]+$', maxLength: 253 }),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  security: Type.Union([Type.Literal('tls'), Type.Literal('starttls'), Type.Literal('none')]),
  username: Type.String({ maxLength: 320 }),
  password: Type.Optional(Type.String({ maxLength: 1000 })),
  from: Type.String({ pattern: '^[^\\r\\n]*@[^\\r\\n]*$', maxLength: 320 }),
  subjectPrefix: Type.String({ pattern: '^[^\\r\\n]*$', maxLength: 100 }),
});
const test = Type.Object({ to: address, settings: Type.Optional(settings) });

/** How mail is sent, under `/access/api/v1/mail`, for administrators. */
export async function mailRoutes(app: FastifyInstance): Promise<void> {
  app.addHook('preHandler', (request) => authorise(callerOf(request), 'admin', 'system'));
  app.addHook('preHandler', freshForChanges);

  const shown = async (): Promise<MailSettings> => {
    const stored = await readStored('mail');
    if (!stored)
      throw new HttpError(404, 'NOT_CONFIGURED', 'No email server is configured. Use PUT to configure it.');
    return { ...stored.value, hasPassword: stored.hasSecret };
  };

  app.get('/', shown);

  app.put<{ Body: MailSettings }>('/', { schema: { body: settings } }, async (request) => {
    const { password, hasPassword: _answered, ...value } = request.body;
    const { userName } = callerOf(request);
    const before = (await readStored('mail'))?.value;
    // A password goes to the server that it was entered for, and to no other.
    const kept = before?.host === value.host && before.port === value.port ? undefined : '';
    const linkBase = ownOrigin(request);
    await writeStored('mail', { ...value, linkBase }, userName, password ?? kept, app.seal);
    const detail = `Email server ${value.host} configured`;
    await recordChange(request, 'settings-changed', detail, { before, after: { ...value, linkBase } });
    return shown();
  });

  app.delete('/', async (request, reply) => {
    const before = (await readStored('mail'))?.value;
    await removeStored('mail');
    await recordChange(request, 'settings-changed', 'Email server removed', { before });
    return reply.code(204).send();
  });

  app.post<{ Body: MailTest }>(
    '/test',
    { schema: { body: test } },
    async (request): Promise<ProviderTest> => {
      const stored = await readStored('mail');
      const wanted = request.body.settings ?? stored?.value;
      if (!wanted)
        throw new HttpError(
          404,
          'NOT_CONFIGURED',
          'No email server is configured. Send its settings with the request.',
        );
      // A kept password goes to the server that it was entered for, and to no other.
      const same = stored?.value.host === wanted.host && stored.value.port === wanted.port;
      const kept = stored && same ? openSecret(stored, 'mail', app.seal) : '';
      const name = `Send an email to ${request.body.to}`;
      const text = 'This is a test email. Email delivery from this server works.';
      try {
        const mail = { to: request.body.to, subject: 'A test', text };
        const answer = await sendBy(wanted, wanted.password ?? kept, mail);
        return { ok: true, steps: [{ name, ok: true, message: `The email server returned: ${answer}` }] };
      } catch (error) {
        return { ok: false, steps: [{ name, ok: false, message: mailFault(error) }] };
      }
    },
  );
}
