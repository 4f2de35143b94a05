import type { BundleOverview } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { present } from '../edges/servers.ts';

/** Maximum listed versions. */
const maxVersions = 100;

interface PromotedRow extends Record<string, unknown> {
  version: string;
  environment: string;
  created: number;
}

/**
 * Returns the promotions of a bundle's versions to environments, the current version of each
 * environment, and the edges that have each version.
 */
export async function bundleOverview(name: string): Promise<BundleOverview> {
  const { rows: versions } = await db().execute<{ version: string; created: number }>(sql`
    SELECT version, (extract(epoch FROM created) * 1000)::float8 AS created FROM release_bundles WHERE name = ${name}
    ORDER BY release_bundles.created DESC, id DESC LIMIT ${maxVersions}`);
  const { rows: promoted } = await db().execute<PromotedRow>(sql`
    SELECT b.version, p.environment, (extract(epoch FROM max(p.created)) * 1000)::float8 AS created
    FROM release_bundle_promotions p JOIN release_bundles b ON b.id = p.bundle_id
    WHERE b.name = ${name} AND p.status = 'COMPLETED' GROUP BY b.version, p.environment ORDER BY max(p.id) DESC`);
  const { rows: edges } = await db().execute<{ name: string }>(
    sql`SELECT name FROM edge_targets ORDER BY name`,
  );
  const { rows: distributed } = await db().execute<{ version: string; edge: string }>(sql`
    SELECT p.version, t.name AS edge FROM ${present} p JOIN edge_targets t ON t.id = p.edge_id
    WHERE p.name = ${name} AND p.kind = 'distribute' ORDER BY t.name`);
  const environments = [...new Set(promoted.map(({ environment }) => environment))].sort();
  return {
    environments: environments.map((environment) => {
      const [current, previous] = promoted.filter((each) => each.environment === environment);
      return { environment, current: current?.version ?? '', previous: previous?.version ?? null };
    }),
    edges: edges.map((edge) => edge.name),
    versions: versions.map(({ version, created }) => ({
      version,
      created: new Date(created).toISOString(),
      promoted: promoted
        .filter((each) => each.version === version)
        .map((each) => ({ environment: each.environment, created: new Date(each.created).toISOString() })),
      edges: distributed.filter((each) => each.version === version).map(({ edge }) => edge),
    })),
  };
}
