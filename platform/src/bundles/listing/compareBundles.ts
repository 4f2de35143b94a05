import type { BundleComparison } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import type { BundleVersion } from '../content/bundleRows.ts';

/** Maximum lines of a response. */
const maxLines = 1000;

/** Returns the changes between two versions, by repository and path. */
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
  const { added = 0, removed = 0, changed = 0, same = 0 } = rows[0] ?? {};
  return { added, removed, changed, same, bytes: to.bytes - from.bytes, lines };
}
