import { sql } from 'drizzle-orm';
import { db } from '../database/db.ts';

/** Key of a row. `node` is empty for a job that runs on one node at a time. */
export interface JobKey {
  name: string;
  node: string;
}

/** Lease of the node that runs the job. `lease` is in seconds. */
export interface Lease {
  holder: string;
  lease: number;
}

export interface TakeOptions extends Lease {
  /** There is work, regardless of the schedule. A failed job still waits for its retry. */
  woken: boolean;
  /** Seconds by which a run can start before it is due, so that several start together. */
  early: number;
}

/** `wait`: seconds until the next attempt makes sense. */
export type Taken = { taken: true; failures: number } | { taken: false; failures: number; wait: number };

const leaseEnd = (seconds: number) => sql`now() + ${seconds}::float8 * interval '1 second'`;

/** Acquires the job for this node, if it is due and no other node runs it. */
export async function takeJob({ name, node }: JobKey, options: TakeOptions): Promise<Taken> {
  const { holder, lease, woken, early } = options;
  const { rows } = await db().execute<{ failures: number }>(sql`
    INSERT INTO jobs AS j (name, node, leased_by, leased_until, started)
    VALUES (${name}, ${node}, ${holder}, ${leaseEnd(lease)}, now())
    ON CONFLICT (name, node) DO UPDATE SET leased_by = excluded.leased_by, leased_until = excluded.leased_until,
      started = excluded.started, requested = NULL
    WHERE (j.leased_until IS NULL OR j.leased_until <= now() OR j.leased_by = excluded.leased_by)
      AND (j.leased_by IS NOT NULL OR j.requested IS NOT NULL OR j.next_run IS NULL
        OR j.next_run <= ${leaseEnd(early)} OR (${woken}::boolean AND j.failures = 0))
    RETURNING j.failures`);
  if (rows[0]) return { taken: true, failures: rows[0].failures };
  // The node that runs it now may have missed the new work, so it runs once more.
  const found = await db().execute<{ failures: number; wait: number | null }>(sql`
    UPDATE jobs SET requested = CASE WHEN ${woken}::boolean AND leased_until > now() THEN now() ELSE requested END
    WHERE name = ${name} AND node = ${node}
    RETURNING failures, extract(epoch FROM coalesce(leased_until, next_run) - now())::float8 AS wait`);
  return {
    taken: false,
    failures: found.rows[0]?.failures ?? 0,
    wait: Math.max(found.rows[0]?.wait ?? 0, 1),
  };
}

/** Returns `false` if another node has taken over. */
export async function renewLease({ name, node }: JobKey, { holder, lease }: Lease): Promise<boolean> {
  const { rowCount } = await db().execute(sql`
    UPDATE jobs SET leased_until = ${leaseEnd(lease)}
    WHERE name = ${name} AND node = ${node} AND leased_by = ${holder}`);
  return rowCount === 1;
}

export interface Outcome {
  /** In milliseconds. */
  duration: number;
  failures: number;
  error: string | null;
  /** Seconds until the next run, or null if it runs only when woken. */
  next: number | null;
}

/** Records a finished run. Returns whether other nodes have requested another one. */
export async function releaseJob({ name, node }: JobKey, holder: string, outcome: Outcome): Promise<boolean> {
  const { duration, failures, error, next } = outcome;
  const { rows } = await db().execute<{ requested: boolean }>(sql`
    UPDATE jobs SET leased_by = NULL, leased_until = NULL, ended = now(), duration = ${duration}, failures = ${failures},
      error = ${error}, next_run = now() + ${next}::float8 * interval '1 second'
    WHERE name = ${name} AND node = ${node} AND leased_by = ${holder} RETURNING requested IS NOT NULL AS requested`);
  return rows[0]?.requested ?? false;
}

/** Releases an aborted run, so that another node, or the next start, continues it. */
export async function abandonJob({ name, node }: JobKey, holder: string): Promise<void> {
  await db().execute(sql`
    UPDATE jobs SET leased_by = NULL, leased_until = NULL, requested = now()
    WHERE name = ${name} AND node = ${node} AND leased_by = ${holder}`);
}

/** Requests a run although the job is not due. */
export async function requestJob({ name, node }: JobKey): Promise<void> {
  await db().execute(sql`
    INSERT INTO jobs (name, node, requested) VALUES (${name}, ${node}, now())
    ON CONFLICT (name, node) DO UPDATE SET requested = now()`);
}

/**
 * Returns jobs that other nodes run or have abandoned, with the seconds until this node can acquire
 * them.
 */
export async function jobsOfOthers(holder: string): Promise<{ name: string; wait: number }[]> {
  const { rows } = await db().execute<{ name: string; wait: number }>(sql`
    SELECT name, greatest(0, extract(epoch FROM leased_until - now()))::float8 AS wait FROM jobs
    WHERE node IN ('', ${holder}) AND (leased_by IS NOT NULL OR requested IS NOT NULL)`);
  return rows.map(({ name, wait }) => ({ name, wait: wait ?? 0 }));
}

export interface JobRow extends Record<string, unknown> {
  name: string;
  node: string;
  leased_by: string | null;
  running: boolean;
  started: string | null;
  ended: string | null;
  duration: number | null;
  next_run: string | null;
  failures: number;
  error: string | null;
}

export async function readJobs(): Promise<JobRow[]> {
  const { rows } = await db().execute<JobRow>(sql`
    SELECT name, node, leased_by, coalesce(leased_until > now(), false) AS running, started::text, ended::text, duration,
      next_run::text, failures, error FROM jobs ORDER BY name, node`);
  return rows;
}

/**
 * Deletes the states of nodes and jobs that no longer exist. Returns the number of deleted rows.
 */
export async function deleteOldJobs(): Promise<number> {
  const { rowCount } = await db().execute(sql`
    DELETE FROM jobs WHERE coalesce(started, requested) < now() - interval '30 days' AND leased_by IS NULL`);
  return rowCount ?? 0;
}
