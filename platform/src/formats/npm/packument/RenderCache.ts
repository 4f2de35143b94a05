import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { currentPlatform } from '../../../database/db.ts';
import { CacheUses } from '../../../platform/CountedCache.ts';
import { gzip } from './gzip.ts';

/** Maximum total bytes of rendered packuments. */
const capacityBytes = 32 * 1024 * 1024;

/** A packument as sent to clients. */
export interface Rendered {
  body: Buffer;
  /** Weak: the same for all encodings of the content. */
  etag: string;
}

interface Kept extends Rendered {
  /** Identifies the state that it was rendered from. */
  stamp: string;
}

/** Caches rendered packuments. An entry is valid as long as its stamp is the same. */
export class RenderCache {
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: capacityBytes,
    maxEntrySize: capacityBytes / 4,
    sizeCalculation: ({ body }) => body.length + 500,
  });
  readonly #inProgress = new Map<string, Promise<Rendered>>();
  readonly uses = new CacheUses();

  /**
   * Returns the cached packument for the key and stamp, or renders it once for all concurrent
   * callers.
   */
  plain(key: string, stamp: string, render: () => Promise<Buffer>): Promise<Rendered> {
    return this.#once(key, stamp, () => rendered(render));
  }

  /**
   * The same, compressed to about a tenth. The uncompressed form is not cached for it, because few
   * clients request it.
   */
  gzipped(key: string, stamp: string, render: () => Promise<Buffer>): Promise<Rendered> {
    return this.#once(`gzip ${key}`, stamp, async () => {
      const kept = this.#kept.get(key);
      const { body, etag } = kept?.stamp === stamp ? kept : await rendered(render);
      return { body: await gzip(body, 5), etag };
    });
  }

  async #once(key: string, stamp: string, make: () => Promise<Rendered>): Promise<Rendered> {
    const kept = this.#kept.get(key);
    this.uses.count(kept?.stamp === stamp);
    if (kept?.stamp === stamp) return kept;
    const id = `${stamp} ${key}`;
    const inProgress = this.#inProgress.get(id);
    if (inProgress) return inProgress;
    const made = make();
    this.#inProgress.set(id, made);
    try {
      const rendered = await made;
      this.#kept.set(key, { ...rendered, stamp });
      return rendered;
    } finally {
      this.#inProgress.delete(id);
    }
  }
}

async function rendered(render: () => Promise<Buffer>): Promise<Rendered> {
  const body = await render();
  return { body, etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` };
}

/** The cache of the current platform. */
export const renderCache = () => currentPlatform().formats.npm.renderCache;
