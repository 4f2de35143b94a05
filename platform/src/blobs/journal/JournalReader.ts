import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { headerLength, idLength, magic, recordHead, segmentsIn } from './journal.js';

/** The records of a segment's generation that have been read. */
interface KnownSegment {
  /** ID of the generation. */
  id: Buffer;
  /** Where the next record begins. */
  end: number;
  /** Positions of blobs by SHA-256. */
  places: Map<string, { start: number; length: number }>;
}

/**
 * Finds blobs in the journal of a running or stopped server. Reads each record once, because a
 * search for many missing blobs would otherwise read the journal for each.
 */
export class JournalReader {
  readonly #journal: string;
  readonly #known = new Map<string, KnownSegment>();
  /** Number of bytes that were read. */
  bytesRead = 0;

  constructor(journal: string) {
    this.#journal = journal;
  }

  /** Throws if the directory is missing. */
  find(sha256: string): Uint8Array | undefined {
    for (const path of segmentsIn(this.#journal)) {
      const found = this.#findIn(path, sha256);
      if (found) return found;
    }
    return undefined;
  }

  #findIn(path: string, sha256: string): Uint8Array | undefined {
    let file: number;
    try {
      file = openSync(path, 'r');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
    try {
      const place = this.#readNew(path, file)?.places.get(sha256);
      const bytes = place && this.#read(file, place.start, place.length);
      // The server may have begun another generation since then.
      return bytes && hashOf(bytes) === sha256 ? bytes : undefined;
    } finally {
      closeSync(file);
    }
  }

  /** Reads the records that were added since the last call. */
  #readNew(path: string, file: number): KnownSegment | undefined {
    const header = this.#read(file, 0, headerLength);
    if (!header?.subarray(0, magic.length).equals(magic)) return undefined;
    const id = header.subarray(magic.length);
    let known = this.#known.get(path);
    if (!known?.id.equals(id)) {
      known = { id, end: headerLength, places: new Map() };
      this.#known.set(path, known);
    }
    const { size } = fstatSync(file);
    for (;;) {
      const head = this.#read(file, known.end, recordHead);
      // The generation ends at the first incomplete record.
      if (!head?.subarray(4, 4 + idLength).equals(id)) return known;
      const [start, length] = [known.end + recordHead, head.readUInt32BE(0)];
      const bytes = start + length > size ? undefined : this.#read(file, start, length);
      const sha256 = head.toString('hex', 4 + idLength);
      if (!bytes || hashOf(bytes) !== sha256) return known;
      known.places.set(sha256, { start, length });
      known.end = start + length;
    }
  }

  /** Returns undefined if the file ends before. */
  #read(file: number, start: number, length: number): Buffer | undefined {
    const buffer = Buffer.alloc(length);
    const count = readSync(file, buffer, 0, length, start);
    this.bytesRead += count;
    return count === length ? buffer : undefined;
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
