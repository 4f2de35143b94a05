import { setTimeout as delay } from 'node:timers/promises';
import { currentPlatform } from '../database/db.ts';

export const createServing = () => ({ at: Number.NEGATIVE_INFINITY });
const last = () => currentPlatform().serving;

declare module '../platform/Platform.ts' {
  interface Platform {
    /** Time of the last request of a package client, in milliseconds of `performance.now()`. */
    readonly serving: ReturnType<typeof createServing>;
  }
}

/** Records a request of a package client. Jobs wait while clients are active. */
export function noteClientRequest(): void {
  last().at = performance.now();
}

/** Returns the milliseconds since the last request of a package client. */
export function sinceClientRequest(): number {
  return performance.now() - last().at;
}

/**
 * How long a client unpacks after a request, in milliseconds. It then uses all processors of its
 * machine.
 */
const unpackingMs = 3_000;

export function isUnpacking(): boolean {
  return sinceClientRequest() < unpackingMs;
}

/** Milliseconds without requests before a job starts. */
const quietMs = 250;
/** Maximum milliseconds for which requests postpone a job. */
const maxPostponedMs = 5_000;

/**
 * Resolves when no client has sent a request for a short time, after the maximum delay, or when the
 * signal is aborted.
 */
export async function untilQuiet(signal: AbortSignal): Promise<void> {
  const since = performance.now();
  const isTime = () => sinceClientRequest() >= quietMs || performance.now() - since >= maxPostponedMs;
  while (!isTime() && !signal.aborted)
    await delay(Math.max(quietMs - sinceClientRequest(), 1), undefined, { signal }).catch(() => undefined);
}
