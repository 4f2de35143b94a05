import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Parser } from 'tar';

/** Maximum unpacked size of a plugin, in bytes. Browser code is never larger. */
const LIMIT = 64 * 1024 * 1024;

/**
 * Reads the files of an npm tarball, by path below its top directory. Throws if it is corrupted or
 * too large.
 */
export async function readPackage(tarball: Readable): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  let size = 0;
  const parser = new Parser({
    strict: true,
    onReadEntry: (entry) => {
      const path = entry.path.split('/').slice(1).join('/');
      const parts: Buffer[] = [];
      if (entry.type !== 'File' || path === '') return entry.resume();
      entry.on('data', (part) => parts.push(part));
      entry.on('end', () => files.set(path, Buffer.concat(parts)));
    },
  });
  // Data after the end of the archive is not part of it, and the parser would copy it repeatedly.
  let over = false;
  parser.on('eof', () => {
    over = true;
  });
  await pipeline(tarball, createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      size += chunk.byteLength;
      if (size > LIMIT) throw new Error(`the unpacked size exceeds ${LIMIT} bytes`);
      if (!over) parser.write(chunk);
    }
    parser.end();
  });
  return files;
}
