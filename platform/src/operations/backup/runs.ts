import type { BackupRun } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import type { BackupProgress } from './BackupOptions.ts';
import type { BackupResult } from './createBackup.ts';
import { deleteOldRuns, maxListed } from './oldRuns.ts';

/** Number of attempts, each ended by a crash, after which a backup is abandoned. */
const maxAttempts = 3;

export interface RunRow {
  id: number;
  state: BackupRun['state'];
  target: string;
  requested: string;
  requestedBy: string | null;
  node: string | null;
  started: string | null;
  ended: string | null;
  phase: NonNullable<BackupRun['phase']> | null;
  done: number;
  total: number;
  name: string | null;
  databaseBytes: number | null;
  blobs: number | null;
  blobBytes: number | null;
  copiedBytes: number | null;
  missingBlobs: number | null;
  error: string | null;
}

const columns =
  sql.raw(`id::float8 AS id, state, target, requested::text, requested_by AS "requestedBy", node, started::text,
  ended::text, phase, done::float8 AS done, total::float8 AS total, name, database_bytes::float8 AS "databaseBytes",
  blob_count::float8 AS blobs, blob_bytes::float8 AS "blobBytes", copied_bytes::float8 AS "copiedBytes",
  missing_blobs::float8 AS "missingBlobs", error`);

type Found = RunRow & Record<string, unknown>;

/** Returns the backups, newest first. */
export async function listRuns(): Promise<RunRow[]> {
  const { rows } = await db().execute<Found>(
    sql`SELECT ${columns} FROM backup_runs ORDER BY requested DESC, id DESC LIMIT ${maxListed}`,
  );
  return rows;
}

/**
 * Requests a backup, unless one is waiting or running, which is returned instead. `by` is null for
 * the schedule.
 */
export async function requestRun(target: string, by: string | null): Promise<RunRow> {
  await db().execute(sql`
    INSERT INTO backup_runs (target, requested_by) SELECT ${target}, ${by}
    WHERE NOT EXISTS (SELECT FROM backup_runs WHERE state IN ('waiting', 'running'))`);
  const { rows } = await db().execute<Found>(
    sql`SELECT ${columns} FROM backup_runs ORDER BY (state IN ('waiting', 'running')) DESC, id DESC LIMIT 1`,
  );
  const [row] = rows;
  if (!row) throw new Error('The database returned no row for the backup');
  return row;
}

/** Returns when the schedule last requested a backup. */
export async function lastScheduled(): Promise<Date | undefined> {
  const { rows } = await db().execute<{ last: string | null }>(
    sql`SELECT max(requested)::text AS last FROM backup_runs WHERE requested_by IS NULL`,
  );
  const last = rows[0]?.last;
  return last ? new Date(last) : undefined;
}

export async function hasUnfinishedRun(): Promise<boolean> {
  const { rows } = await db().execute(
    sql`SELECT 1 FROM backup_runs WHERE state IN ('waiting', 'running') LIMIT 1`,
  );
  return rows.length > 0;
}

/**
 * Starts the oldest pending backup, including one of a node that ended during it. Called by one
 * node only, which holds the job's lease.
 */
export async function beginRun(node: string): Promise<RunRow | undefined> {
  await db().execute(sql`
    UPDATE backup_runs SET state = 'failed', ended = now(), error = 'The server ended during this backup'
    WHERE state IN ('waiting', 'running') AND attempts >= ${maxAttempts}`);
  const { rows } = await db().execute<Found>(sql`
    UPDATE backup_runs SET state = 'running', node = ${node}, attempts = attempts + 1, started = now(), phase = NULL, done = 0,
      total = 0
    WHERE id = (SELECT id FROM backup_runs WHERE state IN ('waiting', 'running') ORDER BY id LIMIT 1)
    RETURNING ${columns}`);
  return rows[0];
}

export async function saveProgress(id: number, { phase, done, total }: BackupProgress): Promise<void> {
  await db().execute(
    sql`UPDATE backup_runs SET phase = ${phase}, done = ${done}, total = ${total} WHERE id = ${id}`,
  );
}

export async function finishRun(id: number, result: BackupResult): Promise<void> {
  const { name, database, blobs, copied, missing, retentionError } = result;
  await db().execute(sql`
    UPDATE backup_runs SET state = 'succeeded', ended = now(), phase = NULL, name = ${name}, database_bytes = ${database},
      blob_count = ${blobs.count}, blob_bytes = ${blobs.bytes}, copied_bytes = ${copied.bytes},
      missing_blobs = ${missing.length}, error = ${retentionError}
    WHERE id = ${id}`);
  await dropOldRuns();
}

export async function failRun(id: number, error: string): Promise<void> {
  await db().execute(sql`
    UPDATE backup_runs SET state = 'failed', ended = now(), phase = NULL, error = ${error.slice(0, 1000)} WHERE id = ${id}`);
  await dropOldRuns();
}

/** Returns a backup to the queue when the server stops, so that the next start continues it. */
export async function returnRun(id: number): Promise<void> {
  await db().execute(
    sql`UPDATE backup_runs SET state = 'waiting', attempts = greatest(attempts - 1, 0) WHERE id = ${id}`,
  );
}

async function dropOldRuns(): Promise<void> {
  await db().execute(sql.raw(deleteOldRuns));
}
