import type { UnpublishedVersions } from '@lading/contract/rest';
import type { FastifyInstance } from 'fastify';
import { authorise, callerOf } from '../../../access/gateway.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { shown } from '../../../errors/shown.ts';
import { requireRepository } from '../../../repositories/repositories.ts';
import { checkVersion, isPackageName } from '../names.ts';
import { listUnpublished, releaseVersion } from './unpublishedVersions.ts';

interface Asked {
  Params: { repo: string };
  Querystring: { name?: unknown; version?: unknown };
}

/**
 * GET `/artifactory/api/unpublished/{repo}[?name=]` lists unpublished versions of npm packages, and DELETE with `name` and `version` releases
 * one, so that it can be published with other content. For administrators.
 */
export async function unpublishedRoutes(app: FastifyInstance): Promise<void> {
  const url = '/artifactory/api/unpublished/:repo';
  app.addHook('preHandler', async (request) => authorise(callerOf(request), 'admin', 'system'));

  app.get<Asked>(url, async ({ params, query }): Promise<UnpublishedVersions> => {
    const { key } = await requireRepository(params.repo, 'npm');
    const unpublished = await listUnpublished(key, query.name === undefined ? undefined : nameOf(query.name));
    return { unpublished };
  });

  app.delete<Asked>(url, async (request, reply) => {
    const { params, query } = request;
    const { key } = await requireRepository(params.repo, 'npm');
    const [name, version] = [nameOf(query.name), checkVersion(query.version)];
    await releaseVersion(key, name, version);
    request.log.info(
      { repo: key, name, version, by: callerOf(request).userName },
      'unpublished version released',
    );
    return reply.code(204).send();
  });
}

/** Throws `HttpError` 400. */
function nameOf(name: unknown): string {
  if (typeof name === 'string' && isPackageName(name)) return name;
  throw new HttpError(400, 'BAD_NAME', `Invalid name ${shown(name)}. Expected the name of an npm package.`);
}
