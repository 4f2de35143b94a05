import type { Readable } from 'node:stream';
import { HttpError } from '../errors/HttpError.ts';
import type {
  BlobState,
  BlobStore,
  ByteRange,
  LinkHeaders,
  PutOptions,
  RequestWatcher,
  StagedBlob,
} from './BlobStore.ts';
import { DamagedBlob } from './integrity/DamagedBlob.ts';

/**
 * Stores blobs in a new location, and reads those that only the former location has. A job copies
 * them. Nothing is deleted from the former location except garbage, so that nodes can still use it
 * alone until all are restarted.
 */
export class MovingBlobStore implements BlobStore {
  readonly current: BlobStore;
  readonly former: BlobStore;

  constructor(current: BlobStore, former: BlobStore) {
    this.current = current;
    this.former = former;
  }

  put(source: AsyncIterable<Uint8Array>, options?: PutOptions): Promise<StagedBlob> {
    return this.current.put(source, options);
  }

  write(bytes: Uint8Array, sha256: string): Promise<{ confirm(): Promise<void> }> {
    return this.current.write(bytes, sha256);
  }

  async open(sha256: string, range?: ByteRange): Promise<Readable> {
    return (await this.#storeOf(sha256)).open(sha256, range);
  }

  async link(sha256: string, headers: LinkHeaders): Promise<string | undefined> {
    if (!this.current.link || !(await this.current.has(sha256))) return undefined;
    return this.current.link(sha256, headers);
  }

  watchRequests(begin: RequestWatcher): void {
    this.current.watchRequests?.(begin);
    this.former.watchRequests?.(begin);
  }

  async has(sha256: string): Promise<boolean> {
    return (await this.current.has(sha256)) || this.former.has(sha256);
  }

  async remove(sha256: string, storedBefore: Date): Promise<boolean> {
    const removed = await Promise.all([
      this.current.remove(sha256, storedBefore),
      this.former.remove(sha256, storedBefore),
    ]);
    return removed.includes(true);
  }

  async *storedBefore(time: Date): AsyncGenerator<string> {
    yield* this.current.storedBefore(time);
    yield* this.former.storedBefore(time);
  }

  isDamaged(sha256: string): boolean {
    return this.current.isDamaged(sha256);
  }

  async verify(sha256: string): Promise<BlobState> {
    return (await this.#storeOf(sha256)).verify(sha256);
  }

  async check(): Promise<void> {
    await Promise.all([this.current.check(), this.former.check()]);
  }

  async close(): Promise<void> {
    await this.current.close();
    await this.former.close();
  }

  /** Returns the new location if neither has the blob, so that it is reported there. */
  async #storeOf(sha256: string): Promise<BlobStore> {
    if (await this.current.has(sha256)) return this.current;
    return (await this.former.has(sha256)) ? this.former : this.current;
  }

  /** Copies a blob to the new location, if only the former one has it. Returns whether it did. */
  async move(sha256: string): Promise<boolean> {
    if (await this.current.has(sha256)) return false;
    let content: Readable;
    try {
      content = await this.former.open(sha256);
    } catch (error) {
      // Garbage-collected concurrently.
      if (error instanceof HttpError && error.status === 404) return false;
      throw error;
    }
    const stored = await this.current.put(content, { checksumsLater: true });
    if (stored.sha256 === sha256) return true;
    // The corrupted content is garbage in the new location.
    await this.former.verify(sha256);
    throw new DamagedBlob(sha256);
  }
}
