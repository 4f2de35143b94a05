import type { Storage } from '../storage/storage.ts';
import { currentStorage } from './db.ts';

/** What a room keeps in memory for each storage, made on first use: several platforms may share one process. */
export function perStorage<T>(make: () => T): () => T {
  const kept = new WeakMap<Storage, T>();
  return () => {
    const storage = currentStorage();
    let found = kept.get(storage);
    if (found === undefined) {
      found = make();
      kept.set(storage, found);
    }
    return found;
  };
}
