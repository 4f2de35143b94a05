import { perStorage } from '../storage/perStorage.ts';

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
