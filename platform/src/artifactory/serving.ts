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
