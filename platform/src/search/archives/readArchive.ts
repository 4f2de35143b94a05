import { buffer } from 'node:stream/consumers';
import { type ArchiveBytes, bytesOf, bytesOfBlob } from '../../archives/ArchiveBytes.ts';
import type { ArchiveEntry, ReadOptions } from '../../archives/ArchiveReading.ts';
import { holdsTar, readTar } from '../../archives/readTar.ts';
import { readZip } from '../../archives/readZip.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { blobs } from '../../storage/storage.ts';

/** How it is packed; `layer`: of an image, or what else lies among its layers. */
export type ArchiveKind = 'zip' | 'tar' | 'layer';

/** What an archive holds, as far as it was read. */
export interface ArchiveList {
  /** Of its files, each once. */
  paths: string[];
  /** There are more than that. */
  cut: boolean;
  /** Why it could not be read to its end. */
  fault?: string;
}

/** So many files of one archive are kept; of a larger one the first. */
export const mostEntries = 50_000;
/** In bytes of UTF-8: as an entry of the index can hold it with room to spare. */
const longestPath = 1000;
/** Beyond these an archive is a bomb, and named one: only names are kept, but a tar is unpacked to find them. */
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

/** Archives up to this many bytes are read in one piece: streams would cost several times the work of such an archive. */
const small = 64 * 1024;

export async function listStored(kind: ArchiveKind, sha256: string, size: number): Promise<ArchiveList> {
  if (size > small) return listArchive(kind, bytesOfBlob({ sha256, size }));
  try {
    // With a range, the store allocates a buffer of that size and no larger one.
    const bytes =
      size === 0 ? Buffer.alloc(0) : await buffer(await blobs().open(sha256, { start: 0, end: size - 1 }));
    return await listArchive(kind, bytesOf(bytes));
  } catch (error) {
    // Its bytes are missing, and will not come back.
    if (error instanceof HttpError && error.status === 404)
      return { paths: [], cut: false, fault: error.message };
    throw error;
  }
}

/** Never throws for what is wrong with the archive: its list ends there, and says why. */
export async function listArchive(kind: ArchiveKind, bytes: ArchiveBytes): Promise<ArchiveList> {
  const paths = new Set<string>();
  let cut = false;
  const options: ReadOptions = {
    what: kind === 'layer' ? 'layer' : 'archive',
    limits,
    ...(kind === 'layer' ? { zstandard: true, rooted: true } : {}),
    see(entry) {
      if (!isListed(kind, entry) || !isStorable(entry.path)) return;
      if (paths.size >= mostEntries) {
        cut = true;
        throw new Enough();
      }
      paths.add(entry.path);
    },
  };
  try {
    if (kind === 'zip') await readZip(bytes, options);
    // A configuration, say, is no archive at all.
    else if (kind === 'tar' || (await holdsTar(bytes))) await readTar(bytes, options);
    return { paths: [...paths], cut };
  } catch (error) {
    if (error instanceof Enough) return { paths: [...paths], cut };
    // 404: its bytes are not there, and will not come back.
    if (!(error instanceof HttpError) || (error.status !== 400 && error.status !== 404)) throw error;
    return { paths: [...paths], cut, fault: error.message.slice(0, 500) };
  }
}

/** In a layer programs are links to other programs as often as not, and marks say what of the layers below is gone. */
function isListed(kind: ArchiveKind, { kind: of, path }: ArchiveEntry): boolean {
  if (kind !== 'layer') return of === 'file';
  return (of === 'file' || of === 'link') && !/(?:^|\/)\.wh\.[^/]*$/.test(path);
}

function isStorable(path: string): boolean {
  return path !== '' && !/[\0\p{Surrogate}]/u.test(path) && Buffer.byteLength(path) <= longestPath;
}
