import { aroundCommit, currentPlatform } from '../database/db.ts';
import type { Platform } from '../platform/Platform.ts';

export const createIndexChanges = () => ({ changes: 0, committing: 0, listeners: [] as (() => void)[] });
const counter = () => currentPlatform().packages.changes;

/** Calls back after each change of the index on this node. */
export function onIndexChange(platform: Pick<Platform, 'packages'>, listener: () => void): void {
  platform.packages.changes.listeners.push(listener);
}

/** To be called by whoever changes the index, in the transaction of the change or right after it. */
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
 * What was read of the index while this number stood is what it says still, as far as this process knows. While a change
 * is being committed, readers may see it before we know of its end: then it is another number each time.
 */
export function indexState(): number {
  const counted = counter();
  if (counted.committing > 0) counted.changes += 1;
  return counted.changes;
}
