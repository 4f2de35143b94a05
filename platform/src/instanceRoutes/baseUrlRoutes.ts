import { BaseUrl } from '@lading/contract/schemas';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { administrators } from '../access/accessRules.ts';
import { recordChange } from '../access/audit/record.ts';
import { callerOf } from '../access/gateway.ts';
import { withStorage } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { file, ownApi } from '../http/api/ownApi.ts';
import type { PublicUrl } from '../instance/PublicUrl.ts';
import { origin } from '../settings/settingValues.ts';

/** Adds the routes that read and change the base URL. */
export async function baseUrlRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'System', access: administrators });
  const { publicUrl } = app.platform;
  app.addHook('onReady', () => withStorage(app.platform.storage, () => publicUrl.refresh()));

  api.get(
    '/ui/api/v1/system/base-url',
    {
      schema: {
        summary: 'Returns the base URL, under which users reach the server.',
        response: { 200: BaseUrl },
      },
    },
    () => shown(),
  );

  api.put(
    '/ui/api/v1/system/base-url',
    {
      schema: {
        summary: 'Changes the base URL.',
        description:
          'Links in emails, webhooks, and answers to clients start with it. Other nodes apply a change within 5 seconds.',
        body: BaseUrl,
        response: { 200: BaseUrl },
      },
      config: { errors: { 400: ['BAD_BASE_URL'], 409: ['BASE_URL_FIXED'] } },
    },
    async (request) => {
      await change(publicUrl, request, request.body.url);
      return shown();
    },
  );

  await app.register(async (texts) => {
    texts.removeAllContentTypeParsers();
    texts.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    ownApi(texts, { tag: 'System', access: administrators }).put<{ Body: string }>(
      '/artifactory/api/system/configuration/baseUrl',
      {
        bodyLimit: 1000,
        schema: {
          summary: 'Changes the base URL, sent as plain text.',
          consumes: ['text/plain'],
          response: { 200: file('text/plain', 'A confirmation.') },
        },
        config: { errors: { 400: ['BAD_BASE_URL'], 409: ['BASE_URL_FIXED'] } },
      },
      async (request, reply) => {
        await change(publicUrl, request, (request.body ?? '').trim());
        return reply
          .type('text/plain')
          .send(`URL base has been successfully updated to "${publicUrl.current ?? ''}".\n`);
      },
    );
  });

  function shown(): BaseUrl {
    const url = publicUrl.current ?? '';
    return publicUrl.fixed === undefined ? { url } : { url, fixed: true };
  }
}

async function change(publicUrl: PublicUrl, request: FastifyRequest, typed: string): Promise<void> {
  if (publicUrl.fixed !== undefined) {
    throw new HttpError(
      409,
      'BASE_URL_FIXED',
      `The base URL is ${publicUrl.fixed}, from LADING_PUBLIC_URL. Change that setting and restart the server.`,
    );
  }
  const before = { url: publicUrl.current ?? '' };
  const url = typed === '' ? '' : checked(typed);
  const detail = url === '' ? 'Base URL removed' : `Base URL changed to ${url}`;
  await publicUrl.change(url, callerOf(request).userName, () =>
    recordChange(request, 'settings-changed', detail, { before, after: { url } }),
  );
}

function checked(typed: string): string {
  try {
    return origin(typed);
  } catch {
    throw new HttpError(
      400,
      'BAD_BASE_URL',
      'Invalid base URL. Expected an origin such as https://packages.example.org, without a path.',
    );
  }
}
