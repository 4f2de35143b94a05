import { aroundCommit, currentPlatform } from '../database/db.ts';
import type { Platform } from '../platform/Platform.ts';

export const createIndexChanges = () => ({ changes: 0, committing: 0, listeners: [] as (() => void)[] });
const counter = () => currentPlatform().packages.changes;

/** Calls back after each change of the index on this node. */
export function onIndexChange(platform: Pick<Platform, 'packages'>, listener: () => void): void {
  platform.packages.changes.listeners.push(listener);
}

/** Call on every change of the index, in its transaction or right after it. */
export function indexChanged(): void {
  const counted = counter();
  aroundCommit(() => {
    counted.committing += 1;
    return () => {
      counted.committing -= 1;
      counted.changes += 1;
      for (const listener of counted.listeners) listener();
    };
  });
}

/**
 * Returns the revision of the index, as far as this process knows: reads at the same revision
 * return the same data. During a commit, readers may already see the change: until it ends, each
 * call returns a new number.
 */
export function indexState(): number {
  const counted = counter();
  if (counted.committing > 0) counted.changes += 1;
  return counted.changes;
}
