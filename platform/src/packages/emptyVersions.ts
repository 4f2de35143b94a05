import { sql } from 'drizzle-orm';
import { db, transaction } from '../database/db.ts';
import { refreshListing, removeListings } from './listings.ts';

/**
 * Removes versions without files from the index, in the current transaction. Returns the packages
 * that still have versions in the repository. For bulk deletions.
 */
export async function unindexEmptyVersions(
  repo: string,
  type: string,
  names: readonly string[],
): Promise<string[]> {
  return transaction(async () => {
    // A fixed lock order prevents deadlocks between concurrent deletions.
    const locked = await db().execute<{ id: string; name: string }>(sql`
      SELECT id::text, name FROM packages WHERE type = ${type} AND name = ANY(${sql.param(names)}::text[])
      ORDER BY id FOR NO KEY UPDATE`);
    const nameOf = new Map(locked.rows.map(({ id, name }) => [id, name]));
    const ids = sql`ANY(${sql.param([...nameOf.keys()])}::bigint[])`;
    const removed = await db().execute<{ id: string; version: string }>(sql`
      DELETE FROM versions v WHERE v.package_id = ${ids} AND v.repo = ${repo}
        AND NOT EXISTS (SELECT FROM version_files vf WHERE vf.version_id = v.id)
      RETURNING package_id::text AS id, name AS version`);
    await db().execute(sql`
      DELETE FROM package_tags t USING unnest(${sql.param(removed.rows.map(({ id }) => id))}::bigint[],
        ${sql.param(removed.rows.map(({ version }) => version))}::text[]) AS r (id, version)
      WHERE t.package_id = r.id AND t.repo = ${repo} AND t.version = r.version`);
    const kept = await db().execute<{ id: string }>(sql`
      SELECT DISTINCT package_id::text AS id FROM versions WHERE package_id = ${ids} AND repo = ${repo}`);
    const left = new Set(kept.rows.map(({ id }) => id));
    const changed = new Set(removed.rows.map(({ id }) => id));
    for (const id of left) if (changed.has(id)) await refreshListing(id, repo);
    await removeListings(
      [...changed].filter((id) => !left.has(id)),
      type,
      repo,
    );
    return [...left].flatMap((id) => nameOf.get(id) ?? []);
  });
}
