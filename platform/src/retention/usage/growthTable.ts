import type { StorageDay, StorageKind } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';

/** Days of stored history. */
const keptDays = 1100;
const shownDays = 366;
/** Days that the growth in the summary covers. */
const growthDays = 30;

/** The last row of each key on or before a day. */
const stateOn = (day: ReturnType<typeof sql>) => sql`
  SELECT DISTINCT ON (kind, key) kind, key, files, bytes, blobs, stored_bytes FROM storage_growth
  WHERE day <= ${day} ORDER BY kind DESC, key DESC, day DESC`;

/**
 * Records the usage that was just stored as that of `day` (YYYY-MM-DD), in the current transaction,
 * and stores how much each key grew.
 */
export async function recordGrowth(day: string): Promise<void> {
  const today = sql`${day}::date`;
  const before = (days: number) => sql`(${today} - ${sql.raw(String(days))})`;
  await db().execute(sql`DELETE FROM storage_growth WHERE day = ${today}`);
  await db().execute(sql`
    WITH now AS (
      SELECT kind, key, files, bytes, blobs, stored_bytes FROM storage_usage WHERE kind <> 'total'
    ), earlier AS (${stateOn(before(1))})
    INSERT INTO storage_growth (kind, key, day, files, bytes, blobs, stored_bytes)
    SELECT kind, key, ${today}, coalesce(n.files, 0), coalesce(n.bytes, 0), coalesce(n.blobs, 0),
      coalesce(n.stored_bytes, 0)
    FROM now n FULL JOIN earlier e USING (kind, key)
    WHERE (coalesce(n.files, 0), coalesce(n.bytes, 0), coalesce(n.blobs, 0), coalesce(n.stored_bytes, 0))
      IS DISTINCT FROM (e.files, e.bytes, e.blobs, e.stored_bytes)`);
  await db().execute(sql`
    WITH earlier AS (${stateOn(before(growthDays))})
    UPDATE storage_usage u SET grown_bytes = u.stored_bytes - coalesce(e.stored_bytes, 0)
    FROM storage_usage same LEFT JOIN earlier e USING (kind, key)
    WHERE u.kind = same.kind AND u.key = same.key AND u.kind <> 'total'
      AND EXISTS (SELECT FROM storage_growth WHERE day <= ${before(growthDays)})`);
  // Keeps the last row before the period, which is the state at its beginning.
  await db().execute(sql`
    DELETE FROM storage_growth g WHERE day < ${before(keptDays)} AND EXISTS (
      SELECT FROM storage_growth later WHERE later.kind = g.kind AND later.key = g.key
        AND later.day > g.day AND later.day <= ${before(keptDays)})`);
}

/** Returns the days of a key since its first record, oldest first, at most a year. */
export async function readDays(kind: StorageKind, key: string): Promise<StorageDay[]> {
  const today = sql`(now() AT TIME ZONE 'UTC')::date`;
  const own = sql`kind = ${kind} AND key = ${key}`;
  const { rows } = await db().execute<StorageDay & Record<string, unknown>>(sql`
    SELECT d.day::date::text AS day, g.files::float8, g.bytes::float8, g.blobs::float8,
      g.stored_bytes::float8 AS "storedBytes"
    FROM generate_series(
      greatest((SELECT min(day) FROM storage_growth WHERE ${own}), ${today} - ${shownDays - 1}::integer),
      ${today}, interval '1 day') AS d (day)
    CROSS JOIN LATERAL (
      SELECT files, bytes, blobs, stored_bytes FROM storage_growth WHERE ${own} AND storage_growth.day <= d.day
      ORDER BY storage_growth.day DESC LIMIT 1) g ORDER BY d.day`);
  return rows;
}
