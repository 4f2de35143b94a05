import { promisify } from 'node:util';
import * as zlib from 'node:zlib';

const zip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gzip);
const unzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gunzip);

/** Up to this many bytes are processed synchronously, which is faster than a thread switch. */
const smallBytes = 32 * 1024;
const minChunkBytes = zlib.constants.Z_DEFAULT_CHUNK;
/**
 * Chunk size limits: each chunk costs a thread switch, so chunks are large, but limited against
 * false size claims.
 */
const maxChunkBytes = 1024 * 1024;

export async function gzip(content: Buffer, level: number): Promise<Buffer> {
  if (content.length <= smallBytes) return zlib.gzipSync(content, { level });
  // Packuments compress to about a tenth.
  return zip(content, { level, chunkSize: chunkSizeFor(content.length / 8) });
}

/** Decompresses gzip data. Rejects if it is invalid or has more than `limit` bytes. */
export async function gunzip(zipped: Buffer, limit?: number): Promise<Buffer> {
  // The trailer contains the uncompressed size, unless it is forged.
  const claimedSize = zipped.length < 4 ? 0 : zipped.readUInt32LE(zipped.length - 4);
  const piece = { chunkSize: chunkSizeFor(claimedSize + 1) };
  if (claimedSize <= smallBytes && smallBytes <= (limit ?? smallBytes)) {
    try {
      return zlib.gunzipSync(zipped, { ...piece, maxOutputLength: smallBytes });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw error;
    }
  }
  return unzip(zipped, { ...piece, ...(limit === undefined ? {} : { maxOutputLength: limit }) });
}

function chunkSizeFor(bytes: number): number {
  return Math.min(maxChunkBytes, Math.max(minChunkBytes, Math.ceil(bytes)));
}
