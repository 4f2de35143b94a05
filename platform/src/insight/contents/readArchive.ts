import { buffer } from 'node:stream/consumers';
import { type ArchiveBytes, bytesOf, bytesOfBlob } from '../../archives/ArchiveBytes.ts';
import type { ReadOptions } from '../../archives/ArchiveReading.ts';
import type { ArchiveLimits } from '../../archives/limits.ts';
import { isTar, readTar } from '../../archives/readTar.ts';
import { readZip } from '../../archives/readZip.ts';

export type StoredBlob = { sha256: string; size: number };

/** Unpacked bytes that are read of a tar archive, and that are hashed of a zip archive. */
const maxUnpacked = 2 * 1024 ** 3;
const contentLimits: Partial<ArchiveLimits> = {
  entries: 100_000,
  paths: 16_000_000,
  unpackedSize: maxUnpacked,
};
/** The directory of a zip archive names its files, however large they are. */
const zipLimits: Partial<ArchiveLimits> = { ...contentLimits, unpackedSize: Number.POSITIVE_INFINITY };
/**
 * Up to this many packed bytes are read at once: reading from the store for each file costs more.
 */
const inMemory = 64 * 1024 ** 2;

/**
 * Reads a stored zip or tar archive, by how it begins; false for any other file. Of a zip
 * archive, only the directory and the requested files are read. Throws `HttpError` 400 for a
 * damaged or too large one.
 */
export async function readArchive(
  blob: StoredBlob,
  reading: Pick<ReadOptions, 'onEntry' | 'digest' | 'take' | 'onContent'>,
): Promise<boolean> {
  const stored = bytesOfBlob(blob);
  const options = { what: 'archive', limits: contentLimits, zstandard: true, rooted: true, ...reading };
  if (await beginsAsZip(stored)) {
    const isWhole = reading.digest !== undefined && blob.size <= inMemory;
    const bytes = isWhole ? bytesOf(await wholeOf(stored)) : stored;
    await readZip(bytes, { ...options, limits: zipLimits, links: true, maxDigestedBytes: maxUnpacked });
    return true;
  }
  if (!(await isTar(stored))) return false;
  await readTar(stored, options);
  return true;
}

/** Whether the content begins as a zip or tar archive, or as a compression of a tar archive. */
export async function isArchive(blob: StoredBlob): Promise<boolean> {
  const stored = bytesOfBlob(blob);
  return (await beginsAsZip(stored)) || isTar(stored);
}

async function beginsAsZip(bytes: ArchiveBytes): Promise<boolean> {
  if (bytes.size < 22) return false;
  const source = await bytes.open({ start: 0, end: 3 });
  const first = Buffer.isBuffer(source) ? source : await buffer(source);
  // An empty archive begins with its end.
  return ['PK\x03\x04', 'PK\x05\x06'].includes(first.toString('latin1'));
}

async function wholeOf(bytes: ArchiveBytes): Promise<Buffer> {
  const source = await bytes.open();
  return Buffer.isBuffer(source) ? source : buffer(source);
}
