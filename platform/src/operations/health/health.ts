import { sql } from 'drizzle-orm';
import { noSpaceMessage } from '../../blobs/space/NoSpaceLeft.ts';
import { db } from '../../database/db.ts';
import { blobs, currentStorage } from '../../storage/storage.ts';

/** Timeout of the blob store in milliseconds, because a network share may never respond. */
const timeoutMs = 5000;

/**
 * Returns why the server cannot serve files, or undefined if it can. The cause is passed to `log`.
 */
export async function findProblem(log: (event: string, error: unknown) => void): Promise<string | undefined> {
  const checks = [
    { work: db().execute(sql`select 1`), problem: 'The database is not responding' },
    { work: inTime(blobs().check()), problem: 'The blob store is not available' },
  ];
  const outcomes = await Promise.allSettled(checks.map(({ work }) => work));
  for (const [at, outcome] of outcomes.entries()) {
    if (outcome.status === 'fulfilled') continue;
    const problem = checks[at]?.problem ?? 'Unknown';
    log(problem, outcome.reason);
    return problem;
  }
  return undefined;
}

/** Returns why the server cannot serve some requests, or undefined if it serves all. */
export function findLimit(): string | undefined {
  const { space, integrity } = currentStorage();
  if (space.low) return `${noSpaceMessage}. Writes are rejected.`;
  const { size } = integrity.damaged;
  return size > 0 ? `Stored blobs that are damaged or missing: ${size}` : undefined;
}

export interface HealthState {
  state: 'HEALTHY' | 'DEGRADED' | 'UNHEALTHY';
  /** Empty if healthy. */
  message: string;
}

/** Returns the state of this node. Causes are passed to `log`. */
export async function currentState(log: (event: string, error: unknown) => void): Promise<HealthState> {
  const problem = await findProblem(log);
  if (problem !== undefined) return { state: 'UNHEALTHY', message: problem };
  const limit = findLimit();
  return limit === undefined ? { state: 'HEALTHY', message: '' } : { state: 'DEGRADED', message: limit };
}

export interface IntegrityCounts {
  /** Currently corrupted or missing. */
  damaged_blobs: number;
  /** Since the start of this server. */
  verified_blobs_total: number;
  damaged_blobs_total: number;
  restored_blobs_total: number;
}

export function countIntegrity(): IntegrityCounts {
  const { damaged, counters } = currentStorage().integrity;
  return {
    damaged_blobs: damaged.size,
    verified_blobs_total: counters.verified,
    damaged_blobs_total: counters.damaged,
    restored_blobs_total: counters.restored,
  };
}

function inTime(work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = new Error(`No response within ${timeoutMs} ms`);
    const timer = setTimeout(() => reject(late), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
