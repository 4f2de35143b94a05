import { buffer } from 'node:stream/consumers';
import { type ArchiveBytes, bytesOf, bytesOfBlob } from '../../archives/ArchiveBytes.ts';
import type { ArchiveEntry, ReadOptions } from '../../archives/ArchiveReading.ts';
import { isTar, readTar } from '../../archives/readTar.ts';
import { readZip } from '../../archives/readZip.ts';
import { HttpError } from '../../errors/HttpError.ts';
import type { ArchiveKind } from '../../files/archiveQueue.ts';
import { blobs } from '../../storage/storage.ts';

/** Content of an archive, as far as it was read. */
export interface ArchiveList {
  /** Unique paths of its files. */
  paths: string[];
  /** Whether the archive has more files than that. */
  cut: boolean;
  /** Why it could not be read completely. */
  fault?: string;
}

/** Maximum indexed files of one archive. */
export const maxEntries = 50_000;
/** Maximum UTF-8 bytes, within the limit of an index entry. */
const longestPath = 1000;
/**
 * Protection against archive bombs: only names are stored, but a tar must be unpacked to find them.
 */
const limits = {
  entries: 500_000,
  unpackedSize: 4 * 1024 ** 3,
  ratio: 250,
  ratioFrom: 64 * 1024 ** 2,
  pathLength: 2048,
};

class Enough extends HttpError {
  constructor() {
    super(400, 'ENOUGH', 'enough');
  }
}

/** Maximum bytes of an archive that is read at once: streams would cost several times as much. */
const small = 64 * 1024;

export async function listStored(kind: ArchiveKind, sha256: string, size: number): Promise<ArchiveList> {
  if (size > small) return listArchive(kind, bytesOfBlob({ sha256, size }));
  try {
    // With a range, the store allocates a buffer of exactly that size.
    const bytes =
      size === 0 ? Buffer.alloc(0) : await buffer(await blobs().open(sha256, { start: 0, end: size - 1 }));
    return await listArchive(kind, bytesOf(bytes));
  } catch (error) {
    // The content is missing for good.
    if (error instanceof HttpError && error.status === 404)
      return { paths: [], cut: false, fault: error.message };
    throw error;
  }
}

/**
 * Lists the archive up to the first error and returns that error. Never throws for an invalid
 * archive.
 */
export async function listArchive(kind: ArchiveKind, bytes: ArchiveBytes): Promise<ArchiveList> {
  const paths = new Set<string>();
  let cut = false;
  const options: ReadOptions = {
    what: kind === 'layer' ? 'layer' : 'archive',
    limits,
    ...(kind === 'layer' ? { zstandard: true, rooted: true } : {}),
    onEntry(entry) {
      if (!isListed(kind, entry) || !isStorable(entry.path)) return;
      if (paths.size >= maxEntries) {
        cut = true;
        throw new Enough();
      }
      paths.add(entry.path);
    },
  };
  try {
    if (kind === 'zip') await readZip(bytes, options);
    // Other content, such as a configuration, is not an archive.
    else if (kind === 'tar' || (await isTar(bytes))) await readTar(bytes, options);
    return { paths: [...paths], cut };
  } catch (error) {
    if (error instanceof Enough) return { paths: [...paths], cut };
    // 404: the content is missing for good.
    if (!(error instanceof HttpError) || (error.status !== 400 && error.status !== 404)) throw error;
    return { paths: [...paths], cut, fault: error.message.slice(0, 500) };
  }
}

/**
 * In layers, links count as files because programs are often links. Whiteouts, which delete files
 * of lower layers, don't count.
 */
function isListed(kind: ArchiveKind, { kind: of, path }: ArchiveEntry): boolean {
  if (kind !== 'layer') return of === 'file';
  return (of === 'file' || of === 'link') && !/(?:^|\/)\.wh\.[^/]*$/.test(path);
}

function isStorable(path: string): boolean {
  return path !== '' && !/[\0\p{Surrogate}]/u.test(path) && Buffer.byteLength(path) <= longestPath;
}
