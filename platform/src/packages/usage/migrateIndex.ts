import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { db, transaction, withStorage } from '../../database/db.ts';
import type { Storage } from '../../storage/storage.ts';

/** Packages at once, and milliseconds between: publishing goes on meanwhile. */
const slice = 200;
const pause = 20;
/** Milliseconds until what failed is tried again. */
const afterFailure = 60_000;

/** Works out anew what an upgrade asks for, slice by slice from where it was left, for as long as the server runs. */
export function migrateIndex(app: FastifyInstance, storage: Storage): void {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let closed = false;
  const later = (wait: number) => {
    if (closed) return;
    timer = setTimeout(() => {
      running = withStorage(storage, nextSlice).then(
        (more) => (more ? later(pause) : undefined),
        (error: unknown) => {
          app.log.error({ err: error }, 'the index could not be brought up to date yet');
          later(afterFailure);
        },
      );
    }, wait).unref();
  };
  app.addHook('onReady', async () => later(pause));
  app.addHook('onClose', async () => {
    closed = true;
    clearTimeout(timer);
    await running;
  });
}

/** Whether there is more to do. Of several nodes one works at a time. */
export async function nextSlice(): Promise<boolean> {
  return transaction(async () => {
    const { rows } = await db().execute<{ after: string }>(sql`
      SELECT after_id::text AS after FROM index_migrations
      WHERE name = 'dependents' AND finished IS NULL FOR UPDATE SKIP LOCKED`);
    const [migration] = rows;
    if (!migration) return false;
    // The packages' rows are held, in the order in which everybody takes them.
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

/** What is not done yet. */
export async function runningMigrations(): Promise<{ name: string; done: number; total: number }[]> {
  const { rows } = await db().execute<{ name: string; done: number; total: number }>(sql`
    SELECT name, done::float8 AS done, total::float8 AS total FROM index_migrations WHERE finished IS NULL ORDER BY name`);
  return rows;
}
