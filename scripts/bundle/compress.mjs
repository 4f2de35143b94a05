// Compressed once at build, at the highest quality, so that the server only sends.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Gives `{ br, gz }` of `content`, a Buffer. */
export async function compress(content) {
  const [br, gz] = await Promise.all([
    brotli(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
      },
    }),
    deflate(content, { level: 9 }),
  ]);
  return { br, gz };
}
