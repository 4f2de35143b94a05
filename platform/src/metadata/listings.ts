import { type SQL, sql } from 'drizzle-orm';
import { db } from '../storage/db.ts';
import { indexChanged } from './indexChanges.ts';

/** In place of a repository: all of them together. */
export const everywhere = '*';

/**
 * Sums up the package's versions, for the repository and over all. What it shows is the version tagged `latest`, or
 * the newest release, or the newest prerelease. The caller holds the package's row.
 */
export async function refreshListing(packageId: string, repo: string): Promise<void> {
  indexChanged();
  const result = await db().execute<{ repo: string; type: string; inserted: boolean }>(sql`
    INSERT INTO package_listings (package_id, repo, type, name_lower, created, modified, downloads, versions_count,
      latest_version, latest_key, description, licenses, tags)
    SELECT p.id, scope.repo, p.type, p.name_lower, summed.created, summed.modified, summed.downloads, summed.versions,
      latest.name, latest.sort_key, details.description, latest.licenses, coalesce(details.keywords, '{}')
    FROM packages p
    CROSS JOIN (VALUES (${repo}), (${everywhere})) AS scope (repo)
    CROSS JOIN LATERAL (
      SELECT min(v.created) AS created, max(v.modified) AS modified, sum(v.downloads) AS downloads,
        count(DISTINCT v.name) AS versions
      FROM versions v WHERE v.package_id = p.id AND (scope.repo = ${everywhere} OR v.repo = scope.repo)
    ) summed
    CROSS JOIN LATERAL (
      SELECT v.id, v.name, v.sort_key, v.licenses FROM versions v
      LEFT JOIN package_tags t
        ON t.package_id = p.id AND t.repo = v.repo AND t.tag = 'latest' AND t.version = v.name
      WHERE v.package_id = p.id AND (scope.repo = ${everywhere} OR v.repo = scope.repo)
      ORDER BY (t.version IS NULL), v.prerelease, v.sort_key DESC, v.name, v.repo LIMIT 1
    ) latest
    LEFT JOIN version_details details ON details.version_id = latest.id
    WHERE p.id = ${packageId}
    ON CONFLICT (package_id, repo) DO UPDATE
    SET created = excluded.created, modified = excluded.modified, downloads = excluded.downloads,
      versions_count = excluded.versions_count, latest_version = excluded.latest_version,
      latest_key = excluded.latest_key, description = excluded.description, licenses = excluded.licenses,
      tags = excluded.tags
    RETURNING repo, type, (xmax = 0) AS inserted`);
  const added = result.rows.filter(({ inserted }) => inserted);
  if (added[0])
    await changePackageCounts(
      added.map((row) => row.repo),
      added[0].type,
      1,
    );
}

/** Of a package that the repository holds no more; with its last repository the package itself is gone. */
export async function removeListing(packageId: string, repo: string): Promise<void> {
  indexChanged();
  const removed = await remove(sql`package_id = ${packageId} AND repo = ${repo}`);
  if (!removed) return;
  await changePackageCounts([repo], removed.type, -1);
  const left = await db().execute<{ repo: string }>(sql`
    SELECT repo FROM versions WHERE package_id = ${packageId} LIMIT 1`);
  if (left.rows[0]) return refreshListing(packageId, left.rows[0].repo);
  await remove(sql`package_id = ${packageId} AND repo = ${everywhere}`);
  await changePackageCounts([everywhere], removed.type, -1);
  await db().execute(sql`DELETE FROM packages WHERE id = ${packageId}`);
}

async function remove(where: SQL): Promise<{ type: string } | undefined> {
  const result = await db().execute<{ type: string }>(sql`
    DELETE FROM package_listings WHERE ${where} RETURNING type`);
  return result.rows[0];
}

/** Slots keep publishers of new packages from waiting for each other's row. */
async function changePackageCounts(repos: string[], type: string, by: number): Promise<void> {
  await db().execute(sql`
    INSERT INTO package_counts AS c (repo, type, slot, packages)
    SELECT repo, ${type}::text, pg_backend_pid() % 16, ${by}::bigint FROM unnest(${sql.param(repos)}::text[]) AS repo
    ON CONFLICT (repo, type, slot) DO UPDATE SET packages = c.packages + excluded.packages`);
}
