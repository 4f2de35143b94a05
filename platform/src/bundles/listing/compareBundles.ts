import type { BundleComparison } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { packagesTypeOf } from '../../repositories/PackageType.ts';
import type { BundleVersion } from '../content/bundleRows.ts';

/** Maximum lines of a response. */
const maxLines = 1000;

/** Returns the changes between two versions: packages, and files by repository and path. */
export async function compareBundles(from: BundleVersion, to: BundleVersion): Promise<BundleComparison> {
  const both = sql`(SELECT * FROM release_bundle_artifacts WHERE bundle_id = ${from.id}::bigint) a
    FULL JOIN (SELECT * FROM release_bundle_artifacts WHERE bundle_id = ${to.id}::bigint) b ON b.repo = a.repo AND b.path = a.path`;
  const { rows } = await db().execute<
    Omit<BundleComparison, 'lines' | 'bytes'> & Record<string, unknown>
  >(sql`
    SELECT count(*) FILTER (WHERE a.path IS NULL)::integer AS added, count(*) FILTER (WHERE b.path IS NULL)::integer AS removed,
      count(*) FILTER (WHERE a.sha256 <> b.sha256)::integer AS changed, count(*) FILTER (WHERE a.sha256 = b.sha256)::integer AS same
    FROM ${both}`);
  const { rows: lines } = await db().execute<BundleComparison['lines'][number]>(sql`
    SELECT CASE WHEN a.path IS NULL THEN 'added' WHEN b.path IS NULL THEN 'removed' ELSE 'changed' END AS what,
      coalesce(b.repo, a.repo) || '/' || coalesce(b.path, a.path) AS path, b.size::float8 AS size, a.size::float8 AS before
    FROM ${both} WHERE a.sha256 IS DISTINCT FROM b.sha256 ORDER BY 2 LIMIT ${maxLines}`);
  const packages = await comparePackages(from, to);
  const { added = 0, removed = 0, changed = 0, same = 0 } = rows[0] ?? {};
  return {
    ...{ packages: packages.slice(0, maxLines), changedPackages: packages.length },
    ...{ added, removed, changed, same, bytes: to.bytes - from.bytes, lines },
  };
}

type ComparedPackage = BundleComparison['packages'][number];

/** A package in one of the two bundle versions. */
interface Side {
  versions: string[];
  /** Identifies the content of all versions. */
  content: string;
}

/**
 * The packages with other versions or other content, by name. Repositories don't matter, and files
 * that are packages of their own are compared as files.
 */
async function comparePackages(from: BundleVersion, to: BundleVersion): Promise<ComparedPackage[]> {
  const { rows } = await db().execute<
    { type: string; name: string; before: Side | null; now: Side | null } & Record<string, unknown>
  >(sql`
    WITH side AS (
      SELECT bundle_id AS bundle, package_type AS type, package_name AS name, jsonb_build_object(
        'versions', jsonb_agg(DISTINCT package_version), 'content', md5(string_agg(DISTINCT sha256, '' ORDER BY sha256))) AS side
      FROM release_bundle_artifacts
      WHERE bundle_id IN (${from.id}::bigint, ${to.id}::bigint) AND package_name <> path AND package_version IS NOT NULL
      GROUP BY 1, 2, 3
    )
    SELECT coalesce(b.type, a.type) AS type, coalesce(b.name, a.name) AS name, a.side AS before, b.side AS now
    FROM (SELECT * FROM side WHERE bundle = ${from.id}::bigint) a
    FULL JOIN (SELECT * FROM side WHERE bundle = ${to.id}::bigint) b ON b.type = a.type AND b.name = a.name
    WHERE a.side->>'content' IS DISTINCT FROM b.side->>'content' ORDER BY 2, 1`);
  return rows.map(({ type, name, before, now }) => ({
    what: before && now ? 'changed' : now ? 'added' : 'removed',
    ...{ type: packagesTypeOf(type), name, before: before?.versions ?? [], now: now?.versions ?? [] },
  }));
}
