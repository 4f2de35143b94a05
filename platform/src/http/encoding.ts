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
/** The best takes a hundred times as long as the quick one and saves a twentieth: only for what is kept for ever. */
const QUALITY = { best: constants.BROTLI_MAX_QUALITY, quick: 5 } as const;

/** Compresses each content once. */
export class Compressed {
  readonly #kept = new LRUCache<string, Promise<Buffer>>({ max: 2_000, maxSize: CAPACITY });

  get(content: Buffer, encoding: Encoding, quality: keyof typeof QUALITY): Promise<Buffer> {
    const key = `${encoding} ${quality} ${createHash('sha256').update(content).digest('base64')}`;
    const kept = this.#kept.get(key);
    if (kept) return kept;
    const work =
      encoding === 'br'
        ? brotli(content, brotliOptions(content, QUALITY[quality]))
        : deflate(content, { level: 9 });
    this.#kept.set(key, work, { size: Math.max(content.byteLength, 1) });
    return work;
  }
}

function brotliOptions(content: Buffer, quality: number) {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
    },
  };
}
