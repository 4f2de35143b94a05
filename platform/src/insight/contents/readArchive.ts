import { buffer } from 'node:stream/consumers';
import { type ArchiveBytes, bytesOf, bytesOfBlob } from '../../archives/ArchiveBytes.ts';
import type { ReadOptions } from '../../archives/ArchiveReading.ts';
import type { ArchiveLimits } from '../../archives/limits.ts';
import { isTar, readTar } from '../../archives/readTar.ts';
import { readZip } from '../../archives/readZip.ts';

export type StoredBlob = { sha256: string; size: number };

/** Every file is unpacked and hashed: archives beyond these limits are not read. */
const contentLimits: Partial<ArchiveLimits> = { entries: 100_000, unpackedSize: 2 * 1024 ** 3 };
/**
 * Up to this many packed bytes are read at once: reading from the store for each file costs more.
 */
const inMemory = 64 * 1024 ** 2;

/**
 * Reads a stored zip or tar archive, by how it begins; undefined for any other file. Throws
 * `HttpError` 400 for a damaged or too large one.
 */
export async function readArchive(
  blob: StoredBlob,
  reading: Pick<ReadOptions, 'onEntry' | 'digest' | 'take'>,
): Promise<ReadonlyMap<string, Buffer> | undefined> {
  const stored = bytesOfBlob(blob);
  const options = { what: 'archive', limits: contentLimits, zstandard: true, rooted: true, ...reading };
  if (await beginsAsZip(stored)) {
    const bytes = blob.size <= inMemory ? bytesOf(await wholeOf(stored)) : stored;
    return (await readZip(bytes, { ...options, links: true })).taken;
  }
  return (await isTar(stored)) ? (await readTar(stored, options)).taken : undefined;
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
