import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { db, transaction } from '../../database/db.ts';
import type { Platform } from '../../platform/Platform.ts';

/**
 * Packages per transaction, and milliseconds between transactions: clients publish concurrently.
 */
const slice = 200;
const pause = 20;

/** Defines the job that updates the index after an upgrade. */
export function defineMigrationJob(platform: Platform): void {
  platform.jobs.define({
    name: 'migrate-index',
    description: 'Updates the package index after an upgrade',
    cluster: 'one',
    // Runs once: only an upgrade adds work. A failed run is retried.
    first: 0,
    pending: async () => (await runningMigrations()).length > 0,
    async run(signal) {
      while (!signal.aborted && (await nextSlice()))
        await delay(pause, undefined, { signal }).catch(() => undefined);
    },
  });
}

/** Whether there is more to do. Only one node works at a time. */
export async function nextSlice(): Promise<boolean> {
  return transaction(async () => {
    const { rows } = await db().execute<{ after: string }>(sql`
      SELECT after_id::text AS after FROM index_migrations
      WHERE name = 'dependents' AND finished IS NULL FOR UPDATE SKIP LOCKED`);
    const [migration] = rows;
    if (!migration) return false;
    // Locks the package rows in the same order as all other transactions.
    const { rows: packages } = await db().execute<{ id: string }>(sql`
      SELECT id::text FROM packages WHERE id > ${migration.after} ORDER BY id LIMIT ${slice} FOR NO KEY UPDATE`);
    const ids = packages.map(({ id }) => id);
    await db().execute(sql`
      SELECT refresh_dependents(array_agg(l.package_id), array_agg(l.repo)) FROM package_listings l
      WHERE l.package_id = ANY(${sql.param(ids)}::bigint[]) AND l.repo <> '*'`);
    await db().execute(sql`
      UPDATE index_migrations SET after_id = ${ids.at(-1) ?? migration.after}, done = least(total, done + ${ids.length}),
        finished = CASE WHEN ${ids.length < slice}::boolean THEN now() END
      WHERE name = 'dependents'`);
    return ids.length === slice;
  });
}

/** Migrations in progress. */
export async function runningMigrations(): Promise<{ name: string; done: number; total: number }[]> {
  const { rows } = await db().execute<{ name: string; done: number; total: number }>(sql`
    SELECT name, done::float8 AS done, total::float8 AS total FROM index_migrations WHERE finished IS NULL ORDER BY name`);
  return rows;
}
