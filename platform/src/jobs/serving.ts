import { setTimeout as delay } from 'node:timers/promises';
import { perStorage } from '../database/perStorage.ts';

const last = perStorage(() => ({ at: Number.NEGATIVE_INFINITY }));

/** Somebody is served what he waits for: what nobody waits for gives way. */
export function noteServed(): void {
  last().at = performance.now();
}

/** Milliseconds since somebody was served last. */
export function sinceServed(): number {
  return performance.now() - last().at;
}

/** Milliseconds for which whoever was served unpacks what he was given, with all that the machine has. */
const unpacking = 3_000;

export function isUnpacking(): boolean {
  return sinceServed() < unpacking;
}

/** Milliseconds for which nobody was served before what nobody waits for begins. */
const quiet = 250;
/** Milliseconds for which it is put off at most. */
const longest = 5_000;

/** Whether there is a pause to do something in that has been due since then, in milliseconds of `performance.now()`. */
function isTime(since: number): boolean {
  return sinceServed() >= quiet || performance.now() - since >= longest;
}

/** Until there is a pause, as there is sooner or later; at once when it is stopped. */
export async function untilQuiet(stopped: AbortSignal): Promise<void> {
  const since = performance.now();
  while (!isTime(since) && !stopped.aborted)
    await delay(Math.max(quiet - sinceServed(), 1), undefined, { signal: stopped }).catch(() => undefined);
}
