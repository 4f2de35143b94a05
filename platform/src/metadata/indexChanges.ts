import { afterCommit } from '../storage/db.ts';
import { perStorage } from '../storage/perStorage.ts';

const counter = perStorage(() => ({ changes: 0 }));

/** To be called by whoever changes the index: counted once the change is durable. */
export function indexChanged(): void {
  const counted = counter();
  afterCommit(() => {
    counted.changes += 1;
  });
}

/** What was read of the index while this number stood is what it says still, as far as this process knows. */
export function indexState(): number {
  return counter().changes;
}
