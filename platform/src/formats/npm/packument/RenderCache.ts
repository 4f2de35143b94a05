import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { currentPlatform } from '../../../database/db.ts';
import { gzip } from './gzip.ts';

/** Bytes of rendered packuments that are kept. */
const capacity = 32 * 1024 * 1024;

/** A packument as it goes over the wire. */
export interface Rendered {
  body: Buffer;
  /** Weak: the same for all encodings of one content. */
  etag: string;
}

interface Kept extends Rendered {
  /** What it was rendered from. */
  stamp: string;
}

/** Rendered packuments, each good for as long as nothing that it was made from has changed. */
export class RenderCache {
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: capacity,
    maxEntrySize: capacity / 4,
    sizeCalculation: ({ body }) => body.length + 500,
  });
  readonly #underWay = new Map<string, Promise<Rendered>>();

  /** What is kept under the key and the stamp, or is rendered now: once, however many ask. */
  plain(key: string, stamp: string, render: () => Promise<Buffer>): Promise<Rendered> {
    return this.#once(key, stamp, () => rendered(render));
  }

  /** The same, compressed: a tenth of its bytes. The whole is not kept for it, as hardly any client asks for that. */
  gzipped(key: string, stamp: string, render: () => Promise<Buffer>): Promise<Rendered> {
    return this.#once(`gzip ${key}`, stamp, async () => {
      const kept = this.#kept.get(key);
      const { body, etag } = kept?.stamp === stamp ? kept : await rendered(render);
      return { body: await gzip(body, 5), etag };
    });
  }

  async #once(key: string, stamp: string, make: () => Promise<Rendered>): Promise<Rendered> {
    const kept = this.#kept.get(key);
    if (kept?.stamp === stamp) return kept;
    const id = `${stamp} ${key}`;
    const underWay = this.#underWay.get(id);
    if (underWay) return underWay;
    const made = make();
    this.#underWay.set(id, made);
    try {
      const rendered = await made;
      this.#kept.set(key, { ...rendered, stamp });
      return rendered;
    } finally {
      this.#underWay.delete(id);
    }
  }
}

async function rendered(render: () => Promise<Buffer>): Promise<Rendered> {
  const body = await render();
  return { body, etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` };
}

/** Of the current platform. */
export const renderCache = () => currentPlatform().formats.npm.renderCache;
