import type { BundleOverview } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';

/** Maximum listed versions. */
const maxVersions = 100;

interface PromotedRow extends Record<string, unknown> {
  version: string;
  environment: string;
  created: number;
}

/**
 * Returns the promotions of a bundle's versions to environments, and the current version of each
 * environment.
 */
export async function bundleOverview(name: string): Promise<BundleOverview> {
  const { rows: versions } = await db().execute<{ version: string; created: number }>(sql`
    SELECT version, (extract(epoch FROM created) * 1000)::float8 AS created FROM release_bundles WHERE name = ${name}
    ORDER BY release_bundles.created DESC, id DESC LIMIT ${maxVersions}`);
  const { rows: promoted } = await db().execute<PromotedRow>(sql`
    SELECT b.version, p.environment, (extract(epoch FROM max(p.created)) * 1000)::float8 AS created
    FROM release_bundle_promotions p JOIN release_bundles b ON b.id = p.bundle_id
    WHERE b.name = ${name} AND p.status = 'COMPLETED' GROUP BY b.version, p.environment ORDER BY max(p.id) DESC`);
  const environments = [...new Set(promoted.map(({ environment }) => environment))].sort();
  return {
    environments: environments.map((environment) => {
      const [current, previous] = promoted.filter((each) => each.environment === environment);
      return { environment, current: current?.version ?? '', previous: previous?.version ?? null };
    }),
    versions: versions.map(({ version, created }) => ({
      version,
      created: new Date(created).toISOString(),
      promoted: promoted
        .filter((each) => each.version === version)
        .map((each) => ({ environment: each.environment, created: new Date(each.created).toISOString() })),
    })),
  };
}
