import { sql } from 'drizzle-orm';
import { db } from '../database/db.ts';
import type { CountedFiles } from '../files/downloads.ts';
import { indexChanged } from './indexChanges.ts';
import { everywhere } from './listings.ts';

/**
 * Counts downloads of versions by their lead files, in total and by day, and of their packages, in
 * the current transaction. Returns the uncounted files, whose packages are locked by another
 * transaction.
 */
export async function countVersionDownloads(files: CountedFiles): Promise<string[]> {
  const ids = sql.param(files.map(({ id }) => id));
  const leading = await db().execute<{ file: string; version: string; package: string; repo: string }>(sql`
    SELECT f.id::text AS file, v.id::text AS version, v.package_id::text AS package, v.repo
    FROM files f JOIN version_files vf ON vf.file_id = f.id JOIN versions v ON v.id = vf.version_id
    WHERE f.id = ANY(${ids}::bigint[]) AND v.lead_path = f.path`);
  if (!leading.rows.length) return [];
  indexChanged();
  const packages = sql.param([...new Set(leading.rows.map((row) => row.package))]);
  const locked = await db().execute<{ id: string }>(sql`
    SELECT id::text FROM packages WHERE id = ANY(${packages}::bigint[]) FOR NO KEY UPDATE SKIP LOCKED`);
  const ours = new Set(locked.rows.map(({ id }) => id));
  const busy = new Set(leading.rows.filter((row) => !ours.has(row.package)).map(({ file }) => file));
  const counted = leading.rows.filter(({ file }) => !busy.has(file));
  const counts = new Map(files.map(({ id, count }) => [id, count]));
  await db().execute(sql`
    WITH counted AS (
      SELECT * FROM unnest(${sql.param(counted.map((row) => row.version))}::bigint[],
        ${sql.param(counted.map((row) => row.package))}::bigint[], ${sql.param(counted.map((row) => row.repo))}::text[],
        ${sql.param(counted.map(({ file }) => counts.get(file) ?? 0))}::bigint[]) AS c (version, package, repo, count)
    ), of_versions AS (
      UPDATE versions v SET downloads = v.downloads + c.count
      FROM (SELECT version, sum(count) AS count FROM counted GROUP BY version) c WHERE v.id = c.version
    ), of_days AS (
      INSERT INTO version_downloads AS d (version_id, day, downloads)
      SELECT version, (now() AT TIME ZONE 'UTC')::date, sum(count) FROM counted GROUP BY version ORDER BY version
      ON CONFLICT (version_id, day) DO UPDATE SET downloads = d.downloads + excluded.downloads
    )
    UPDATE package_listings l SET downloads = l.downloads + c.count
    FROM (
      SELECT package, scope, sum(count) AS count FROM counted, LATERAL (VALUES (repo), (${everywhere})) s (scope)
      GROUP BY package, scope
    ) c WHERE l.package_id = c.package AND l.repo = c.scope`);
  return [...busy];
}
