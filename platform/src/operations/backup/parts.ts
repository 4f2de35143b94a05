import { createHash, type Hash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { BackupFiles } from './BackupFiles.ts';
import { DamagedBackup, type Part } from './Manifest.ts';

/** Compression level. The database takes most of the time, and higher levels save little. */
const level = 3;

/** Compresses a source into a file of the backup. Durable when it resolves. */
export async function writePart(
  files: BackupFiles,
  file: string,
  source: AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<Part> {
  const compressed = createGzip({ level });
  const compressing = pipeline(source, compressed, { ...(signal ? { signal } : {}) });
  // The writer gets the same error.
  compressing.catch(() => undefined);
  try {
    const { size, sha256 } = await files.write(file, compressed);
    await compressing;
    return { file, size, sha256 };
  } finally {
    compressed.destroy();
  }
}

/**
 * Streams the uncompressed content. Fails at the end with `DamagedBackup` if the file was changed,
 * so don't use the data before the end.
 */
export async function* readPart(files: BackupFiles, part: Part): AsyncGenerator<Buffer> {
  const path = files.pathOf(part.file);
  const content = await files.open(part.file);
  if (!content) throw new DamagedBackup(`${path} is missing`);
  const hash = createHash('sha256');
  const damaged = () => new DamagedBackup(`${path} is damaged`);
  const plain = createGunzip();
  const reading = pipeline(content, hashing(hash), plain);
  // Errors are reported by the loop, or below.
  reading.catch(() => undefined);
  try {
    for await (const bytes of plain) yield bytes as Buffer;
    await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw damaged();
    throw error;
  }
  if (hash.digest('hex') !== part.sha256) throw damaged();
}

function hashing(hash: Hash) {
  return async function* (source: AsyncIterable<Uint8Array>) {
    for await (const bytes of source) {
      hash.update(bytes);
      yield bytes;
    }
  };
}
