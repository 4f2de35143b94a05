import { PackageFacets } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { byPermission } from '../../access/accessRules.ts';
import { callerOf } from '../../access/gateway.ts';
import { ownApi } from '../../http/api/ownApi.ts';
import { viewOf } from '../search/readable.ts';
import { packageFacets } from './facets.ts';

const words = (description: string, maxItems = 100) =>
  Type.Optional(Type.Array(Type.String({ maxLength: 300 }), { maxItems, description }));

/** The values that the list of packages can be filtered by. */
export async function facetRoutes(app: FastifyInstance): Promise<void> {
  ownApi(app, { tag: 'Packages', access: byPermission }).post(
    '/ui/api/v1/ui/v1/native/facets',
    {
      schema: {
        summary: 'Returns types, repositories, and licenses of packages, with the number of packages.',
        description: 'Each facet is counted within the filters of the other ones.',
        body: Type.Object(
          {
            name: Type.Optional(Type.String({ maxLength: 1000, description: 'A pattern: `*core*`.' })),
            search: Type.Optional(
              Type.String({ maxLength: 500, description: 'Words and conditions, as in the search box.' }),
            ),
            types: words('Package types.'),
            repos: words('Keys of repositories.', 5000),
            licenses: words('Patterns of licenses.'),
            plugins: Type.Optional(Type.Boolean({ description: 'Includes the console’s own plugins.' })),
          },
          { additionalProperties: false },
        ),
        response: { 200: PackageFacets },
      },
      config: { errors: { 400: ['BAD_SEARCH', 'BAD_CHECKSUM'] } },
    },
    async (request) => {
      const { name, search, types = [], repos = [], licenses = [], plugins = false } = request.body;
      return packageFacets(
        { name, search, types, repos, licenses, plugins },
        await viewOf(callerOf(request)),
      );
    },
  );
}
