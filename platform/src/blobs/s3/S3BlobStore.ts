import { createHash, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { HttpError } from '../../errors/HttpError.ts';
import type {
  BlobInfo,
  BlobState,
  BlobStore,
  ByteRange,
  LinkHeaders,
  PutOptions,
  RequestWatcher,
  StagedBlob,
} from '../BlobStore.ts';
import { gather } from '../gather.ts';
import { Hashes } from '../hashes.ts';
import { DamagedBlob } from '../integrity/DamagedBlob.ts';
import { findAbsent } from '../integrity/findAbsent.ts';
import type { Integrity } from '../integrity/Integrity.ts';
import { verifyingStream } from '../integrity/verifyingStream.ts';
import type { DiskSpace } from '../space/DiskSpace.ts';
import { storeIdFile } from '../storeId.ts';
import { limited } from '../streams.ts';
import { UnavailableBlobs } from '../UnavailableBlobs.ts';
import { openObject } from './objects.ts';
import { partBytes, type S3Bucket } from './S3Bucket.ts';
import { NoObject, ShortObject } from './s3Errors.ts';
import { uploadParts } from './uploadParts.ts';

/** Age in milliseconds after which incomplete content was left by a crashed process. */
const abandonedAfterMs = 86_400_000;

interface S3BlobStoreOptions {
  /** Writes the row of durable content, and waits for a concurrent deletion of the same blob. */
  register: (blob: BlobInfo) => Promise<void>;
  report: (event: string, error?: unknown) => void;
  /** The ID that the database shares with the bucket. */
  id?: string;
  space?: Pick<DiskSpace, 'require'>;
  /** Records verifications. If absent, nothing is verified. */
  integrity?: Integrity;
  /** Whether clients can download directly. */
  redirects?: boolean;
}

/**
 * Stores blobs in a bucket, with the same names as in a directory: `ab/abcd…` by SHA-256, and
 * `incoming` for incomplete content. An object appears only when complete, so nothing else is
 * needed for atomicity.
 */
export class S3BlobStore implements BlobStore {
  readonly #bucket: S3Bucket;
  readonly #options: S3BlobStoreOptions;

  constructor(bucket: S3Bucket, options: S3BlobStoreOptions) {
    this.#bucket = bucket;
    this.#options = options;
  }

  watchRequests(begin: RequestWatcher): void {
    this.#bucket.watchRequests(begin);
  }

  async prepare(): Promise<void> {
    await this.#deleteAbandoned();
  }

  /** Deletes incomplete content that no node can still be writing. Never rejects. */
  async #deleteAbandoned(): Promise<void> {
    const before = new Date(Date.now() - abandonedAfterMs);
    try {
      for await (const { key, modified } of this.#bucket.list('incoming/'))
        if (modified < before) await this.#bucket.delete(key);
      await this.#bucket.abortUploads('incoming/', before);
    } catch (error) {
      // Some services cannot list uploads. A lifecycle rule of the bucket then aborts them.
      this.#options.report('Failed to delete incomplete uploads from the object store', error);
    }
  }

  async close(): Promise<void> {
    this.#bucket.close();
  }

  async check(): Promise<void> {
    const { id } = this.#options;
    if (id === undefined) return;
    let found: string;
    try {
      found = await readText((await this.#bucket.get(storeIdFile)).body);
    } catch (error) {
      throw error instanceof UnavailableBlobs ? error : new UnavailableBlobs(error);
    }
    if (found !== id)
      throw new UnavailableBlobs(new Error(`${this.#bucket.name} belongs to another database`));
  }

  async put(source: AsyncIterable<Uint8Array>, options: PutOptions = {}): Promise<StagedBlob> {
    this.#options.space?.require();
    const { whole, rest } = await gather(limited(source, options.limit), partBytes);
    if (!whole) return this.#putLarge(rest, options);
    const blob = new Hashes({ ...options, checksumsLater: false }).update(whole).info();
    const written = await this.write(whole, blob.sha256);
    await this.#options.register(blob);
    await written.confirm();
    return blob;
  }

  async write(bytes: Uint8Array, sha256: string): Promise<{ confirm(): Promise<void> }> {
    this.#options.space?.require();
    const key = keyOf(sha256);
    // Replaces an existing object, which may be corrupted.
    const write = () => this.#bucket.put(key, bytes);
    // Another bucket would accept the content too.
    await Promise.all([write(), this.check()]);
    this.#options.integrity?.noteStored(sha256);
    return {
      confirm: async () => {
        // Garbage collection may have deleted it before its row was written.
        if (!(await this.has(sha256))) await write();
      },
    };
  }

  async #putLarge(source: AsyncIterable<Uint8Array>, options: PutOptions): Promise<StagedBlob> {
    const temporary = `incoming/${randomUUID()}`;
    try {
      const blob = await uploadParts(this.#bucket, temporary, source, options);
      await this.check();
      const publish = () => this.#bucket.copy(temporary, keyOf(blob.sha256), blob.size);
      await publish();
      this.#options.integrity?.noteStored(blob.sha256);
      await this.#options.register(blob);
      if (!(await this.has(blob.sha256))) await publish();
      return blob;
    } finally {
      await this.#bucket.delete(temporary).catch((error: unknown) => {
        this.#options.report('Failed to delete an incomplete upload. The next start retries', error);
      });
    }
  }

  async open(sha256: string, range?: ByteRange): Promise<Readable> {
    const { integrity } = this.#options;
    try {
      const { stream, isWhole } = await openObject(this.#bucket, keyOf(sha256), range);
      // Verifying a part would read the whole object, so scheduled verification does it.
      return isWhole && integrity?.isDue(sha256) ? this.#verified(stream, sha256, integrity) : stream;
    } catch (error) {
      if (error instanceof ShortObject && (await this.verify(sha256)) === 'damaged')
        throw new DamagedBlob(sha256);
      if (!(error instanceof NoObject)) throw error;
      await this.check();
      const state = integrity && (await findAbsent(integrity, sha256, (each) => this.has(each)));
      if (state === 'missing') throw new DamagedBlob(sha256);
      // Stored again since the check.
      if (state === 'intact') return this.open(sha256, range);
      throw new HttpError(404, 'NOT_FOUND', `No blob with SHA-256 ${sha256}`);
    }
  }

  async link(sha256: string, headers: LinkHeaders): Promise<string | undefined> {
    const { redirects, integrity } = this.#options;
    if (!redirects || integrity?.isDamaged(sha256) || integrity?.isDue(sha256)) return undefined;
    // The service would return 404 for a missing object.
    return (await this.has(sha256)) ? this.#bucket.link(keyOf(sha256), headers) : undefined;
  }

  #verified(stream: Readable, sha256: string, integrity: Integrity): Readable {
    return verifyingStream(stream, {
      sha256,
      intact: () => integrity.noteVerified(sha256),
      damaged: () => {
        // After a failure, the next read verifies the blob again.
        this.verify(sha256).catch(() => undefined);
        return new DamagedBlob(sha256);
      },
    });
  }

  isDamaged(sha256: string): boolean {
    return this.#options.integrity?.isDamaged(sha256) ?? false;
  }

  async verify(sha256: string): Promise<BlobState> {
    const { integrity } = this.#options;
    if (!integrity) throw new Error('This store does not support verification');
    const key = keyOf(sha256);
    const info = await this.#find(sha256);
    if (!info) {
      await this.check();
      return findAbsent(integrity, sha256, (each) => this.has(each));
    }
    const hash = createHash('sha256');
    for await (const part of (await openObject(this.#bucket, key)).stream) hash.update(part as Buffer);
    if (hash.digest('hex') === sha256) {
      integrity.noteVerified(sha256);
      return 'intact';
    }
    if (!(await integrity.isListed(sha256))) return 'gone';
    await this.#bucket.copy(key, `quarantine/${sha256}`, info.size);
    await this.#bucket.delete(key);
    await integrity.noteDamaged({ sha256, reason: 'damaged' });
    return 'damaged';
  }

  /** Returns undefined if it does not exist. */
  async #find(sha256: string): Promise<{ size: number; modified: Date } | undefined> {
    try {
      return await this.#bucket.head(keyOf(sha256));
    } catch (error) {
      if (error instanceof NoObject) return undefined;
      throw error;
    }
  }

  async has(sha256: string): Promise<boolean> {
    if (await this.#find(sha256)) return true;
    // The whole bucket may be missing.
    await this.check();
    return false;
  }

  async remove(sha256: string, storedBefore: Date): Promise<boolean> {
    // Another database may list the objects of another bucket.
    await this.check();
    const found = await this.#find(sha256);
    if (!found || found.modified >= storedBefore) return false;
    await this.#bucket.delete(keyOf(sha256));
    return true;
  }

  async *storedBefore(time: Date): AsyncGenerator<string> {
    await this.check();
    // Servers can run for months, so garbage collection also deletes what other nodes left.
    await this.#deleteAbandoned();
    for await (const { key, modified } of this.#bucket.list()) {
      const [, sha256] = /^[0-9a-f]{2}\/([0-9a-f]{64})$/.exec(key) ?? [];
      if (sha256 !== undefined && modified < time) yield sha256;
    }
  }
}

/** Returns the key of a blob, the same as its path in a directory. */
export function keyOf(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256))
    throw new HttpError(400, 'BAD_SHA256', 'Invalid SHA-256. Expected 64 of 0-9 and a-f.');
  return `${sha256.slice(0, 2)}/${sha256}`;
}

/** Reads a short text, such as the ID or the marks of a store. */
export async function readText(body: Readable): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of body) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8').slice(0, 1000).trim();
}
