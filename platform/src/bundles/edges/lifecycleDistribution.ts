import type { DistributionOrder, Distributions } from '@lading/contract/rest';
import {
  DistributionOrdered,
  DistributionTracker,
  DistributionOrder as Order,
} from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { byBundlePermission } from '../../access/accessRules.ts';
import { authorizeBundle, authorizeSomeBundle } from '../../access/bundles.ts';
import { callerOf } from '../../access/gateway.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { checkGlobs, Glob } from '../../globs/Glob.ts';
import { type OwnApi, ownApi } from '../../http/api/ownApi.ts';
import { requireVersion } from '../content/bundleRows.ts';
import { verifiedContent } from '../content/verified.ts';
import { refuseProject } from '../gate.ts';
import { oneVersion } from '../lifecycleRoutes.ts';
import {
  edgesFor,
  orderDistribution,
  type StoredDistribution,
  selectDistributions,
} from './send/distributions.ts';

const errors = {
  400: ['BAD_PATTERN'],
  404: ['RELEASE_BUNDLE_NOT_FOUND', 'NO_EDGE'],
  409: ['IN_PROGRESS', 'RELEASE_BUNDLE_INVALID'],
};
type Edge = Distributions['edges'][number];

const statuses = {
  waiting: 'IN_PROGRESS',
  running: 'IN_PROGRESS',
  completed: 'COMPLETED',
  failed: 'FAILED',
  aborted: 'ABORTED',
} as const;

/** Distribution API for clients, under `/lifecycle/api/v2/distribution`. */
export async function lifecycleDistribution(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Release bundles', access: byBundlePermission });
  app.addHook('preHandler', async (request) => refuseProject(request));
  order(api, 'distribute', 'Distributes a release bundle version to the edges that the rules select.');
  order(api, 'remote_delete', 'Removes a release bundle version from the edges that the rules select.');
  trackers(api);
}

function order(api: OwnApi, what: 'distribute' | 'remote_delete', summary: string): void {
  const kind = what === 'distribute' ? 'distribute' : 'remove';
  api.post(
    `/${what}/:name/:version`,
    {
      preParsing: (request) => authorizeSomeBundle(callerOf(request), 'deploy'),
      schema: {
        summary,
        params: oneVersion,
        body: Order,
        response: { 200: DistributionOrdered, 202: DistributionOrdered },
      },
      config: { errors },
    },
    async (request, reply) => {
      const { name, version } = request.params;
      const caller = callerOf(request);
      await authorizeBundle(caller, 'deploy', name);
      checkGlobs('Distribution rules', patternsOf(request.body));
      if (kind === 'distribute') await verifiedContent(api.seal, await requireVersion(name, version));
      const { auto_create_missing_repositories: createRepositories = false, dry_run: dry = false } =
        request.body;
      const selected = (await edgesFor({ name, version })).filter((edge) => isSelected(edge, request.body));
      if (selected.length === 0) {
        throw new HttpError(
          404,
          'NO_EDGE',
          'No edge matches the distribution rules. Pair this server with an edge under Administration, Edges; site_name is its name there, city_name its city',
        );
      }
      const sites = selected.map((edge) => ({ name: edge.name, service_id: edge.id }));
      if (dry) return reply.code(200).send({ id: 0, sites });
      const edges = selected.map(({ id }) => id);
      const [id] = await orderDistribution(
        { name, version },
        { edges, kind, createRepositories },
        caller.userName,
      );
      return reply.code(202).send({ id: Number(id), sites });
    },
  );
}

function patternsOf({ distribution_rules: rules = [] }: DistributionOrder): string[] {
  return rules.flatMap(({ site_name: site, city_name: city }) =>
    [site, city].filter((each) => each !== undefined),
  );
}

/** Whether one of the rules selects the edge. Each field of a rule restricts it further. */
function isSelected(
  { name, city, country }: Edge,
  { distribution_rules: rules }: DistributionOrder,
): boolean {
  if (!rules?.length) return true;
  const fits = (pattern: string | undefined, value: string) =>
    pattern === undefined || pattern === '' || Glob.ofName(pattern).matches(value.toLowerCase());
  return rules.some(
    ({ site_name: sites, city_name: cities, country_codes: countries = [] }) =>
      fits(sites, name) &&
      fits(cities, city) &&
      (countries.length === 0 || countries.some((each) => each === '*' || each.toUpperCase() === country)),
  );
}

function trackers(api: OwnApi): void {
  api.get(
    '/trackers/:name/:version',
    {
      schema: {
        summary: 'Lists the distributions of a release bundle version, latest first.',
        params: oneVersion,
        response: { 200: Type.Array(DistributionTracker) },
      },
    },
    async (request) => {
      const { name, version } = request.params;
      await authorizeBundle(callerOf(request), 'read', name);
      return (await selectDistributions(sql`d.name = ${name} AND d.version = ${version}`)).map(trackerOf);
    },
  );

  api.get(
    '/trackers/:name/:version/:id',
    {
      schema: {
        summary: 'Returns the status of a distribution.',
        params: Type.Object({ ...oneVersion.properties, id: Type.String() }),
        response: { 200: DistributionTracker },
      },
      config: { errors: { 404: ['DISTRIBUTION_NOT_FOUND'] } },
    },
    async (request) => {
      const { name, version, id } = request.params;
      await authorizeBundle(callerOf(request), 'read', name);
      const [found] = await selectDistributions(
        sql`d.name = ${name} AND d.version = ${version} AND d.id::text = ${id}`,
      );
      if (found) return trackerOf(found);
      throw new HttpError(
        404,
        'DISTRIBUTION_NOT_FOUND',
        `No distribution ${id.slice(0, 30)} of ${name} ${version}`,
      );
    },
  );
}

function trackerOf(found: StoredDistribution): DistributionTracker {
  const { id, kind, name, version, state, createdBy, created, edge, message } = found;
  return {
    distribution_tracker_friendly_id: Number(id),
    type: kind === 'distribute' ? 'distribute' : 'delete_release_bundle_version',
    ...{ release_bundle_name: name, release_bundle_version: version, status: statuses[state] },
    ...{ distributed_by: createdBy, created, targets: [edge], message },
  };
}
