import type { CleanupRun, CleanupSettings } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { db, transaction } from '../../database/db.ts';

export interface Run extends Record<string, unknown> {
  id: string;
  policy: string;
  settings: CleanupSettings;
  dry: boolean;
  state: CleanupRun['state'];
  attempts: number;
}

/** Stored runs per policy. */
const keptRuns = 50;
/** Days. */
const keptFor = 400;
const text = (column: string) =>
  sql.raw(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** Adds a run and returns its ID. */
export async function addRun(
  policy: string,
  settings: CleanupSettings,
  options: { dry: boolean; by: string },
): Promise<string> {
  const { rows } = await db().execute<{ id: string }>(sql`
    INSERT INTO cleanup_runs (policy, settings, dry, requested_by)
    VALUES (${policy}, ${JSON.stringify(settings)}::jsonb, ${options.dry}, ${options.by}) RETURNING id::text`);
  return rows[0]?.id ?? '';
}

/**
 * Adds a run and returns its ID; `undefined` while the policy has an unfinished one. Concurrent
 * calls add a single run.
 */
export function addRunIfIdle(...run: Parameters<typeof addRun>): Promise<string | undefined> {
  const [policy] = run;
  return transaction(async () => {
    await lockRuns(policy);
    return (await hasOpenRun(policy)) ? undefined : addRun(...run);
  });
}

/** Keeps other runs of a policy from being added until the transaction ends. */
export async function lockRuns(policy: string): Promise<void> {
  await db().execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`cleanup runs of ${policy}`}, 0))`);
}

/** Returns the oldest unfinished run. */
export async function nextRun(): Promise<Run | undefined> {
  const { rows } = await db().execute<Run>(sql`
    SELECT id::text, policy, settings, dry, state, attempts FROM cleanup_runs
    WHERE state NOT IN ('finished', 'failed') ORDER BY id LIMIT 1`);
  return rows[0];
}

export async function setState(id: string, state: CleanupRun['state']): Promise<void> {
  const ended = state === 'finished' || state === 'failed' ? sql`, ended = now()` : sql``;
  await db().execute(sql`
    UPDATE cleanup_runs SET state = ${state}, started = coalesce(started, now()) ${ended} WHERE id = ${id}::bigint`);
}

export async function setBytes(id: string, bytes: { freeable?: number; freed?: number }): Promise<void> {
  const { freeable = null, freed = null } = bytes;
  await db().execute(sql`
    UPDATE cleanup_runs SET freeable_bytes = coalesce(${freeable}::bigint, freeable_bytes),
      freed_bytes = coalesce(${freed}::bigint, freed_bytes) WHERE id = ${id}::bigint`);
}

/**
 * Records a failed attempt, or with `null` a successful one. Returns the number of consecutive
 * failures.
 */
export async function noteFailure(id: string, error: string | null): Promise<number> {
  const { rows } = await db().execute<{ attempts: number }>(sql`
    UPDATE cleanup_runs SET error = ${error}, attempts = ${error === null ? sql`0` : sql`attempts + 1`}
    WHERE id = ${id}::bigint RETURNING attempts`);
  return rows[0]?.attempts ?? 0;
}

/** Whether the policy has an unfinished run. */
export async function hasOpenRun(policy: string): Promise<boolean> {
  const { rowCount } = await db().execute(sql`
    SELECT FROM cleanup_runs WHERE policy = ${policy} AND state NOT IN ('finished', 'failed') LIMIT 1`);
  return Boolean(rowCount);
}

export function listRuns(policy: string): Promise<CleanupRun[]> {
  return select(sql`r.policy = ${policy} ORDER BY r.id DESC LIMIT ${keptRuns}`);
}

export async function findRun(id: string): Promise<CleanupRun | undefined> {
  return (await select(sql`r.id = ${id}::bigint`))[0];
}

/** Returns the last run of each policy. */
export async function lastRuns(): Promise<Map<string, CleanupRun>> {
  const runs = await select(sql`
    r.id IN (SELECT max(id) FROM cleanup_runs WHERE policy IN (SELECT key FROM cleanup_policies) GROUP BY policy)`);
  return new Map(runs.map((run) => [run.policy, run]));
}

async function select(where: SQL): Promise<CleanupRun[]> {
  const { rows } = await db().execute<CleanupRun & Record<string, unknown>>(sql`
    SELECT r.id::text, r.policy, r.dry, r.requested_by AS "requestedBy", r.state, ${text('r.requested')} AS requested,
      ${text('r.started')} AS started, ${text('r.ended')} AS ended, r.error,
      i.selected, i.deleted, i.kept, i.failed, i.files, i.bytes,
      r.freeable_bytes::float8 AS "freeableBytes", r.freed_bytes::float8 AS "freedBytes"
    FROM cleanup_runs r CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE state = 'selected')::float8 AS selected,
        count(*) FILTER (WHERE state = 'deleted')::float8 AS deleted,
        count(*) FILTER (WHERE state = 'kept')::float8 AS kept,
        count(*) FILTER (WHERE state = 'failed')::float8 AS failed,
        coalesce(sum(files) FILTER (WHERE state IN ('selected', 'deleted')), 0)::float8 AS files,
        coalesce(sum(bytes) FILTER (WHERE state IN ('selected', 'deleted')), 0)::float8 AS bytes
      FROM cleanup_items WHERE run = r.id) i
    WHERE ${where}`);
  return rows;
}

/** Deletes old runs, a few at a time, because each can have many items. */
export async function dropOldRuns(): Promise<number> {
  const { rows } = await db().execute<{ id: string }>(sql`
    SELECT id::text FROM (SELECT id, requested, state, row_number() OVER (PARTITION BY policy ORDER BY id DESC) AS place
      FROM cleanup_runs) r
    WHERE state IN ('finished', 'failed') AND (place > ${keptRuns} OR requested < now() - make_interval(days => ${keptFor}))
    ORDER BY id LIMIT 100`);
  for (const { id } of rows) {
    await deleteItems(id);
    await db().execute(sql`DELETE FROM cleanup_runs WHERE id = ${id}::bigint`);
  }
  return rows.length;
}

/** Deletes the items of a run whose selection starts over. */
export async function deleteItems(id: string): Promise<void> {
  for (;;) {
    const { rowCount } = await db().execute(sql`
      DELETE FROM cleanup_items WHERE run = ${id}::bigint AND number IN (
        SELECT number FROM cleanup_items WHERE run = ${id}::bigint LIMIT 2000)`);
    if (!rowCount) return;
  }
}
