import type { Connected } from './connection.ts';
import { currentConnected } from './db.ts';

/** What a room keeps in memory for each storage, made on first use: several platforms may share one process. */
export function perStorage<T>(make: () => T): () => T {
  const kept = new WeakMap<Connected, T>();
  return () => {
    const storage = currentConnected();
    let found = kept.get(storage);
    if (found === undefined) {
      found = make();
      kept.set(storage, found);
    }
    return found;
  };
}
