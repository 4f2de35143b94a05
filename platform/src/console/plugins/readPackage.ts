import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Parser } from 'tar';

/** A plug-in is code for a browser: nothing beyond this is one. Bytes, unpacked. */
const LIMIT = 64 * 1024 * 1024;

/** The files of an npm package's tarball, by their path below its first folder. Throws when it is damaged or too large. */
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
  // What follows the archive's end is no part of it, and the parser would copy it again and again.
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
