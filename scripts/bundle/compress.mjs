// Compresses files once at build time with the highest quality, so that the server only sends them.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { cached } from './cache.mjs';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Returns `{ br, gz }` of `content`, a Buffer. */
export async function compress(root, content) {
  const brotliOf = () =>
    brotli(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
      },
    });
  return {
    br: await cached(root, 'br', [content], brotliOf),
    gz: await cached(root, 'gz', [content], () => deflate(content, { level: 9 })),
  };
}
