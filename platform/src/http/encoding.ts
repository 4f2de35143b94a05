import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { CountedCache } from '../platform/CountedCache.ts';

export type Encoding = 'br' | 'gzip';

/** Returns the best encoding that both the client and this server support. */
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
/** Maximum size of cached compressed responses, in bytes. */
const maxCacheBytes = 32 * 1024 * 1024;
/**
 * Best quality takes a hundred times as long as quick and saves only 5%, so it is used only for
 * immutable content. Good quality is for content that rarely changes and that everyone loads: 7%
 * less than quick, for 15 ms.
 */
const QUALITY = { best: constants.BROTLI_MAX_QUALITY, good: 10, quick: 5 } as const;

export type Quality = keyof typeof QUALITY;

/** Compresses each content once and caches the result. */
export class Compressed {
  readonly #kept = new CountedCache<Promise<Buffer>>({ max: 2_000, maxSize: maxCacheBytes });
  readonly uses = this.#kept.uses;

  get(content: Buffer, encoding: Encoding, quality: Quality): Promise<Buffer> {
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
