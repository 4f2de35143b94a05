import type { License, Package } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { db } from '../../storage/db.ts';
import { isUnlimited, type Scope } from '../search/readable.ts';
import { packageIdOf } from './packageId.ts';

interface Row extends Record<string, unknown> {
  id: string;
  type: string;
  name: string;
  created: number;
  modified: number;
  downloads: number;
  versions: number;
  latest: string | null;
  description: string | null;
  licenses: string[];
  tags: string[];
}

/** A package as the scope shows it, by the id of its row; those that the scope does not show are missing. */
export async function packageNodes(scope: Scope, where: SQL): Promise<Map<string, Package>> {
  const inScope = sql`l.repo = ANY(${sql.param(scope)}::text[])`;
  const versions = isUnlimited(scope)
    ? sql`summed.versions`
    : sql`CASE WHEN summed.listings = 1 THEN summed.versions ELSE (SELECT count(DISTINCT v.name)
        FROM versions v WHERE v.package_id = p.id AND v.repo = ANY(${sql.param(scope)}::text[])) END`;
  const result = await db().execute<Row>(sql`
    SELECT p.id::text, p.type, p.name, (extract(epoch FROM summed.created) * 1000)::float8 AS created,
      (extract(epoch FROM summed.modified) * 1000)::float8 AS modified, summed.downloads::float8 AS downloads,
      (${versions})::integer AS versions, latest.latest_version AS latest, latest.description, latest.licenses, latest.tags
    FROM packages p
    CROSS JOIN LATERAL (
      SELECT count(*) AS listings, min(l.created) AS created, max(l.modified) AS modified, sum(l.downloads) AS downloads,
        max(l.versions_count) AS versions
      FROM package_listings l WHERE l.package_id = p.id AND ${inScope}
    ) summed
    CROSS JOIN LATERAL (
      SELECT l.* FROM package_listings l WHERE l.package_id = p.id AND ${inScope}
      ORDER BY l.latest_key DESC NULLS LAST, l.repo LIMIT 1
    ) latest
    WHERE ${where}`);
  return new Map(result.rows.map((row) => [row.id, packageNode(row)]));
}

export function licensesOf(names: readonly string[]): License[] {
  return names.map((name) => ({ name, source: 'package' }));
}

function packageNode({ type, name, created, modified, downloads, versions, latest, ...row }: Row): Package {
  return {
    id: packageIdOf({ type, name }),
    name,
    packageType: type,
    description: row.description,
    created: new Date(created).toISOString(),
    modified: new Date(modified).toISOString(),
    latestVersion: latest,
    versionsCount: versions,
    tags: row.tags,
    licenses: licensesOf(row.licenses),
    stats: { downloads, followers: 0 },
    vulnerabilities: null,
    operationalRisk: null,
  };
}
