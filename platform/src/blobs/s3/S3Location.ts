import type { S3Place } from '../../settings/s3Place.ts';
import type { BlobLocation, SampledBlob, StoreOptions } from '../BlobLocation.ts';
import type { BlobStore } from '../BlobStore.ts';
import { marksFile, storeIdFile } from '../storeId.ts';
import { openObject } from './objects.ts';
import { keyOf, readText, S3BlobStore } from './S3BlobStore.ts';
import { S3Bucket } from './S3Bucket.ts';
import { NoObject, reasonOf } from './s3Errors.ts';

/** Parallel requests while the server starts. */
const parallel = 16;

/** Blobs in a bucket. The bucket must exist, because its settings are the operator's. */
export class S3Location implements BlobLocation {
  readonly #bucket: S3Bucket;

  private constructor(bucket: S3Bucket) {
    this.#bucket = bucket;
  }

  static async open(place: S3Place): Promise<S3Location> {
    return new S3Location(await S3Bucket.open(place));
  }

  get name(): string {
    return `object store ${this.#bucket.name}`;
  }

  get idName(): string {
    return `its object ${storeIdFile}`;
  }

  /** Throws if the bucket does not exist, or is not accessible. */
  async exists(): Promise<boolean> {
    try {
      await this.firstKey();
    } catch (error) {
      throw new Error(`Failed to list the ${this.name}: ${reasonOf(error)}`);
    }
    return true;
  }

  async create(): Promise<void> {
    // `exists` has succeeded.
  }

  async readId(): Promise<string | undefined> {
    return this.#read(storeIdFile);
  }

  async writeId(id: string): Promise<void> {
    await this.#bucket.put(storeIdFile, Buffer.from(`${id}\n`));
  }

  readMarks(): Promise<string | undefined> {
    return this.#read(marksFile);
  }

  async writeMarks(text: string): Promise<void> {
    await this.#bucket.put(marksFile, Buffer.from(`${text}\n`));
  }

  async hasBlobs(): Promise<boolean> {
    // Objects of another program also mean that the prefix is the wrong one.
    for await (const { key } of this.#bucket.list())
      if (key !== storeIdFile && key !== marksFile) return true;
    return false;
  }

  async countMatches(sample: readonly SampledBlob[]): Promise<number> {
    let count = 0;
    for (let at = 0; at < sample.length; at += parallel) {
      const found = await Promise.all(
        sample.slice(at, at + parallel).map(async ({ sha256, size }) => {
          const info = await this.#bucket.head(keyOf(sha256)).catch((error: unknown) => {
            if (!(error instanceof NoObject)) throw error;
          });
          return info?.size === size;
        }),
      );
      count += found.filter(Boolean).length;
    }
    return count;
  }

  async openStore(options: StoreOptions): Promise<BlobStore> {
    const store = new S3BlobStore(this.#bucket, options);
    await store.prepare();
    return store;
  }

  /** Opens a blob. A lost connection is resumed, so that it does not fail a whole backup. */
  open(sha256: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    return this.#find(keyOf(sha256));
  }

  close(): void {
    this.#bucket.close();
  }

  /** Stores content without a row in the database, for a restore. Returns its SHA-256. */
  async add(content: AsyncIterable<Uint8Array>): Promise<string> {
    const store = new S3BlobStore(this.#bucket, {
      register: async () => undefined,
      report: () => undefined,
    });
    return (await store.put(content, { checksumsLater: true })).sha256;
  }

  /** Deletes everything, after a failed restore. */
  async clear(): Promise<void> {
    for await (const { key } of this.#bucket.list()) await this.#bucket.delete(key);
  }

  /** Returns the first key, if any. */
  async firstKey(): Promise<string | undefined> {
    for await (const { key } of this.#bucket.list()) return key;
    return undefined;
  }

  async #read(key: string): Promise<string | undefined> {
    const found = await this.#find(key);
    return found && readText(found);
  }

  async #find(key: string) {
    try {
      return (await openObject(this.#bucket, key)).stream;
    } catch (error) {
      if (error instanceof NoObject) return undefined;
      throw error;
    }
  }
}
