import type { RepositorySummary } from '@lading/contract/rest';
import { RepositoryConfigurations } from '@lading/contract/schemas';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { administrators } from '../access/accessRules.ts';
import { ownApi } from '../http/api/ownApi.ts';
import { isSameType, shownConfiguration } from './configuration.ts';
import { listRepositories } from './repositories.ts';

const query = Type.Object({
  repoType: Type.Optional(Type.String({ description: '`local`, `remote`, or `virtual`.' })),
  packageType: Type.Optional(Type.String()),
});

/** Adds the call that exports the configurations of all repositories, for scripts. */
export async function configurationRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Repositories', access: administrators });
  api.get(
    '/artifactory/api/repositories/configurations',
    {
      schema: {
        summary: 'Returns the configurations of all repositories, by class.',
        response: { 200: RepositoryConfigurations },
      },
      config: { query },
    },
    async (request) => {
      const { repoType, packageType } = request.query as Static<typeof query>;
      const found: RepositoryConfigurations = { LOCAL: [], REMOTE: [], VIRTUAL: [] };
      for (const repository of await listRepositories()) {
        const upper = repository.type.toUpperCase() as RepositorySummary['type'];
        if (repoType && repoType.toUpperCase() !== upper) continue;
        if (packageType && !isSameType(repository.packageType, packageType)) continue;
        found[upper].push(shownConfiguration(repository));
      }
      return found;
    },
  );
}
