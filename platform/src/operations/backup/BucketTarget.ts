import { randomUUID } from 'node:crypto';
import type { LookupFunction } from 'node:net';
import { text } from 'node:stream/consumers';
import type { RequestWatcher } from '../../blobs/BlobStore.ts';
import { openObject, storeObject } from '../../blobs/s3/objects.ts';
import { S3Bucket } from '../../blobs/s3/S3Bucket.ts';
import { NoObject } from '../../blobs/s3/s3Errors.ts';
import { OtherContent } from '../../blobs/s3/uploadParts.ts';
import { readS3Place, type S3Place } from '../../settings/s3Place.ts';
import type { BackupFiles } from './BackupFiles.ts';
import {
  type BackupTarget,
  BadTarget,
  type DataLocations,
  isBackupName,
  type TargetReport,
} from './BackupTarget.ts';
import { BlobListing } from './BlobListing.ts';
import { BucketMarker, findOther } from './BucketMarker.ts';
import { targetError } from './bucketErrors.ts';
import { converted } from './converted.ts';
import { inParallel } from './inParallel.ts';
import { type Manifest, manifestFile, writeManifest } from './Manifest.ts';
import { markerFile } from './marker.ts';
import { requireBucketApart } from './requireBucketApart.ts';
import { requireComplete } from './requireComplete.ts';
import type { TargetOwner } from './TargetOwner.ts';

/** Access to an object store, in the server. */
export interface BucketAccess {
  /** Resolves the host name, and can reject its address. */
  lookup?: LookupFunction;
  /** Observes each request. */
  watch?: RequestWatcher | undefined;
}

/**
 * Backups in a bucket. An object appears only when complete. A backup is listed when its manifest
 * exists, which is stored last and deleted first.
 */
export class BucketTarget implements BackupTarget {
  readonly name: string;
  readonly parallel = 16;
  readonly isLocal = false;
  readonly #marker: BucketMarker;
  readonly #bucket: S3Bucket;
  readonly #place: S3Place;
  readonly #blobs: BlobListing;

  private constructor(name: string, bucket: S3Bucket, place: S3Place) {
    this.name = name;
    this.#bucket = bucket;
    this.#place = place;
    this.#blobs = new BlobListing(() => bucket.list('blobs/'));
    this.#marker = new BucketMarker(name, {
      read: () => this.#readMarker(),
      write: (content) => this.#try('write to', () => bucket.put(markerFile, Buffer.from(content))),
      findOther: (own) => this.#try('list', () => findOther(bucket, own)),
    });
  }

  /** Sends no request. */
  static async open(url: string, { watch, ...access }: BucketAccess = {}): Promise<BucketTarget> {
    const place = readS3Place(url);
    const bucket = await S3Bucket.open(place, access);
    if (watch) bucket.watchRequests(watch);
    return new BucketTarget(url, bucket, place);
  }

  async list(): Promise<string[]> {
    const names = (await this.#foldersOfBackups()).filter(isBackupName);
    const complete: string[] = [];
    await inParallel(names, this.parallel, async (name) => {
      if (await this.#exists(keyOf(name, manifestFile))) complete.push(name);
    });
    return complete.sort().reverse();
  }

  files(name: string): BackupFiles {
    return {
      pathOf: (file) => this.#pathOf(keyOf(name, file)),
      write: (file, content) => this.#store(keyOf(name, file), content),
      open: (file) => this.#open(keyOf(name, file)),
    };
  }

  async require(): Promise<void> {
    if (!(await this.#exists(markerFile)))
      throw new BadTarget(`${this.name} contains no backups. Expected the URL given to "lading backup"`);
  }

  async check(owner: TargetOwner): Promise<TargetReport> {
    await this.#marker.check(owner);
    const probe = `check/${randomUUID()}`;
    await this.#try('write to', () => this.#bucket.put(probe, Buffer.from('check')));
    await this.#try('delete objects from', () => this.#bucket.delete(probe));
    return { backups: (await this.list()).length };
  }

  requireApart(data: DataLocations): void {
    requireBucketApart(this.name, this.#place, data);
  }

  async take(owner: TargetOwner): Promise<() => void> {
    await this.#marker.take(owner);
    await this.#deleteUnfinished();
    // The lock in the database excludes other backups of the installation, but not those of its
    // copies. One that took the target in the same moment has replaced the marker.
    await this.requireOwn();
    return () => undefined;
  }

  requireOwn(): Promise<void> {
    return this.#marker.requireOwn();
  }

  async begin(name: string): Promise<BackupFiles | undefined> {
    return (await this.#exists(keyOf(name, manifestFile))) ? undefined : this.files(name);
  }

  async requireComplete(name: string, manifest: Manifest): Promise<void> {
    await this.requireOwn();
    const parts = await this.#sizes(keyOf(name, ''));
    await requireComplete(this, { name, manifest, parts });
  }

  async finish(name: string, manifest: Manifest): Promise<void> {
    await writeManifest(this.files(name), manifest);
    // Another copy writes its marker first, and then deletes backups without a manifest. So if the
    // marker is unchanged now, it has not deleted this one.
    await this.requireOwn().catch(async (error: unknown) => {
      await this.#delete(keyOf(name, manifestFile));
      throw error;
    });
    await this.#marker.complete();
  }

  async delete(name: string): Promise<void> {
    await this.#delete(keyOf(name, manifestFile));
    await this.#deleteAll(keyOf(name, ''));
  }

  pathOfBlob(sha256: string): string {
    return this.#pathOf(blobKey(sha256));
  }

  async blobsWith(prefix: string): Promise<Set<string>> {
    return new Set((await this.blobSizes(prefix)).keys());
  }

  /** A list of objects has their sizes, so they cost nothing. */
  blobSizes(prefix: string): Promise<Map<string, number>> {
    return this.#try('list', () => this.#blobs.sizesOf(prefix));
  }

  async requireSpace(): Promise<void> {
    // A bucket does not report its free space. An upload that does not fit fails.
  }

  open(sha256: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    return this.#open(blobKey(sha256));
  }

  async addBlob(sha256: string, content: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<boolean> {
    try {
      await this.#store(blobKey(sha256), content, { sha256, ...(signal ? { signal } : {}) });
      return true;
    } catch (error) {
      if (error instanceof OtherContent) return false;
      throw error;
    }
  }

  async syncBlobs(): Promise<void> {
    // Stored objects are durable.
  }

  deleteBlob(sha256: string): Promise<void> {
    return this.#delete(blobKey(sha256));
  }

  close(): void {
    this.#bucket.close();
  }

  #pathOf(key: string): string {
    return `s3://${this.#place.bucket}/${this.#place.prefix}${key}`;
  }

  /** Does work with the bucket, and converts its errors. */
  async #try<T>(action: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw targetError(this.#place, `${action} ${this.name}`, error);
    }
  }

  async #exists(key: string): Promise<boolean> {
    // Not with HEAD, whose errors have no code.
    return (await this.#keys(key)).includes(key);
  }

  async #keys(start: string): Promise<string[]> {
    return [...(await this.#sizes(start)).keys()].map((rest) => `${start}${rest}`);
  }

  /** Returns the size of each object. Their names lack the start of the key. */
  #sizes(start: string): Promise<Map<string, number>> {
    return this.#try('list', async () => {
      const sizes = new Map<string, number>();
      for await (const { key, size } of this.#bucket.list(start)) sizes.set(key.slice(start.length), size);
      return sizes;
    });
  }

  #foldersOfBackups(): Promise<string[]> {
    return this.#try('list', async () => {
      const names: string[] = [];
      for await (const name of this.#bucket.folders('backups/')) names.push(name);
      return names;
    });
  }

  async #open(key: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    const [bucket, path] = [this.#bucket, this.#pathOf(key)];
    let stream: AsyncIterable<Uint8Array>;
    try {
      ({ stream } = await this.#try('read', () => openObject(bucket, key)));
    } catch (error) {
      if (error instanceof NoObject) return undefined;
      throw error;
    }
    return converted(stream, (error) => targetError(this.#place, `read ${path}`, error));
  }

  async #store(
    key: string,
    content: AsyncIterable<Uint8Array>,
    { sha256, signal }: { sha256?: string; signal?: AbortSignal } = {},
  ): Promise<{ size: number; sha256: string }> {
    // An error of the content is not one of the target.
    let fault: { error: unknown } | undefined;
    const source = converted(
      content,
      (error) => {
        fault = { error };
        return error;
      },
      signal,
    );
    try {
      const { size, sha256: found } = await storeObject(this.#bucket, key, source, sha256);
      return { size, sha256: found };
    } catch (error) {
      if (fault) throw fault.error;
      if (error instanceof OtherContent) throw error;
      throw targetError(this.#place, `write ${this.#pathOf(key)}`, error);
    }
  }

  #delete(key: string): Promise<void> {
    return this.#try('delete objects from', () => this.#bucket.delete(key));
  }

  async #deleteAll(start: string): Promise<void> {
    await inParallel(await this.#keys(start), this.parallel, (key) => this.#delete(key));
  }

  #readMarker(): Promise<string | undefined> {
    return this.#open(markerFile).then((found) => found && text(found));
  }

  /** Deletes the remains of interrupted backups and deletions. */
  async #deleteUnfinished(): Promise<void> {
    const complete = new Set(await this.list());
    for (const name of await this.#foldersOfBackups())
      if (!complete.has(name)) await this.#deleteAll(keyOf(name, ''));
    await this.#deleteAll('check/');
    const later = new Date(Date.now() + 86_400_000);
    // Some services cannot list uploads. A lifecycle rule of the bucket then aborts them.
    for (const start of ['backups/', 'blobs/'])
      await this.#bucket.abortUploads(start, later).catch(() => undefined);
  }
}

function keyOf(name: string, file: string): string {
  return `backups/${name}/${file}`;
}

function blobKey(sha256: string): string {
  return `blobs/${sha256.slice(0, 2)}/${sha256}`;
}
