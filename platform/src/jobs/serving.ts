import { setTimeout as delay } from 'node:timers/promises';
import { currentPlatform } from '../database/db.ts';

export const createServing = () => ({ at: Number.NEGATIVE_INFINITY });
const last = () => currentPlatform().serving;

declare module '../platform/Platform.ts' {
  interface Platform {
    /** The last request of a package client, in milliseconds of `performance.now()`. */
    readonly serving: ReturnType<typeof createServing>;
  }
}

/** To be called for requests of package clients: jobs give way to them. */
export function noteClientRequest(): void {
  last().at = performance.now();
}

/** Milliseconds since the last request of a package client. */
export function sinceClientRequest(): number {
  return performance.now() - last().at;
}

/** Milliseconds after a request for which the client unpacks what it received, with all processors of its machine. */
const unpackingMs = 3_000;

export function isUnpacking(): boolean {
  return sinceClientRequest() < unpackingMs;
}

/** Milliseconds without requests after which a job begins. */
const quietMs = 250;
/** Milliseconds for which requests postpone a job. */
const maxPostponedMs = 5_000;

/** Resolves when no client has sent a request for a moment, when that has taken too long, or when the signal is aborted. */
export async function untilQuiet(signal: AbortSignal): Promise<void> {
  const since = performance.now();
  const isTime = () => sinceClientRequest() >= quietMs || performance.now() - since >= maxPostponedMs;
  while (!isTime() && !signal.aborted)
    await delay(Math.max(quietMs - sinceClientRequest(), 1), undefined, { signal }).catch(() => undefined);
}
