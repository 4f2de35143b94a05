import { TransitiveDependencies } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { byPermission } from '../../access/accessRules.ts';
import { callerOf } from '../../access/gateway.ts';
import { ownApi } from '../../http/api/ownApi.ts';
import { parsePackageId } from '../../packages/list/packageId.ts';
import { viewOf } from '../../packages/sql/readable.ts';
import { transitiveDependencies } from './transitive.ts';

/** Dependencies of versions that the caller can read. */
export async function dependencyRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Packages', access: byPermission });

  api.get(
    '/ui/api/v1/ui/dependencies',
    {
      schema: {
        summary: 'Returns the dependencies of a version at every depth, with vulnerabilities and upgrades.',
        querystring: Type.Object({
          packageId: Type.String({ description: 'Such as `npm://react`.', maxLength: 1100 }),
          version: Type.String({ maxLength: 300 }),
          repo: Type.Optional(Type.String({ maxLength: 128, description: 'Preferred repository.' })),
        }),
        response: { 200: TransitiveDependencies },
      },
      config: { errors: { 400: ['BAD_PACKAGE_ID'], 404: ['NOT_FOUND'] } },
    },
    async (request) => {
      const { packageId, version, repo } = request.query;
      const view = await viewOf(callerOf(request));
      return transitiveDependencies(parsePackageId(packageId), version, view, repo);
    },
  );
}
