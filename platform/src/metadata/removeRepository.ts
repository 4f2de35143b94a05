import { sql } from 'drizzle-orm';
import { db } from '../storage/db.ts';
import { indexChanged } from './indexChanges.ts';
import { everywhere, refreshListing } from './listings.ts';

/**
 * Takes all that the repository holds out of the index, in the current transaction, which may take its time: packages that
 * no other repository holds go, the others are summed up anew.
 */
export async function removeRepositoryFromIndex(repo: string): Promise<void> {
  indexChanged();
  await db().execute(sql`SET LOCAL statement_timeout = 0`);
  // In the order in which nobody else takes more than one: no dead lock with publishers.
  await db().execute(sql`
    SELECT FROM packages WHERE id IN (SELECT package_id FROM package_listings WHERE repo = ${repo})
    ORDER BY id FOR NO KEY UPDATE`);
  const shared = await db().execute<{ id: string; other: string }>(sql`
    SELECT l.package_id::text AS id, min(o.repo) AS other FROM package_listings l
    JOIN package_listings o ON o.package_id = l.package_id AND o.repo NOT IN (${repo}, ${everywhere})
    WHERE l.repo = ${repo} GROUP BY l.package_id`);
  const sharedIds = sql.param(shared.rows.map(({ id }) => id));
  await db().execute(sql`
    WITH gone AS (
      SELECT package_id, type FROM package_listings
      WHERE repo = ${repo} AND package_id <> ALL(${sharedIds}::bigint[])
    ), counted AS (
      INSERT INTO package_counts AS c (repo, type, slot, packages)
      SELECT ${everywhere}, type, 0, -count(*) FROM gone GROUP BY type
      ON CONFLICT (repo, type, slot) DO UPDATE SET packages = c.packages + excluded.packages
    )
    DELETE FROM packages WHERE id IN (SELECT package_id FROM gone)`);
  await db().execute(sql`DELETE FROM versions WHERE repo = ${repo}`);
  await db().execute(sql`DELETE FROM package_tags WHERE repo = ${repo}`);
  await db().execute(sql`DELETE FROM package_listings WHERE repo = ${repo}`);
  await db().execute(sql`DELETE FROM package_counts WHERE repo = ${repo}`);
  for (const { id, other } of shared.rows) await refreshListing(id, other);
}
