import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { readSegment, segmentsIn } from '../../blobs/journal.js';
import { bufferSize } from '../../blobs/streams.ts';
import { isMissing } from './isMissing.ts';

export interface BlobPlaces {
  /** The blob directory. */
  folder: string;
  /** The directory of the journal, which has the bytes of small blobs that have no file yet. */
  journal?: string;
}

/** Reads blobs from the disk, in any process: the server's own or another one. */
export class BlobFiles {
  readonly #places: BlobPlaces;

  constructor(places: BlobPlaces) {
    this.#places = places;
  }

  /** Undefined: the blob is in neither place. */
  async open(sha256: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    // The journal forgets a blob once it has a file: the second look finds it in any case.
    return (await this.#openFile(sha256)) ?? this.#findInJournal(sha256) ?? this.#openFile(sha256);
  }

  async #openFile(sha256: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    try {
      const file = await open(join(this.#places.folder, sha256.slice(0, 2), sha256), 'r');
      return file.createReadStream({ highWaterMark: bufferSize });
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  #findInJournal(sha256: string): AsyncIterable<Uint8Array> | undefined {
    const { journal } = this.#places;
    if (journal === undefined) return undefined;
    try {
      for (const segment of segmentsIn(journal))
        for (const record of readSegment(segment))
          if (record.sha256 === sha256) return inOnePiece(record.bytes);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    return undefined;
  }
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
