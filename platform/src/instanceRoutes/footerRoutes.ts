import { Footer, oneOf } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { administrators, everyone } from '../access/accessRules.ts';
import { record, recordChange } from '../access/audit/record.ts';
import { callerOf } from '../access/gateway.ts';
import { ownPath } from '../access/redirect.ts';
import { transaction, withStorage } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { file, noContent, ownApi, type SchemaTypes } from '../http/api/ownApi.ts';
import { ownOrigin } from '../http/ownOrigin.ts';
import { currentFooter } from '../instance/footer.ts';
import { findLogo, maxLogoBytes, removeLogo, saveLogo } from '../instance/logo.ts';
import { readSetting, writeSetting } from '../instance/platformSettings.ts';

const change = Type.Object(
  {
    serverName: Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })),
    logoUrl: Type.Optional(Type.String({ maxLength: 2000 })),
    systemMessage: Type.Optional(Type.String({ maxLength: 1000 })),
    defaultTheme: Type.Optional(oneOf(['system', 'light', 'dark', 'contrast'])),
    defaultLanguage: Type.Optional(
      Type.String({ maxLength: 35, pattern: '^([A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*)?$' }),
    ),
  },
  { additionalProperties: false },
);

/**
 * Adds routes for the platform's name, message, and logo under `/ui/api/v1/system`. Everyone can
 * read them, administrators can change them.
 */
export async function footerRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'System', access: administrators });
  app.addHook('onReady', () => withStorage(app.platform.storage, () => app.platform.defaultLook.refresh()));
  api.get(
    '/auth/screen/footer',
    {
      schema: {
        summary: 'Returns the server name, message, logo URL, and features.',
        response: { 200: Footer },
      },
      config: { open: true, access: everyone },
    },
    () => currentFooter(app.settings),
  );

  api.put(
    '/auth/screen/footer',
    {
      schema: {
        summary:
          'Changes the server name, message, logo URL, and default theme and language. Omitted fields do not change.',
        body: change,
        response: { 200: Footer },
      },
      config: { errors: { 400: ['BAD_LOGO_URL'] } },
    },
    async (request) => {
      const { logoUrl } = request.body;
      if (logoUrl) checkLogoUrl(logoUrl, ownOrigin(request));
      const before = (await readSetting('footer')) ?? {};
      const after = { ...before, ...request.body };
      await transaction(async () => {
        await writeSetting('footer', after, callerOf(request).userName);
        await recordChange(request, 'settings-changed', 'General settings changed', { before, after });
      });
      await app.platform.defaultLook.refresh();
      return currentFooter(app.settings);
    },
  );

  api.get(
    '/logo',
    {
      schema: {
        summary: 'Returns the logo.',
        response: { 200: file('image/*', 'The logo.'), 304: noContent },
      },
      config: { open: true, access: everyone, errors: { 404: ['NO_LOGO'] } },
    },
    async (request, reply) => {
      const logo = await findLogo();
      if (!logo) throw new HttpError(404, 'NO_LOGO', 'No logo is uploaded');
      reply.headers({
        etag: `"${logo.hash}"`,
        'cache-control': 'no-cache',
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
      });
      if (request.headers['if-none-match'] === `"${logo.hash}"`) return reply.code(304).send();
      return reply.type(logo.type).send(logo.bytes);
    },
  );

  await app.register(async (pictures) => {
    pictures.removeAllContentTypeParsers();
    pictures.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    const uploads = pictures.withTypeProvider<SchemaTypes>();
    uploads.put<{ Body: Buffer }>(
      '/logo',
      {
        bodyLimit: maxLogoBytes,
        schema: { summary: 'Uploads a logo, an image.', consumes: ['image/*'], response: { 200: Footer } },
      },
      async (request) => {
        await transaction(async () => {
          await saveLogo(request.body);
          await record(request, 'settings-changed', `Logo uploaded: ${request.body.length} bytes`);
        });
        return currentFooter(app.settings);
      },
    );
  });

  api.delete(
    '/logo',
    { schema: { summary: 'Deletes the logo.', response: { 204: noContent } } },
    async (request) => {
      await transaction(async () => {
        await removeLogo();
        await record(request, 'settings-changed', 'Logo deleted');
      });
    },
  );
}

/** Allows only images of this server. */
function checkLogoUrl(url: string, origin: string): void {
  try {
    ownPath(url, origin);
  } catch {
    throw new HttpError(
      400,
      'BAD_LOGO_URL',
      'Invalid logoUrl. Expected a path of this server that starts with one slash, such as /artifactory/generic-local/logo.png, or upload a logo with PUT /ui/api/v1/system/logo.',
    );
  }
}
