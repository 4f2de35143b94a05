import { LRUCache } from 'lru-cache';
import {
  type ArchiveEntry,
  ArchiveTooLarge,
  badArchive,
  type ExceededLimit,
} from '../../archives/ArchiveReading.ts';
import { Turns } from '../../archives/Turns.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { readArchive, type StoredBlob } from './readArchive.ts';

/** A file within an archive. */
export interface ArchivedFile {
  /** Unpacked, in bytes. */
  size: number;
  /** Of the unpacked content, in hexadecimal; absent if the file was not read. */
  sha256?: string;
}

export interface Contents {
  /** By path. */
  files: ReadonlyMap<string, ArchivedFile>;
  /** Why the list is empty or incomplete: no archive, or a damaged or too large one. */
  fault?: string;
  /** Why the list is incomplete, for an archive that is not damaged. */
  limit?: ExceededLimit;
  /** Paths that occur more than once in the part that was read. */
  repeated: ReadonlySet<string>;
}

/** Characters of the paths in the lists in memory, with `perFile` for each file: some 50 MB. */
const maxKnown = 40_000_000;
/** The memory of a file in a list without its path, as characters. */
const perFile = 150;
const exceeded: Readonly<Record<ExceededLimit, string>> = {
  entries: 'the archive contains more than 100,000 files and folders',
  unpackedSize: 'the files of the archive are larger than 2 GiB together',
  fileSize: 'a file is too large',
  paths: 'the paths in the archive have more than 16,000,000 characters together',
};

/**
 * Reads the files within stored archives, two archives in parallel. The content of a blob never
 * changes, so lists are cached.
 */
export class ContentsReader {
  readonly #known = new LRUCache<string, Contents>({
    maxSize: maxKnown,
    sizeCalculation: weightOf,
  });
  readonly #running = new Map<string, Promise<Contents>>();
  readonly #turns = new Turns(2, 20);

  /**
   * The files within an archive, with their hashes unless it is a large zip archive. Throws
   * `HttpError` 503 when too many archives are being read.
   */
  async list(blob: StoredBlob): Promise<Contents> {
    const known = this.#known.get(blob.sha256);
    if (known) return known;
    const running = this.#running.get(blob.sha256);
    if (running) return running;
    const reading = this.#turns.run(() => listed(blob));
    this.#running.set(blob.sha256, reading);
    try {
      const contents = await reading;
      this.#known.set(blob.sha256, contents);
      return contents;
    } finally {
      this.#running.delete(blob.sha256);
    }
  }

  /**
   * One file of an archive; undefined for an unknown path. Reading ends with the file, and once the
   * caller has gone; the list says whether the file is repeated. Throws `HttpError` 400 for a
   * damaged archive, 413 for a larger file and for one after the part that is read, and 503.
   */
  async entry(
    blob: StoredBlob,
    path: string,
    maxBytes: number,
    gone?: AbortSignal,
  ): Promise<Buffer | undefined> {
    const { files, fault, limit, repeated } = await this.list(blob);
    // Readers differ: some use the first copy, others the last. Content shown must be content
    // installed.
    if (repeated.has(path))
      throw badArchive('archive', `it contains ${JSON.stringify(path.slice(0, 100))} more than once`);
    const isValid = fault === undefined || limit !== undefined;
    if (isValid && !files.has(path)) {
      if (limit === undefined) return undefined;
      throw tooLarge(path, maxBytes, limit);
    }
    let content: Buffer | undefined;
    const reading = {
      onEntry: () => gone?.throwIfAborted(),
      take: (entry: ArchiveEntry) => (entry.path === path ? { maxBytes } : undefined),
      onContent: async (_path: string, found: Buffer) => {
        content = found;
        if (isValid) throw complete;
      },
    };
    try {
      await this.#turns.run(() => readArchive(blob, reading), gone);
    } catch (error) {
      if (error === complete) return content;
      if (!(error instanceof ArchiveTooLarge)) throw error;
      // The list contains the files before the limit, too.
      if (content === undefined) throw tooLarge(path, maxBytes, error.limit);
    }
    return content;
  }
}

/** Ends reading. */
const complete = new Error('The file was found.');

function tooLarge(path: string, maxBytes: number, limit: ExceededLimit): HttpError {
  const why =
    limit === 'fileSize'
      ? `is larger than ${maxBytes / 1024 ** 2} MiB`
      : `is not in the part of the archive that is read, because ${exceeded[limit]}`;
  const message = `File ${path.slice(0, 300)} ${why}. Download the archive to open the file`;
  return new HttpError(413, 'TOO_LARGE', message);
}

function weightOf({ files, repeated }: Contents): number {
  let weight = perFile * (1 + repeated.size);
  for (const path of files.keys()) weight += path.length + perFile;
  return weight;
}

async function listed(blob: StoredBlob): Promise<Contents> {
  const files = new Map<string, ArchivedFile>();
  const repeated = new Set<string>();
  try {
    const found = await readArchive(blob, {
      onEntry: ({ path, kind, size }) => {
        if (kind !== 'file') return;
        if (files.has(path)) repeated.add(path);
        files.set(path, { size });
      },
      digest: (path, sha256) => void files.set(path, { size: files.get(path)?.size ?? 0, sha256 }),
    });
    return found ? { files, repeated } : { files, repeated, fault: 'it is no zip or tar archive' };
  } catch (error) {
    if (error instanceof ArchiveTooLarge)
      return {
        files,
        repeated,
        limit: error.limit,
        fault: `The list is incomplete, because ${exceeded[error.limit]}. Download the archive to see all files`,
      };
    if (!(error instanceof HttpError) || error.status !== 400) throw error;
    // A damaged archive has only what was read.
    for (const [path, { sha256 }] of files) if (sha256 === undefined) files.delete(path);
    return { files, repeated, fault: error.message };
  }
}
