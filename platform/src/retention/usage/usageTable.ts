import { sql } from 'drizzle-orm';
import { db, transaction } from '../../database/db.ts';
import { recordGrowth } from './growthTable.ts';
import type { CountedUsage, Tally, Usage } from './Tally.ts';

/** Days of stored history. */
const keptDays = 1100;
const shownDays = 366;

/** Replaces the counts and today's history entry. */
export async function writeUsage(tally: Tally, calculated: Date): Promise<void> {
  const usage: (Omit<CountedUsage, 'kind'> & { kind: string })[] = tally.usage;
  const column = (name: keyof CountedUsage) => sql.param(usage.map((each) => each[name]));
  await transaction(async () => {
    await db().execute(sql`DELETE FROM storage_usage`);
    await db().execute(sql`
      INSERT INTO storage_usage (kind, key, folders, files, bytes, blobs, stored_bytes, calculated)
      SELECT u.*, ${calculated.toISOString()}::timestamptz FROM unnest(${column('kind')}::text[], ${column('key')}::text[],
        ${column('folders')}::bigint[], ${column('files')}::bigint[], ${column('bytes')}::bigint[],
        ${column('blobs')}::bigint[], ${column('storedBytes')}::bigint[]) AS u`);
    await db().execute(sql`
      INSERT INTO storage_usage (kind, key, files, bytes, blobs, stored_bytes, calculated)
      VALUES ('total', 'stored', 0, 0, ${tally.stored.blobs}, ${tally.stored.bytes}, ${calculated.toISOString()})`);
    await db().execute(sql`
      INSERT INTO storage_history (day, files, bytes, blobs, stored_bytes)
      SELECT (t.calculated AT TIME ZONE 'UTC')::date, t.files, t.bytes, s.blobs, s.stored_bytes
      FROM storage_usage t, storage_usage s WHERE t.kind = 'total' AND t.key = '' AND s.kind = 'total' AND s.key = 'stored'
      ON CONFLICT (day) DO UPDATE SET files = excluded.files, bytes = excluded.bytes, blobs = excluded.blobs,
        stored_bytes = excluded.stored_bytes`);
    await recordGrowth(calculated.toISOString().slice(0, 10));
    await db().execute(
      sql`DELETE FROM storage_history WHERE day < now() - make_interval(days => ${keptDays})`,
    );
  });
}

export interface KnownUsage extends CountedUsage {
  calculated: Date;
  /** Stored bytes added in 30 days. Null: not recorded for that long. */
  grownBytes: number | null;
}

/** Returns the last calculated usage; empty before the first calculation. */
export async function readUsage(): Promise<KnownUsage[]> {
  const { rows } = await db().execute<
    Omit<KnownUsage, 'calculated'> & { at: number } & Record<string, unknown>
  >(sql`
    SELECT kind, key, folders::float8, files::float8, bytes::float8, blobs::float8, stored_bytes::float8 AS "storedBytes",
      grown_bytes::float8 AS "grownBytes", (extract(epoch FROM calculated) * 1000)::float8 AS at FROM storage_usage`);
  return rows.map(({ at, ...usage }) => ({ ...usage, calculated: new Date(at) }));
}

/** Returns the history, oldest first. */
export async function readHistory(): Promise<(Usage & { day: string })[]> {
  const { rows } = await db().execute<Usage & { day: string } & Record<string, unknown>>(sql`
    SELECT day::text, files::float8, bytes::float8, blobs::float8, stored_bytes::float8 AS "storedBytes"
    FROM storage_history ORDER BY day DESC LIMIT ${shownDays}`);
  return rows.reverse();
}
