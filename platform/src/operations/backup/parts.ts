import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { isMissing } from './isMissing.ts';
import { DamagedBackup, type Part } from './Manifest.ts';

/** Compression level. The database takes most of the time, and higher levels save little. */
const level = 3;

/** Compresses a source into a file of the backup. Durable when it resolves. */
export async function writePart(
  folder: string,
  file: string,
  source: Readable,
  signal?: AbortSignal,
): Promise<Part> {
  const handle = await open(join(folder, file), 'wx', 0o600);
  const hash = createHash('sha256');
  let size = 0;
  try {
    await pipeline(
      source,
      createGzip({ level }),
      async (compressed: AsyncIterable<Buffer>) => {
        for await (const bytes of compressed) {
          hash.update(bytes);
          size += bytes.length;
          await handle.writeFile(bytes);
        }
      },
      { ...(signal ? { signal } : {}) },
    );
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { file, size, sha256: hash.digest('hex') };
}

/**
 * Streams the uncompressed content. Fails at the end with `DamagedBackup` if the file was changed,
 * so don't use the data before the end.
 */
export async function* readPart(folder: string, part: Part): AsyncGenerator<Buffer> {
  const path = join(folder, part.file);
  const hash = createHash('sha256');
  const damaged = () => new DamagedBackup(`${path} is damaged`);
  const plain = createGunzip();
  const reading = pipeline(createReadStream(path), hashing(hash), plain);
  // Errors are reported by the loop, or below.
  reading.catch(() => undefined);
  try {
    for await (const bytes of plain) yield bytes as Buffer;
    await reading;
  } catch (error) {
    if (isMissing(error)) throw new DamagedBackup(`${path} is missing`);
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw damaged();
    throw error;
  }
  if (hash.digest('hex') !== part.sha256) throw damaged();
}

function hashing(hash: Hash) {
  return async function* (source: AsyncIterable<Buffer>) {
    for await (const bytes of source) {
      hash.update(bytes);
      yield bytes;
    }
  };
}
