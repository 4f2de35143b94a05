import type { DeployRepository } from '@lading/contract/rest';
import { DeployRepositories, RepositorySummary } from '@lading/contract/schemas';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { byPermission } from '../access/accessRules.ts';
import { callerOf, rightsOf } from '../access/gateway.ts';
import { HttpError } from '../errors/HttpError.ts';
import { ownApi } from '../http/api/ownApi.ts';
import { exportQuery } from '../http/sendExport.ts';
import { realTypeOf } from './configurationFields.ts';
import { deployTargets } from './deployTarget.ts';
import { exportRepositories } from './exportRepositories.ts';
import { packageTypeOf } from './PackageType.ts';
import { listRepositories, type Repository } from './repositories.ts';

const types = ['local', 'remote', 'virtual'] as const;
const listQuery = Type.Object({
  type: Type.Optional(Type.String({ description: '`local`, `remote`, `virtual`, or `federated`.' })),
  packageType: Type.Optional(Type.String()),
  project: Type.Optional(Type.String({ description: 'Key of a project.' })),
  ...exportQuery,
  search: Type.Optional(
    Type.String({ description: 'Part of a key, type, description, or URL, for a file.' }),
  ),
});

function addressOf(request: FastifyRequest, { key, packageType, url }: Repository): string {
  if (url) return url;
  const path = packageTypeOf(packageType)?.clientPath?.(key) ?? `/artifactory/${key}`;
  return `${request.protocol}://${request.host}${path}`;
}

/** Routes that list the repositories that a caller can use. */
export async function repositoryListRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Repositories', access: byPermission });
  api.get(
    '/artifactory/api/repositories',
    {
      schema: {
        summary: 'Lists the repositories that the caller has a permission on.',
        response: { 200: Type.Array(RepositorySummary) },
      },
      config: { query: listQuery, errors: { 400: ['BAD_TYPE'] } },
    },
    async (request, reply) => {
      const { type, packageType, project, format, search } = request.query as Static<typeof listQuery>;
      const wanted = type?.toLowerCase();
      const known = types.find((each) => each === wanted);
      // `federated` is a class of other platforms: a valid filter without results.
      if (wanted && !known && wanted !== 'federated') {
        throw new HttpError(
          400,
          'BAD_TYPE',
          `Unknown repository type ${type}. Expected local, remote, virtual, or federated.`,
        );
      }
      if (wanted && !known) return [];
      const filter = {
        ...(known ? { type: known } : {}),
        ...(packageType ? { packageType: realTypeOf(packageType) } : {}),
        ...(project ? { project } : {}),
      };
      const shown: RepositorySummary[] = [];
      const rights = await rightsOf(callerOf(request), 'read');
      for (const repository of await listRepositories(filter)) {
        if (!rights.somewhere(repository)) continue;
        const { key, packageType: holds, description, projectKey } = repository;
        const upper = repository.type.toUpperCase() as RepositorySummary['type'];
        shown.push({
          key,
          type: upper,
          url: addressOf(request, repository),
          packageType: holds,
          description,
          ...(projectKey ? { projectKey } : {}),
        });
      }
      if (format === undefined) return shown;
      return exportRepositories(reply, shown, { format, ...(search === undefined ? {} : { search }) });
    },
  );

  api.get(
    '/ui/api/v1/ui/repodata',
    {
      schema: {
        summary: 'Lists the repositories that the caller can deploy to.',
        response: { 200: DeployRepositories },
      },
    },
    async (request) => {
      const repoTypesList: DeployRepository[] = [];
      const targetOf = await deployTargets(callerOf(request));
      for (const repository of await listRepositories()) {
        if (!targetOf(repository)) continue;
        const type = repository.type === 'virtual' ? 'VIRTUAL' : 'LOCAL';
        repoTypesList.push({ repoKey: repository.key, repoType: repository.packageType, type });
      }
      return { repoTypesList, fileUploadMaxSizeMb: 100 };
    },
  );
}
