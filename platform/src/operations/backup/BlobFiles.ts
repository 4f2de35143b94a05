import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { journaledBlobs } from '../../blobs/journal/journaledBlobs.ts';
import { bufferSize } from '../../blobs/streams.ts';
import { isMissing } from './isMissing.ts';

export interface BlobPlaces {
  /** Blob directory. */
  folder: string;
  /** Directory of the journal, which contains small blobs that have no file yet. */
  journal?: string;
}

/** Reads blobs from the disk, in the server's process or another one. */
export class BlobFiles {
  readonly #places: BlobPlaces;

  constructor(places: BlobPlaces) {
    this.#places = places;
  }

  /** Returns undefined if the blob is in neither place. */
  async open(sha256: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    // The journal drops a blob after its file was written, so check the file again.
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
      for (const blob of journaledBlobs(journal)) if (blob.sha256 === sha256) return asIterable(blob.bytes);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    return undefined;
  }
}

async function* asIterable(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
