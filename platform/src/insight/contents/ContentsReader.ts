import { LRUCache } from 'lru-cache';
import { badArchive } from '../../archives/ArchiveReading.ts';
import { Turns } from '../../archives/Turns.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { readArchive, type StoredBlob } from './readArchive.ts';

/** A file within an archive. */
export interface ArchivedFile {
  /** Unpacked, in bytes. */
  size: number;
  /** Of the unpacked content, in hexadecimal. */
  sha256: string;
}

export interface Contents {
  /** By path. */
  files: ReadonlyMap<string, ArchivedFile>;
  /** Why the list is empty or incomplete: no archive, or a damaged or too large one. */
  fault?: string;
}

/** Packed bytes of an archive. */
const maxPacked = 1024 ** 3;
/** Characters of the paths in the lists in memory, with `perFile` for each file: some 50 MB. */
const maxKnown = 40_000_000;
/** The memory of a file in a list without its path, as characters. */
const perFile = 150;
/**
 * Characters of the paths of one archive. Paths compress well: a small archive could fill the
 * memory.
 */
const maxPaths = 16_000_000;

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
   * The files within an archive, with their hashes. Throws `HttpError` 503 when too many archives
   * are being read.
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
   * One file of an archive; undefined for an unknown path. Throws `HttpError` 400 for a damaged
   * archive or a larger file, and 503.
   */
  async entry(blob: StoredBlob, path: string, maxBytes: number): Promise<Buffer | undefined> {
    if (blob.size > maxPacked) return undefined;
    const taken = await this.#turns.run(() =>
      readArchive(blob, { take: (entry) => (entry.path === path ? { maxBytes } : undefined) }),
    );
    return taken?.get(path);
  }
}

function weightOf({ files }: Contents): number {
  let weight = perFile;
  for (const path of files.keys()) weight += path.length + perFile;
  return weight;
}

async function listed(blob: StoredBlob): Promise<Contents> {
  const files = new Map<string, ArchivedFile>();
  if (blob.size > maxPacked) return { files, fault: `it is larger than ${maxPacked} bytes` };
  const sizes = new Map<string, number>();
  let characters = 0;
  try {
    const found = await readArchive(blob, {
      onEntry: ({ path, kind, size }) => {
        characters += path.length;
        if (characters > maxPaths)
          throw badArchive('archive', `its paths have more than ${maxPaths} characters in all`);
        if (kind === 'file') sizes.set(path, size);
      },
      digest: (path, sha256) => void files.set(path, { size: sizes.get(path) ?? 0, sha256 }),
    });
    return found ? { files } : { files, fault: 'it is no zip or tar archive' };
  } catch (error) {
    if (error instanceof HttpError && error.status === 400) return { files, fault: error.message };
    throw error;
  }
}
