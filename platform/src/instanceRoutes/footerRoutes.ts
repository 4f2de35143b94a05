import type { Footer } from '@lading/contract/rest';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { authorise, callerOf } from '../access/gateway.ts';
import { ownPath } from '../access/redirect.ts';
import { HttpError } from '../errors/HttpError.ts';
import { ownOrigin } from '../http/ownOrigin.ts';
import { currentFooter } from '../instance/footer.ts';
import { findLogo, largestLogo, removeLogo, saveLogo } from '../instance/logo.ts';
import { readSetting, writeSetting } from '../instance/platformSettings.ts';

const change = Type.Object(
  {
    serverName: Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })),
    logoUrl: Type.Optional(Type.String({ maxLength: 2000 })),
    systemMessage: Type.Optional(Type.String({ maxLength: 1000 })),
  },
  { additionalProperties: false },
);

/** The platform's name, message and logo, under `/ui/api/v1/system`: seen by everyone, set by administrators. */
export async function footerRoutes(app: FastifyInstance): Promise<void> {
  const open = { config: { open: true } };
  app.get('/auth/screen/footer', open, (): Promise<Footer> => currentFooter(app.settings));

  app.put<{ Body: Static<typeof change> }>(
    '/auth/screen/footer',
    { schema: { body: change } },
    async (request): Promise<Footer> => {
      await authorise(callerOf(request), 'admin', 'system');
      const { logoUrl } = request.body;
      if (logoUrl) checkLogoUrl(logoUrl, ownOrigin(request));
      const before = (await readSetting('footer')) ?? {};
      await writeSetting('footer', { ...before, ...request.body }, callerOf(request).userName);
      return currentFooter(app.settings);
    },
  );

  app.get('/logo', open, async (request, reply) => {
    const logo = await findLogo();
    if (!logo) throw new HttpError(404, 'NO_LOGO', 'No logo was uploaded');
    reply.headers({
      etag: `"${logo.hash}"`,
      'cache-control': 'no-cache',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
    if (request.headers['if-none-match'] === `"${logo.hash}"`) return reply.code(304).send();
    return reply.type(logo.type).send(logo.bytes);
  });

  await app.register(async (pictures) => {
    pictures.removeAllContentTypeParsers();
    pictures.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    pictures.put<{ Body: Buffer }>('/logo', { bodyLimit: largestLogo }, async (request): Promise<Footer> => {
      await authorise(callerOf(request), 'admin', 'system');
      await saveLogo(request.body);
      return currentFooter(app.settings);
    });
  });

  app.delete('/logo', async (request, reply) => {
    await authorise(callerOf(request), 'admin', 'system');
    await removeLogo();
    return reply.code(204).send();
  });
}

/** Pages show pictures of this server alone. */
function checkLogoUrl(url: string, origin: string): void {
  try {
    ownPath(url, origin);
  } catch {
    throw new HttpError(
      400,
      'BAD_LOGO_URL',
      'logoUrl must be a path of this server beginning with one slash, such as /artifactory/generic-local/logo.png: pages load pictures from nowhere else. Or upload one by PUT /ui/api/v1/system/logo',
    );
  }
}
