import { LRUCache } from 'lru-cache';
import { HttpError } from '../../errors/HttpError.ts';
import { readArchive, type StoredBlob } from './readArchive.ts';
import { Turns } from './Turns.ts';

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
/** Files in the lists in memory: some 50 MB. */
const maxKnown = 200_000;

/**
 * Reads the files within stored archives, two archives in parallel. The content of a blob never
 * changes, so lists are cached.
 */
export class ContentsReader {
  readonly #known = new LRUCache<string, Contents>({
    maxSize: maxKnown,
    sizeCalculation: ({ files }) => files.size + 1,
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

async function listed(blob: StoredBlob): Promise<Contents> {
  const files = new Map<string, ArchivedFile>();
  if (blob.size > maxPacked) return { files, fault: `it is larger than ${maxPacked} bytes` };
  const sizes = new Map<string, number>();
  try {
    const found = await readArchive(blob, {
      onEntry: ({ path, kind, size }) => void (kind === 'file' && sizes.set(path, size)),
      digest: (path, sha256) => void files.set(path, { size: sizes.get(path) ?? 0, sha256 }),
    });
    return found ? { files } : { files, fault: 'it is no zip or tar archive' };
  } catch (error) {
    if (error instanceof HttpError && error.status === 400) return { files, fault: error.message };
    throw error;
  }
}
