import { DockerLayers, DockerLayersRequest, ImageDigests, ImageReferrers } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { byPermission } from '../../../access/accessRules.ts';
import { callerOf } from '../../../access/gateway.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { ownApi } from '../../../http/api/ownApi.ts';
import { parsePackageId } from '../../../packages/list/packageId.ts';
import { viewOf } from '../../../packages/sql/readable.ts';
import { digestsOf } from './digestsOf.ts';
import { layersOf } from './layersOf.ts';
import { manifestAt } from './placeOf.ts';
import { referrersOf } from './referrersOf.ts';

/** Routes for the content of images. */
export async function layerRoutes(app: FastifyInstance): Promise<void> {
  await app.register(imageRoutes);
  const api = ownApi(app, { tag: 'Packages', access: byPermission });
  api.post(
    '/ui/api/v1/ui/views/dockerv2',
    {
      schema: { summary: 'Returns the layers of an image.', response: { 200: DockerLayers } },
      config: { body: DockerLayersRequest, errors: { 404: ['NOT_FOUND'] } },
    },
    async (request) => {
      const { view, repoKey, path } = (request.body ?? {}) as Record<string, unknown>;
      if (view !== 'dockerv2' || typeof repoKey !== 'string' || typeof path !== 'string') {
        throw new HttpError(
          400,
          'BAD_REQUEST',
          'Invalid body. Expected {"view": "dockerv2", "repoKey": "…", "path": "…"}.',
        );
      }
      const { named, found } = await manifestAt(request, repoKey, path);
      return layersOf(named, found);
    },
  );
}

/** Routes for image pages. */
async function imageRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Packages', access: byPermission });

  api.get(
    '/ui/api/v1/ui/v1/native/images',
    {
      schema: {
        summary: 'Returns the tags of an image, grouped by digest.',
        querystring: Type.Object({
          packageId: Type.String({ description: 'Such as `docker://team/app`.', maxLength: 1000 }),
        }),
        response: { 200: ImageDigests },
      },
      config: { errors: { 400: ['BAD_PACKAGE_ID'] } },
    },
    async (request) => {
      const { name } = parsePackageId(request.query.packageId);
      return digestsOf(name, await viewOf(callerOf(request)));
    },
  );

  api.get(
    '/ui/api/v1/ui/v1/native/images/referrers',
    {
      schema: {
        summary: 'Returns signatures, SBOMs, and attestations of an image. They are not verified.',
        querystring: Type.Object({
          repoKey: Type.String(),
          path: Type.String({ description: 'Path of the manifest: `{image}/{tag}/manifest.json`.' }),
        }),
        response: { 200: ImageReferrers },
      },
      config: { errors: { 404: ['NOT_FOUND'] } },
    },
    async (request) => {
      const { repoKey, path } = request.query;
      const { named, found } = await manifestAt(request, repoKey, path);
      return referrersOf(named, found);
    },
  );
}
