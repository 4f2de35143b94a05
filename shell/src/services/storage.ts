import type { ScopedStorage } from '@lading/contract';

/**
 * Stores small values under a prefix. If the browser's storage is full or forbidden, they last as
 * long as the page.
 */
export function scopedStorage(scope: string): ScopedStorage {
  const prefix = `lading.${scope}.`;
  const spare = new Map<string, string>();
  return {
    get(key) {
      try {
        return spare.get(key) ?? localStorage.getItem(prefix + key) ?? undefined;
      } catch {
        return spare.get(key);
      }
    },
    set(key, value) {
      try {
        localStorage.setItem(prefix + key, value);
        spare.delete(key);
      } catch {
        spare.set(key, value);
      }
    },
    remove(key) {
      spare.delete(key);
      try {
        localStorage.removeItem(prefix + key);
      } catch {
        // A value that cannot be read does not have to be removed.
      }
    },
  };
}
