import { sql } from 'drizzle-orm';
import { db, transaction } from '../../database/db.ts';
import { notifyAdministrators } from '../../notifications/administrators.ts';

/** Threshold of a quota in percent that is reached; 0: none. */
export type Level = 0 | 80 | 100;

/** Usage of a quota. */
export interface Usage {
  /** `repository://KEY` or `project://KEY`. */
  readonly subject: string;
  readonly used: number;
  readonly limit: number;
}

/** Share of the quota by which usage must fall below a threshold before it can be reached again. */
const margin = 0.05;

/** Returns the level of a usage, given the level before. */
export function levelOf({ used, limit }: Usage, before: Level): Level {
  const reaches = (share: number, level: Level) => used >= (before >= level ? share - margin : share) * limit;
  if (reaches(1, 100)) return 100;
  return reaches(0.8, 80) ? 80 : 0;
}

/** Percent of the quota, rounded down: 100 only if it is used up. */
export function percentOf({ used, limit }: Usage): number {
  return Math.floor((100 * used) / limit);
}

/**
 * Stores the level of a quota, and notifies the administrators in the same transaction if it rose:
 * of several nodes, one does. `isRaised` is true on that node.
 */
export async function storeLevel(usage: Usage): Promise<{ level: Level; isRaised: boolean }> {
  const { subject } = usage;
  return transaction(async () => {
    await db().execute(
      sql`INSERT INTO quota_warnings (subject, level) VALUES (${subject}, 0) ON CONFLICT DO NOTHING`,
    );
    const { rows } = await db().execute<{ level: Level }>(
      sql`SELECT level FROM quota_warnings WHERE subject = ${subject} FOR UPDATE`,
    );
    const before = rows[0]?.level ?? 0;
    const level = levelOf(usage, before);
    if (level !== before)
      await db().execute(sql`UPDATE quota_warnings SET level = ${level} WHERE subject = ${subject}`);
    const isRaised = level > before;
    if (isRaised) await notifyAdministrators({ kind: 'quota', subject, item: { share: percentOf(usage) } });
    return { level, isRaised };
  });
}

export async function storedLevels(): Promise<ReadonlyMap<string, Level>> {
  const { rows } = await db().execute<{ subject: string; level: Level }>(
    sql`SELECT subject, level FROM quota_warnings`,
  );
  return new Map(rows.map(({ subject, level }) => [subject, level]));
}

/** Forgets quotas that no longer exist: if they are set again, administrators are warned again. */
export async function keepLevels(subjects: readonly string[]): Promise<void> {
  await db().execute(
    sql`DELETE FROM quota_warnings WHERE subject <> ALL(${sql.param([...subjects])}::text[])`,
  );
}
