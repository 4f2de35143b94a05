import { UnpublishedVersions } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { administrators } from '../../../access/accessRules.ts';
import { callerOf } from '../../../access/gateway.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { shown } from '../../../errors/shown.ts';
import { noContent, ownApi } from '../../../http/api/ownApi.ts';
import { requireRepository } from '../../../repositories/repositories.ts';
import { checkVersion, isPackageName } from '../names.ts';
import { listUnpublished, releaseVersion } from './unpublishedVersions.ts';

interface Asked {
  name?: unknown;
  version?: unknown;
}
const byRepository = Type.Object({ repo: Type.String() });
const errors = { 400: ['BAD_NAME'], 404: ['NOT_FOUND'] };

/**
 * GET `/artifactory/api/unpublished/{repo}[?name=]` lists unpublished versions of npm packages, and
 * DELETE with `name` and `version` releases one, so that it can be published with other content.
 * For administrators.
 */
export async function unpublishedRoutes(app: FastifyInstance): Promise<void> {
  const url = '/artifactory/api/unpublished/:repo';
  const api = ownApi(app, { tag: 'Repositories', access: administrators });

  api.get(
    url,
    {
      schema: {
        summary: 'Lists unpublished versions of npm packages.',
        params: byRepository,
        response: { 200: UnpublishedVersions },
      },
      config: { query: Type.Object({ name: Type.Optional(Type.String()) }), errors },
    },
    async ({ params, query: given }) => {
      const query = given as Asked;
      const { key } = await requireRepository(params.repo, 'npm');
      const unpublished = await listUnpublished(
        key,
        query.name === undefined ? undefined : nameOf(query.name),
      );
      return { unpublished };
    },
  );

  api.delete(
    url,
    {
      schema: {
        summary: 'Releases an unpublished version, which can then be published with other content.',
        params: byRepository,
        response: { 204: noContent },
      },
      config: { query: Type.Object({ name: Type.String(), version: Type.String() }), errors },
    },
    async (request) => {
      const { params } = request;
      const query = request.query as Asked;
      const { key } = await requireRepository(params.repo, 'npm');
      const [name, version] = [nameOf(query.name), checkVersion(query.version)];
      await releaseVersion(key, name, version);
      request.log.info(
        { repo: key, name, version, by: callerOf(request).userName },
        'unpublished version released',
      );
    },
  );
}

/** Throws `HttpError` 400 for an invalid name. */
function nameOf(name: unknown): string {
  if (typeof name === 'string' && isPackageName(name)) return name;
  throw new HttpError(400, 'BAD_NAME', `Invalid name ${shown(name)}. Expected the name of an npm package.`);
}
