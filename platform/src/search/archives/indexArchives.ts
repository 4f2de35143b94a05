import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { db, transaction } from '../../database/db.ts';
import { isUnpacking, untilQuiet } from '../../jobs/serving.ts';
import { onIndexChange } from '../../packages/indexChanges.ts';
import { type ArchiveKind, type ArchiveList, listStored } from './readArchive.ts';

const jobName = 'index-archives';
/** Seconds between two looks for archives that no change of the index announces, such as plain files. */
const interval = 10;
/** Milliseconds from a change of the index to the next look. */
const settle = 2000;
/** How many are taken up at once. */
const atOnce = 20;
/** After each it rests for so many times as long as that took: the server's own work comes first, the more of it there is. */
const restful = 4;
/** The same while somebody is served, as far as that is known, and unpacks what he was given. */
const moreRestful = 20;
/** Milliseconds: what was taken up together is to be done before others take it to be left. */
const longestRest = 20_000;

interface Queued extends Record<string, unknown> {
  sha256: string;
  kind: ArchiveKind;
  size: number | null;
  known: boolean;
}

const unclaimed = sql`(claimed IS NULL OR claimed < now() - interval '10 minutes')`;

async function hasWaiting(): Promise<boolean> {
  const { rows } = await db().execute<{ some: boolean }>(sql`
    SELECT EXISTS (SELECT FROM archive_queue WHERE ${unclaimed}) AS some`);
  return rows[0]?.some ?? false;
}

/** Reads what waits, one after the other; gives how many there were. Each is read once, however many files have its content. */
export async function indexWaiting(
  rest: () => number = () => 0,
  onFailure?: (error: unknown, sha256: string) => void,
  stopped?: AbortSignal,
): Promise<number> {
  // Whoever took one up and did not come back loses it after ten minutes.
  const { rows } = await db().execute<Queued>(sql`
    UPDATE archive_queue q SET claimed = now() FROM (
      SELECT sha256 FROM archive_queue WHERE ${unclaimed}
      ORDER BY queued LIMIT ${atOnce} FOR UPDATE SKIP LOCKED
    ) due WHERE q.sha256 = due.sha256
    RETURNING q.sha256, q.kind, EXISTS (SELECT FROM archives a WHERE a.sha256 = q.sha256) AS known,
      (SELECT size::float8 FROM blobs b WHERE b.sha256 = q.sha256) AS size`);
  for (const { sha256, kind, size, known } of rows) {
    // What is left is free again once its claim has run out.
    if (stopped?.aborted) break;
    const began = performance.now();
    try {
      // Read before; or its last file is gone, and its bytes with it.
      if (known || size === null) await db().execute(sql`DELETE FROM archive_queue WHERE sha256 = ${sha256}`);
      else await keep(sha256, await listStored(kind, sha256, size));
    } catch (error) {
      onFailure?.(error, sha256);
    }
    const pause = Math.min((performance.now() - began) * rest(), longestRest);
    if (pause > 0) await delay(pause, undefined, { signal: stopped }).catch(() => undefined);
  }
  return rows.length;
}

/** Any number that no other program uses. */
const pathsLock = 7_226_481_921;
/** One statement takes so many, so that none is long. */
const slice = 5000;

async function keep(sha256: string, { paths, cut, fault }: ArchiveList): Promise<void> {
  // In one order for all, so that no two wait for each other.
  const sorted = [...paths].sort();
  await transaction(async () => {
    // Paths that stand in no archive are not swept away between these two steps.
    await db().execute(sql`SELECT pg_advisory_xact_lock_shared(${pathsLock})`);
    for (let from = 0; from < sorted.length; from += slice) {
      await db().execute(sql`
        INSERT INTO archive_paths (path)
        SELECT given.path FROM unnest(${sql.param(sorted.slice(from, from + slice))}::text[]) AS given (path)
        WHERE NOT EXISTS (SELECT FROM archive_paths p WHERE p.path = given.path) ON CONFLICT DO NOTHING`);
    }
    const { rows } = await db().execute<{ id: string }>(sql`
      INSERT INTO archives (sha256, entries, cut, fault) VALUES (${sha256}, ${paths.length}, ${cut}, ${fault ?? null})
      ON CONFLICT DO NOTHING RETURNING id::text`);
    const id = rows[0]?.id;
    for (let from = 0; id !== undefined && from < sorted.length; from += slice) {
      await db().execute(sql`
        INSERT INTO archive_entries (path_id, archive_id)
        SELECT p.id, ${id}::bigint FROM unnest(${sql.param(sorted.slice(from, from + slice))}::text[]) AS given (path)
        JOIN archive_paths p ON p.path = given.path ON CONFLICT DO NOTHING`);
    }
    await db().execute(sql`DELETE FROM archive_queue WHERE sha256 = ${sha256}`);
  });
}

/** Forgets archives that no file has any more, and paths that stand in none; gives how many archives. */
export async function forgetArchives(): Promise<number> {
  const gone = await db().execute(sql`
    DELETE FROM archives a WHERE NOT EXISTS (SELECT FROM files f WHERE f.sha256 = a.sha256)`);
  if (gone.rowCount) {
    await transaction(async () => {
      await db().execute(sql`SELECT pg_advisory_xact_lock(${pathsLock})`);
      await db().execute(sql`
        DELETE FROM archive_paths p WHERE NOT EXISTS (SELECT FROM archive_entries e WHERE e.path_id = p.id)`);
    });
  }
  return gone.rowCount ?? 0;
}

/** Defines the job that indexes the contents of archives, after everything else that the server does. */
export function defineArchiveJob(app: FastifyInstance): void {
  onIndexChange(app.platform, () => app.jobs.wake(jobName));
  // Not for requests without a network: tests index archives themselves.
  app.addHook('onListen', async () =>
    app.jobs.define({
      name: jobName,
      description: 'Indexes the contents of archives',
      // Nodes share the work: each archive is claimed by one of them.
      cluster: 'each',
      every: interval,
      settle,
      pending: hasWaiting,
      run: (signal) => indexAll(app.log, signal),
    }),
  );
}

async function indexAll(log: FastifyInstance['log'], signal: AbortSignal): Promise<void> {
  await untilQuiet(signal);
  const rest = () => (isUnpacking() ? moreRestful : restful);
  const failed = (err: unknown, sha256: string) => log.error({ err, sha256 }, 'Failed to read an archive');
  while (!signal.aborted && (await indexWaiting(rest, failed, signal)) === atOnce);
}
