import type { Readable } from 'node:stream';
import type { S3 } from '@aws-sdk/client-s3';
import { nameOfS3Place, type S3Place } from '../../settings/s3Place.ts';
import type { ByteRange, LinkHeaders, RequestWatcher } from '../BlobStore.ts';
import { type ClientAccess, openClient, signDownload } from './openClient.ts';
import { NoUpload, withStoreErrors } from './s3Errors.ts';

/** Size of the parts of an upload, in bytes. The service accepts 10,000 parts of at least 5 MiB. */
export const partBytes = 8 * 1024 ** 2;
/** Size in bytes above which the service copies an object only in parts. */
const maxCopyBytes = 5 * 1024 ** 3;
const copyPartBytes = 1024 ** 3;

interface ObjectInfo {
  size: number;
  modified: Date;
}

interface ListedObject extends ObjectInfo {
  key: string;
}

/** An upload in parts, which is not visible before `complete`. */
export interface PartUpload {
  /** Parts are numbered from 1. */
  send(part: number, bytes: Uint8Array): Promise<void>;
  complete(): Promise<void>;
  abort(): Promise<void>;
}

interface Part {
  ETag: string | undefined;
  PartNumber: number;
}

/**
 * Objects of a bucket below a prefix. Keys are relative to the prefix. Errors are those of
 * `storeError`.
 */
export class S3Bucket {
  readonly #s3: S3;
  readonly #place: S3Place;

  private constructor(s3: S3, place: S3Place) {
    this.#s3 = s3;
    this.#place = place;
  }

  static async open(place: S3Place, access?: ClientAccess): Promise<S3Bucket> {
    return new S3Bucket(await openClient(place, access), place);
  }

  close(): void {
    this.#s3.destroy();
  }

  /** Watches all requests from now on. Signed URLs are none. */
  watchRequests(begin: RequestWatcher): void {
    const { bucket } = this.#place;
    this.#s3.middlewareStack.add(
      (next, { commandName = '' }) =>
        async (args) => {
          const end = begin({ operation: commandName.replace(/Command$/, ''), bucket });
          if (!end) return next(args);
          try {
            const result = await next(args);
            end();
            return result;
          } catch (error) {
            end(error);
            throw error;
          }
        },
      // Without a name, so that there can be several watchers.
      { step: 'initialize' },
    );
  }

  get name(): string {
    return nameOfS3Place(this.#place);
  }

  #of(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#place.bucket, Key: `${this.#place.prefix}${key}` };
  }

  /** Stores an object. Durable and visible when it resolves. */
  async put(key: string, bytes: Uint8Array): Promise<void> {
    await withStoreErrors(() => this.#s3.putObject({ ...this.#of(key), Body: bytes }));
  }

  /** Opens an object, or a range of it. Also returns the size of the whole object. */
  get(key: string, range?: ByteRange): Promise<{ body: Readable; total: number }> {
    const part = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
    return withStoreErrors(async () => {
      const found = await this.#s3.getObject({ ...this.#of(key), ...part });
      const { Body, ContentLength = 0, ContentRange = '' } = found;
      const [, total = `${ContentLength}`] = /\/(\d+)$/.exec(ContentRange) ?? [];
      return { body: Body as Readable, total: Number(total) };
    });
  }

  /** Returns a signed URL for a GET of the object. Sends no request. */
  link(key: string, { contentType, contentDisposition }: LinkHeaders): Promise<string> {
    return withStoreErrors(() =>
      signDownload(this.#s3, {
        ...this.#of(key),
        ...{ ResponseContentType: contentType, ResponseContentDisposition: contentDisposition },
      }),
    );
  }

  /** Throws `NoObject` if it does not exist. */
  head(key: string): Promise<ObjectInfo> {
    return withStoreErrors(async () => {
      const { ContentLength = 0, LastModified } = await this.#s3.headObject(this.#of(key));
      return { size: ContentLength, modified: LastModified ?? new Date() };
    });
  }

  async delete(key: string): Promise<void> {
    await withStoreErrors(() => this.#s3.deleteObject(this.#of(key)));
  }

  /** Copies an object in the service. Replaces an existing one. */
  async copy(from: string, to: string, size: number): Promise<void> {
    const { Bucket, Key } = this.#of(from);
    const source = `${Bucket}/${encodeURIComponent(Key).replaceAll('%2F', '/')}`;
    if (size > maxCopyBytes) return this.#copyParts(source, to, size);
    await withStoreErrors(() => this.#s3.copyObject({ ...this.#of(to), CopySource: source }));
  }

  async #copyParts(source: string, to: string, size: number): Promise<void> {
    const upload = await this.#begin(to);
    try {
      for (let start = 0; start < size; start += copyPartBytes) {
        const PartNumber = start / copyPartBytes + 1;
        const range = `bytes=${start}-${Math.min(start + copyPartBytes, size) - 1}`;
        const { CopyPartResult } = await withStoreErrors(() =>
          this.#s3.uploadPartCopy({
            ...this.#of(to),
            ...{ UploadId: upload.id, CopySource: source, CopySourceRange: range, PartNumber },
          }),
        );
        upload.parts.push({ ETag: CopyPartResult?.ETag, PartNumber });
      }
      await this.#complete(to, upload.id, upload.parts);
    } catch (error) {
      await this.#abort(to, upload.id).catch(() => undefined);
      throw error;
    }
  }

  async beginUpload(key: string): Promise<PartUpload> {
    const { id, parts } = await this.#begin(key);
    return {
      send: async (part, bytes) => {
        const { ETag } = await withStoreErrors(() =>
          this.#s3.uploadPart({ ...this.#of(key), UploadId: id, PartNumber: part, Body: bytes }),
        );
        parts.push({ ETag, PartNumber: part });
      },
      complete: () => this.#complete(key, id, parts),
      abort: () => this.#abort(key, id),
    };
  }

  async #begin(key: string): Promise<{ id: string; parts: Part[] }> {
    const { UploadId } = await withStoreErrors(() => this.#s3.createMultipartUpload(this.#of(key)));
    return { id: UploadId ?? '', parts: [] };
  }

  async #complete(key: string, id: string, parts: Part[]): Promise<void> {
    try {
      await withStoreErrors(() =>
        this.#s3.completeMultipartUpload({
          ...this.#of(key),
          ...{ UploadId: id, MultipartUpload: { Parts: parts } },
        }),
      );
    } catch (error) {
      if (!(error instanceof NoUpload)) throw error;
      // The client repeats a request whose response was lost, and some services reject the second.
      await this.head(key).catch(() => {
        throw error;
      });
    }
  }

  async #abort(key: string, id: string): Promise<void> {
    await withStoreErrors(() => this.#s3.abortMultipartUpload({ ...this.#of(key), UploadId: id }));
  }

  /** Lists the objects whose keys begin with `start`, in the order of their keys. */
  async *list(start = ''): AsyncGenerator<ListedObject> {
    const { bucket, prefix } = this.#place;
    const query = { Bucket: bucket, Prefix: `${prefix}${start}` };
    for (let token: string | undefined; ; ) {
      const page = await withStoreErrors(() =>
        this.#s3.listObjectsV2({ ...query, ...(token === undefined ? {} : { ContinuationToken: token }) }),
      );
      for (const { Key = '', Size = 0, LastModified = new Date() } of page.Contents ?? [])
        yield { key: Key.slice(prefix.length), size: Size, modified: LastModified };
      token = page.NextContinuationToken;
      if (!page.IsTruncated || token === undefined) return;
    }
  }

  /**
   * Lists the names of the directories below a key that ends with a slash, in their order.
   */
  async *folders(start: string): AsyncGenerator<string> {
    const { bucket, prefix } = this.#place;
    const query = { Bucket: bucket, Prefix: `${prefix}${start}`, Delimiter: '/' };
    for (let token: string | undefined; ; ) {
      const page = await withStoreErrors(() =>
        this.#s3.listObjectsV2({ ...query, ...(token === undefined ? {} : { ContinuationToken: token }) }),
      );
      for (const { Prefix = '' } of page.CommonPrefixes ?? []) yield Prefix.slice(query.Prefix.length, -1);
      token = page.NextContinuationToken;
      if (!page.IsTruncated || token === undefined) return;
    }
  }

  /** Aborts uploads in parts that began before a time, which crashed processes left. */
  async abortUploads(start: string, before: Date): Promise<void> {
    const { bucket, prefix } = this.#place;
    const query = { Bucket: bucket, Prefix: `${prefix}${start}` };
    for (let from = {}; ; ) {
      const page = await withStoreErrors(() => this.#s3.listMultipartUploads({ ...query, ...from }));
      for (const { Key = '', UploadId = '', Initiated } of page.Uploads ?? [])
        if (Initiated && Initiated < before) await this.#abort(Key.slice(prefix.length), UploadId);
      const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
      if (!page.IsTruncated || !KeyMarker) return;
      from = { KeyMarker, UploadIdMarker };
    }
  }
}
