import { sql } from 'drizzle-orm';
import { db } from '../database/db.ts';
import { indexChanged } from './indexChanges.ts';
import { everywhere, refreshListing } from './listings.ts';
import { forgetNames } from './ownedNames.ts';

/** Packages per statement: no statement may take longer than a request. */
const slice = 1000;

/**
 * Removes a repository from the index, in the current transaction. Deletes packages that no other
 * repository contains, and rebuilds the listings of the others.
 */
export async function removeRepositoryFromIndex(repo: string): Promise<void> {
  indexChanged();
  for (let after = '0'; ; ) {
    // Locks in row order, like all transactions that lock several packages, to prevent deadlocks.
    const { rows } = await db().execute<{ id: string; other: string | null }>(sql`
      WITH held AS MATERIALIZED (
        SELECT l.package_id FROM package_listings l
        WHERE l.repo = ${repo} AND l.package_id > ${after} ORDER BY l.package_id LIMIT ${slice}
      )
      SELECT p.id::text, (SELECT min(o.repo) FROM package_listings o
        WHERE o.package_id = p.id AND o.repo NOT IN (${repo}, ${everywhere})) AS other
      FROM packages p WHERE p.id IN (SELECT package_id FROM held) ORDER BY p.id FOR NO KEY UPDATE OF p`);
    await removePackages(rows.filter(({ other }) => other === null).map(({ id }) => id));
    for (const { id, other } of rows) if (other !== null) await leave(repo, id, other);
    const last = rows.at(-1)?.id;
    if (last === undefined) break;
    after = last;
  }
  await db().execute(sql`DELETE FROM package_counts WHERE repo = ${repo}`);
  await forgetNames(repo);
}

async function removePackages(ids: readonly string[]): Promise<void> {
  if (!ids.length) return;
  await db().execute(sql`
    WITH gone AS (DELETE FROM packages WHERE id = ANY(${sql.param(ids)}::bigint[]) RETURNING type)
    INSERT INTO package_counts AS c (repo, type, slot, packages)
    SELECT ${everywhere}, type, 0, -count(*) FROM gone GROUP BY type
    ON CONFLICT (repo, type, slot) DO UPDATE SET packages = c.packages + excluded.packages`);
}

async function leave(repo: string, packageId: string, other: string): Promise<void> {
  for (const table of ['versions', 'package_tags', 'package_listings']) {
    await db().execute(
      sql`DELETE FROM ${sql.identifier(table)} WHERE package_id = ${packageId} AND repo = ${repo}`,
    );
  }
  await refreshListing(packageId, other);
}
