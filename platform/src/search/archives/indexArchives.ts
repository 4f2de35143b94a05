import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { db, transaction } from '../../database/db.ts';
import type { ArchiveKind } from '../../files/archiveQueue.ts';
import { isUnpacking, untilQuiet } from '../../jobs/serving.ts';
import { onIndexChange } from '../../packages/indexChanges.ts';
import { type ArchiveList, listStored } from './readArchive.ts';

const jobName = 'index-archives';
/** Seconds between checks for archives without an index change, such as plain files. */
const interval = 10;
/** Milliseconds from an index change to the next check. */
const settle = 2000;
/** Archives per batch. */
const batchSize = 20;
/** Pause after each archive, as a multiple of its processing time: requests have priority. */
const pauseFactor = 4;
/** The same while clients download packages and unpack them, as far as known. */
const busyPauseFactor = 20;
/** Maximum milliseconds of a pause: a batch must be done before its claims expire. */
const maxPauseMs = 20_000;

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

/** Returns the number of waiting archives, at most `limit`, and the age of the oldest one. */
async function waitingArchives(limit: number): Promise<{ waiting: number; oldest: number | null }> {
  const { rows } = await db().execute<{ waiting: number; oldest: number | null }>(sql`
    SELECT count(*)::float8 AS waiting, extract(epoch FROM now() - min(queued))::float8 AS oldest FROM (
      SELECT queued FROM archive_queue ORDER BY queued LIMIT ${limit}) waiting`);
  return rows[0] ?? { waiting: 0, oldest: null };
}

/**
 * Indexes waiting archives sequentially and returns their number. Archives are read once,
 * regardless of the number of files with their content.
 */
export async function indexWaiting(
  factor: () => number = () => 0,
  onFailure?: (error: unknown, sha256: string) => void,
  stopped?: AbortSignal,
): Promise<number> {
  // Claims expire after ten minutes, in case a node stops.
  const { rows } = await db().execute<Queued>(sql`
    UPDATE archive_queue q SET claimed = now() FROM (
      SELECT sha256 FROM archive_queue WHERE ${unclaimed}
      ORDER BY queued LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
    ) due WHERE q.sha256 = due.sha256
    RETURNING q.sha256, q.kind, EXISTS (SELECT FROM archives a WHERE a.sha256 = q.sha256) AS known,
      (SELECT size::float8 FROM blobs b WHERE b.sha256 = q.sha256) AS size`);
  for (const { sha256, kind, size, known } of rows) {
    // The others become available again when their claims expire.
    if (stopped?.aborted) break;
    const began = performance.now();
    try {
      // Already indexed; or its last file was deleted, and its content with it.
      if (known || size === null) await db().execute(sql`DELETE FROM archive_queue WHERE sha256 = ${sha256}`);
      else await keep(sha256, await listStored(kind, sha256, size));
    } catch (error) {
      onFailure?.(error, sha256);
    }
    const ms = Math.min((performance.now() - began) * factor(), maxPauseMs);
    if (ms > 0) await delay(ms, undefined, { signal: stopped }).catch(() => undefined);
  }
  return rows.length;
}

/** Arbitrary unique number. */
const pathsLock = 7_226_481_921;
/** Rows per statement, so that none takes long. */
const slice = 5000;

async function keep(sha256: string, { paths, cut, fault }: ArchiveList): Promise<void> {
  // A fixed order prevents deadlocks.
  const sorted = [...paths].sort();
  await transaction(async () => {
    // Prevents the deletion of unused paths between these two steps.
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

/** Deletes archives without files and unused paths. Returns the number of deleted archives. */
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

/** Defines the job that indexes the contents of archives, with the lowest priority. */
export function defineArchiveJob(app: FastifyInstance): void {
  onIndexChange(app.platform, () => app.jobs.wake(jobName));
  app.metrics.queues.add('archive-index', waitingArchives);
  // Only with a network: tests without one index archives themselves.
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
  const factor = () => (isUnpacking() ? busyPauseFactor : pauseFactor);
  const failed = (err: unknown, sha256: string) => log.error({ err, sha256 }, 'Failed to read an archive');
  while (!signal.aborted && (await indexWaiting(factor, failed, signal)) === batchSize);
}
