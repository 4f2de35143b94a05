import { promisify } from 'node:util';
import * as zlib from 'node:zlib';

const zip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gzip);
const unzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gunzip);

/** What has no more bytes is done sooner here than it is handed to another thread, and back. */
const small = 32 * 1024;
const leastPiece = zlib.constants.Z_DEFAULT_CHUNK;
/** Each piece of a result is another trip to a thread: large ones, but not as large as somebody may claim. */
const largestPiece = 1024 * 1024;

export async function gzip(content: Buffer, level: number): Promise<Buffer> {
  if (content.length <= small) return zlib.gzipSync(content, { level });
  // Packuments become a tenth of what they are.
  return zip(content, { level, chunkSize: pieceFor(content.length / 8) });
}

/** Rejects where it is not compressed as it should be, or has more than `limit` bytes. */
export async function gunzip(zipped: Buffer, limit?: number): Promise<Buffer> {
  // Its end tells how many there are, if it is right.
  const told = zipped.length < 4 ? 0 : zipped.readUInt32LE(zipped.length - 4);
  const piece = { chunkSize: pieceFor(told + 1) };
  if (told <= small && small <= (limit ?? small)) {
    try {
      return zlib.gunzipSync(zipped, { ...piece, maxOutputLength: small });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw error;
    }
  }
  return unzip(zipped, { ...piece, ...(limit === undefined ? {} : { maxOutputLength: limit }) });
}

function pieceFor(bytes: number): number {
  return Math.min(largestPiece, Math.max(leastPiece, Math.ceil(bytes)));
}
