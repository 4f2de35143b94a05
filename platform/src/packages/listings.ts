import { type SQL, sql } from 'drizzle-orm';
import { db } from '../database/db.ts';
import { indexChanged } from './indexChanges.ts';
import { keepNames } from './ownedNames.ts';

/** Repository key of listings over all repositories. */
export const everywhere = '*';

/**
 * Rebuilds the listings of a package, for the repository and over all repositories, from its
 * versions. A listing shows the version tagged `latest`, else the newest release, else the newest
 * prerelease. The caller must hold the lock on the package's row.
 */
export async function refreshListing(packageId: string, repo: string): Promise<void> {
  indexChanged();
  await db().execute(sql`SELECT refresh_listings(ARRAY[${packageId}]::bigint[], ARRAY[${repo}]::text[])`);
}

/**
 * Removes the listing of a package without versions in the repository, and the package with its
 * last listing. The repository keeps owning the name.
 */
export async function removeListing(packageId: string, repo: string): Promise<void> {
  indexChanged();
  const removed = await remove(sql`package_id = ${packageId} AND repo = ${repo}`);
  if (!removed) return;
  await keepNames(repo, removed.type, [removed.name]);
  await changePackageCounts([repo], removed.type, -1);
  const left = await db().execute<{ repo: string }>(sql`
    SELECT repo FROM versions WHERE package_id = ${packageId} LIMIT 1`);
  if (left.rows[0]) return refreshListing(packageId, left.rows[0].repo);
  await remove(sql`package_id = ${packageId} AND repo = ${everywhere}`);
  await changePackageCounts([everywhere], removed.type, -1);
  await db().execute(sql`DELETE FROM packages WHERE id = ${packageId}`);
}

/** Like `removeListing`, for many packages of one type. The caller must hold their row locks. */
export async function removeListings(
  packageIds: readonly string[],
  type: string,
  repo: string,
): Promise<void> {
  indexChanged();
  const ids = (from: readonly string[]) => sql`ANY(${sql.param(from)}::bigint[])`;
  const removed = await db().execute<{ id: string; name: string }>(sql`
    DELETE FROM package_listings WHERE package_id = ${ids(packageIds)} AND repo = ${repo}
    RETURNING package_id::text AS id, name`);
  const gone = new Set(removed.rows.map(({ id }) => id));
  if (gone.size === 0) return;
  const names = removed.rows.map(({ name }) => name);
  await keepNames(repo, type, names);
  await changePackageCounts([repo], type, -gone.size);
  const left = await db().execute<{ id: string; repo: string }>(sql`
    SELECT DISTINCT ON (package_id) package_id::text AS id, repo FROM versions WHERE package_id = ${ids([...gone])}`);
  for (const elsewhere of left.rows) {
    gone.delete(elsewhere.id);
    await refreshListing(elsewhere.id, elsewhere.repo);
  }
  if (gone.size === 0) return;
  await db().execute(
    sql`DELETE FROM package_listings WHERE package_id = ${ids([...gone])} AND repo = ${everywhere}`,
  );
  await changePackageCounts([everywhere], type, -gone.size);
  await db().execute(sql`DELETE FROM packages WHERE id = ${ids([...gone])}`);
}

async function remove(where: SQL): Promise<{ type: string; name: string } | undefined> {
  const result = await db().execute<{ type: string; name: string }>(sql`
    DELETE FROM package_listings WHERE ${where} RETURNING type, name`);
  return result.rows[0];
}

/** Slots prevent contention between publishers of new packages on one row. */
async function changePackageCounts(repos: string[], type: string, by: number): Promise<void> {
  await db().execute(sql`
    INSERT INTO package_counts AS c (repo, type, slot, packages)
    SELECT repo, ${type}::text, pg_backend_pid() % 16, ${by}::bigint FROM unnest(${sql.param(repos)}::text[]) AS repo
    ON CONFLICT (repo, type, slot) DO UPDATE SET packages = c.packages + excluded.packages`);
}
