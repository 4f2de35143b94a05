import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { byPermission } from '../../access/accessRules.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { file, ownApi } from '../../http/api/ownApi.ts';
import { type ByFile, nativeVersions, versionOf } from '../native/routes.ts';
import { readmeImage } from './readmeImage.ts';

/** Images that readmes refer to. */
export async function readmeImageRoutes(app: FastifyInstance): Promise<void> {
  ownApi(app, { tag: 'Packages', access: byPermission }).get<ByFile>(
    `${nativeVersions}/image`,
    {
      schema: {
        summary: 'Returns an image in the archive of a version, such as its readme shows.',
        description: 'PNG, JPEG, GIF, WebP, AVIF, or SVG up to 2 MiB, in archives up to 64 MiB.',
        params: Type.Object({ type: Type.String({ description: 'Package type.' }) }),
        response: { 200: file('image/*', 'The image.') },
      },
      config: {
        query: Type.Object({
          repoKey: Type.String(),
          path: Type.String({ description: 'Path of the lead file of the version.' }),
          file: Type.String({ description: 'Path in the package: `docs/logo.png`.' }),
        }),
        errors: { 404: ['NOT_FOUND'], 503: ['BUSY'] },
      },
    },
    async (request, reply) => {
      const { file: wanted } = request.query as { file?: unknown };
      if (typeof wanted !== 'string' || wanted === '' || wanted.length > 500)
        throw new HttpError(400, 'BAD_REQUEST', 'Invalid query. Expected &file= once, the path of an image.');
      const version = await versionOf(request);
      const { mimeType, content } = await readmeImage(version.file, wanted);
      // Untrusted. The policy of every response keeps an SVG that is opened by itself from acting.
      return reply
        .type(mimeType)
        .header('content-disposition', 'attachment')
        .header('cache-control', 'private, max-age=3600')
        .send(content);
    },
  );
}
