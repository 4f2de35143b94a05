import type { CollectionRun } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import type { Collected } from './collect.ts';

/** Stored runs. */
const keptRuns = 50;
const text = (column: string) =>
  sql.raw(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
const isOpen = sql.raw("state IN ('waiting', 'running')");

/** Adds a run and returns its ID, or undefined if another one is unfinished. */
export async function addRun(options: {
  dry: boolean;
  untagged: boolean;
  by: string;
}): Promise<string | undefined> {
  const { dry, untagged, by } = options;
  const { rows } = await db().execute<{ id: string }>(sql`
    INSERT INTO collection_runs (dry, untagged, requested_by) VALUES (${dry}, ${untagged}, ${by})
    ON CONFLICT DO NOTHING RETURNING id::text`);
  return rows[0]?.id;
}

/** Adds a scheduled run that has ended. */
export async function addFinishedRun({ files, bytes }: Collected, started: Date): Promise<void> {
  await db().execute(sql`
    INSERT INTO collection_runs
      (dry, untagged, requested_by, state, requested, started, ended, files, file_bytes, blobs, blob_bytes)
    VALUES (false, false, '', 'finished', ${started.toISOString()}::timestamptz, ${started.toISOString()}::timestamptz,
      now(), ${files.count}, ${files.size}, ${bytes.count}, ${bytes.size})`);
}

/** Newest first. */
export async function listRuns(): Promise<CollectionRun[]> {
  const { rows } = await db().execute<CollectionRun & Record<string, unknown>>(sql`
    SELECT id::text, dry, untagged, requested_by AS "requestedBy", state, ${text('requested')} AS requested,
      ${text('started')} AS started, ${text('ended')} AS ended, error, examples,
      jsonb_build_object('count', files, 'size', file_bytes) AS files,
      jsonb_build_object('count', blobs, 'size', blob_bytes) AS bytes
    FROM collection_runs ORDER BY id DESC LIMIT ${keptRuns}`);
  return rows;
}

export async function findOpenRun(): Promise<CollectionRun | undefined> {
  return (await listRuns()).find(({ state }) => state === 'waiting' || state === 'running');
}

export async function hasOpenRun(): Promise<boolean> {
  const { rowCount } = await db().execute(sql`SELECT FROM collection_runs WHERE ${isOpen}`);
  return Boolean(rowCount);
}

/** Stores how far an unfinished run is. */
export async function saveProgress(
  id: string,
  { files, bytes }: Collected,
  examples: CollectionRun['examples'],
): Promise<void> {
  await db().execute(sql`
    UPDATE collection_runs SET state = 'running', started = coalesce(started, now()), files = ${files.count},
      file_bytes = ${files.size}, blobs = ${bytes.count}, blob_bytes = ${bytes.size},
      examples = ${JSON.stringify(examples)}::jsonb
    WHERE id = ${id}::bigint AND ${isOpen}`);
}

/** Ends a run. `error`: why it failed. */
export async function endRun(id: string, error?: string): Promise<void> {
  await db().execute(sql`
    UPDATE collection_runs SET state = ${error === undefined ? 'finished' : 'failed'}, ended = now(),
      error = ${error ?? null} WHERE id = ${id}::bigint AND ${isOpen}`);
  await db().execute(sql`
    DELETE FROM collection_runs WHERE NOT ${isOpen}
      AND id <= (SELECT max(id) FROM collection_runs) - ${keptRuns}`);
}
