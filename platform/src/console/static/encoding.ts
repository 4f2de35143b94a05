import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

export type Encoding = 'br' | 'gzip';

/** The best that the browser takes, of what this server has. */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  const refused = /;\s*q=0(?:\.0+)?\s*$/;
  const accepted = (header ?? '')
    .split(',')
    .filter((part) => !refused.test(part))
    .map((part) => part.split(';')[0]?.trim());
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : undefined;
}

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);
/** Bytes of compressed answers that are kept. */
const CAPACITY = 32 * 1024 * 1024;
/** From this size on the best quality takes longer than it is worth to whoever waits. */
const LARGE = 256 * 1024;

/** Compresses each content once. */
export class Compressed {
  readonly #kept = new LRUCache<string, Promise<Buffer>>({ max: 2_000, maxSize: CAPACITY });

  get(content: Buffer, encoding: Encoding): Promise<Buffer> {
    const key = `${encoding} ${createHash('sha256').update(content).digest('base64')}`;
    const kept = this.#kept.get(key);
    if (kept) return kept;
    const work = encoding === 'br' ? brotli(content, brotliOptions(content)) : deflate(content, { level: 9 });
    this.#kept.set(key, work, { size: Math.max(content.byteLength, 1) });
    return work;
  }
}

function brotliOptions(content: Buffer) {
  const quality = content.byteLength < LARGE ? constants.BROTLI_MAX_QUALITY : 9;
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
    },
  };
}
