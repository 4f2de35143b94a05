import type { License, Package } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { operationalRisk } from '../operationalRisk.ts';
import { type ScanRow, type Scans, scanColumn, vulnerabilitiesOf } from '../scans.ts';
import { milliseconds } from '../sql/order.ts';
import type { Scope } from '../sql/readable.ts';
import { followersOf } from '../stars/followers.ts';
import { packageIdOf } from './packageId.ts';

/** Columns selected by `packageColumns`. */
export interface PackageRow extends Record<string, unknown> {
  type: string;
  name: string;
  created: number;
  modified: number;
  downloads: number;
  followers: number;
  versions: number;
  latest: string | null;
  description: string | null;
  licenses: string[];
  tags: string[];
  /** Of the version that the package shows. */
  scan: ScanRow;
  deprecated: boolean;
  /** Creation date of the newest version. Later metadata changes only count as modifications. */
  released: number;
}

const factColumns = sql`${milliseconds(sql`shown.created`)} AS created, ${milliseconds(sql`shown.modified`)} AS modified,
  shown.downloads::float8 AS downloads,
  shown.versions_count::integer AS versions, shown.latest_version AS latest, shown.description, shown.licenses, shown.tags,
  shown.deprecated, ${milliseconds(sql`coalesce(shown.released, shown.modified)`)} AS released`;

/** Columns of one listing `shown`. Without `scans`, the scan result is not read. */
export function shownColumns(scans?: Scans): SQL {
  const followers = followersOf(sql`shown.type`, sql`shown.name`);
  return sql`shown.type, shown.name, ${factColumns}, ${followers} AS followers,
    ${scanOf(sql`shown.package_id`, sql`shown.type`, scans)}`;
}

/** Columns of a package `p` and its summary for a scope, `shown`. */
export function packageColumns(scans?: Scans): SQL {
  return sql`p.type, p.name, ${factColumns}, ${followersOf(sql`p.type`, sql`p.name`)} AS followers,
    ${scanOf(sql`p.id`, sql`p.type`, scans)}`;
}

function scanOf(packageId: SQL, type: SQL, scans?: Scans): SQL {
  if (!scans?.on) return sql`NULL::integer[] AS scan`;
  return scanColumn({ packageId, version: sql`shown.latest_version`, type }, scans);
}

/** Returns the key of the only listing of the scope; undefined for several repositories. */
export function oneListing(scope: Scope): string | undefined {
  return scope.length === 1 ? scope[0] : undefined;
}

/**
 * Joins a package `p` with its summary for the scope, as `shown`. Packages outside of it have no
 * row.
 */
export function shownOf(scope: Scope): SQL {
  const only = oneListing(scope);
  if (only !== undefined) {
    return sql`JOIN package_listings shown ON shown.package_id = p.id AND shown.repo = ${only}`;
  }
  const inScope = sql`repo = ANY(${sql.param(scope)}::text[])`;
  return sql`
    CROSS JOIN LATERAL (
      SELECT summed.*, CASE WHEN summed.listings = 1 THEN summed.versions ELSE (SELECT count(DISTINCT v.name)
          FROM versions v WHERE v.package_id = p.id AND v.${inScope}) END AS versions_count,
        newest.latest_version, newest.latest_key, newest.description, newest.licenses, newest.tags, newest.deprecated
      FROM (
        SELECT count(*) AS listings, min(l.created) AS created, max(l.modified) AS modified,
          max(coalesce(l.released, l.modified)) AS released, sum(l.downloads) AS downloads, max(l.versions_count) AS versions
        FROM package_listings l WHERE l.package_id = p.id AND l.${inScope}
      ) summed, LATERAL (
        SELECT l.latest_version, l.latest_key, l.description, l.licenses, l.tags, l.deprecated FROM package_listings l
        WHERE l.package_id = p.id AND l.${inScope} ORDER BY l.latest_key DESC NULLS LAST, l.repo LIMIT 1
      ) newest
    ) shown`;
}

export function licensesOf(names: readonly string[]): License[] {
  return names.map((name) => ({ name, source: 'package' }));
}

export function packageNode(row: PackageRow): Package {
  const { type, name, modified, released, versions } = row;
  return {
    id: packageIdOf({ type, name }),
    name,
    packageType: type,
    description: row.description,
    created: new Date(row.created).toISOString(),
    modified: new Date(modified).toISOString(),
    latestVersion: row.latest,
    versionsCount: versions,
    tags: row.tags,
    licenses: licensesOf(row.licenses),
    stats: { downloads: row.downloads, followers: row.followers },
    vulnerabilities: vulnerabilitiesOf(row.scan),
    operationalRisk: operationalRisk({
      deprecated: row.deprecated,
      released,
      versions,
      latest: true,
    }),
  };
}
