import { MorePackageFacets, oneOf, PackageFacets } from '@lading/contract/schemas';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { byPermission } from '../../access/accessRules.ts';
import { callerOf } from '../../access/gateway.ts';
import { ownApi } from '../../http/api/ownApi.ts';
import { viewOf } from '../sql/readable.ts';
import { type FacetFilter, facetSeverities, otherFilters, packageFacets } from './facets.ts';
import { moreFacets } from './moreFacets.ts';

const words = (description: string, maxItems = 100) =>
  Type.Optional(Type.Array(Type.String({ maxLength: 300 }), { maxItems, description }));

const text = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description }));
const pattern = (what: string) => text(1000, `${what} A pattern: \`*core*\`.`);

const filters = Type.Object(
  {
    name: Type.Optional(Type.String({ maxLength: 1000, description: 'A pattern: `*core*`.' })),
    search: Type.Optional(
      Type.String({ maxLength: 500, description: 'Words and conditions, as in the search box.' }),
    ),
    types: words('Package types.'),
    repos: words('Keys of repositories.', 5000),
    licenses: words('Patterns of licenses.'),
    projects: words('Keys of projects.'),
    severities: Type.Optional(
      Type.Array(oneOf(facetSeverities), {
        ...{ maxItems: 4, description: 'Severities of vulnerabilities of the newest version.' },
      }),
    ),
    description: pattern('The description.'),
    version: pattern('One of the versions.'),
    tags: words('Patterns of tags. One must match.'),
    checksum: text(200, 'MD5, SHA-1, or SHA-256 of one of the files.'),
    modifiedMin: text(40, 'ISO 8601, inclusive.'),
    modifiedMax: text(40, 'ISO 8601, inclusive.'),
    cve: text(100, 'CVE or advisory ID of one of the versions.'),
    ignorePreRelease: Type.Optional(
      Type.Boolean({ description: 'Only packages whose newest version is a release.' }),
    ),
    plugins: Type.Optional(Type.Boolean({ description: 'Includes the console’s own plugins.' })),
  },
  { additionalProperties: false },
);
const description = 'Each facet is counted within the filters of the other ones.';
const errors = { 400: ['BAD_SEARCH', 'BAD_CHECKSUM'] };

/** The values that the list of packages can be filtered by. */
export async function facetRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Packages', access: byPermission });
  const url = '/ui/api/v1/ui/v1/native/facets';
  api.post(
    url,
    {
      schema: {
        summary: 'Returns types, repositories, and licenses of packages, with the number of packages.',
        ...{ description, body: filters, response: { 200: PackageFacets } },
      },
      config: { errors },
    },
    async (request) => packageFacets(filterOf(request.body), await viewOf(callerOf(request))),
  );
  api.post(
    `${url}/more`,
    {
      schema: {
        summary: 'Returns severities and projects of packages, with the number of packages.',
        ...{ description, body: filters, response: { 200: MorePackageFacets } },
      },
      config: { errors },
    },
    async (request) => {
      const caller = callerOf(request);
      return moreFacets(filterOf(request.body), caller, await viewOf(caller));
    },
  );
}

function filterOf(body: Static<typeof filters>): FacetFilter {
  const { types = [], repos = [], licenses = [], projects = [], severities = [], plugins = false } = body;
  const { name, search } = body;
  const given = otherFilters.flatMap((key) => (body[key] === undefined ? [] : [[key, body[key]] as const]));
  const others = Object.fromEntries(given) as FacetFilter['others'];
  return { name, search, types, repos, licenses, projects, severities, plugins, others };
}
