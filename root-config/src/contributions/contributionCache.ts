import { CONTRIBUTIONS_CACHE_MS } from '@lading/contract';
import type { BootPlugin } from '@lading/contract/rest';

const PREFIX = 'lading.contributions.';

interface Entry {
  readonly address: string;
  readonly hash: string;
  /** Milliseconds since 1970. */
  readonly stored: number;
  readonly manifest: unknown;
}

/**
 * Plugins' contributions, cached in this browser for one week. An entry is valid only for the
 * current URL and hash in the map, so that replaced or revoked versions are never used.
 */
export class ContributionCache {
  /** A function because access throws in browsers that block storage. */
  readonly #storage: () => Storage;
  readonly #now: () => number;

  constructor(storage: () => Storage, now: () => number = Date.now) {
    this.#storage = storage;
    this.#now = now;
  }

  read(plugin: BootPlugin): unknown {
    const entry = this.#entry(PREFIX + plugin.name);
    if (!entry || entry.address !== plugin.address || entry.hash !== plugin.hash) return undefined;
    return this.#now() - entry.stored < CONTRIBUTIONS_CACHE_MS ? entry.manifest : undefined;
  }

  write(plugin: BootPlugin, manifest: unknown): void {
    const entry: Entry = { address: plugin.address, hash: plugin.hash, stored: this.#now(), manifest };
    try {
      this.#storage().setItem(PREFIX + plugin.name, JSON.stringify(entry));
    } catch {
      // If storage is full or blocked, the next visit only takes one more request.
    }
  }

  /** Removes plugins that are no longer in the map. */
  keepOnly(plugins: readonly BootPlugin[]): void {
    const kept = new Set(plugins.map((plugin) => PREFIX + plugin.name));
    try {
      const storage = this.#storage();
      for (const key of Object.keys(storage)) {
        if (key.startsWith(PREFIX) && !kept.has(key)) storage.removeItem(key);
      }
    } catch {
      // Ignored; see above.
    }
  }

  #entry(key: string): Entry | undefined {
    try {
      const text = this.#storage().getItem(key);
      return text === null ? undefined : (JSON.parse(text) as Entry);
    } catch {
      return undefined;
    }
  }
}
