import type { Readable } from 'node:stream';

/** Checksums and size of a blob. Checksums are lowercase hexadecimal, and the size is in bytes. */
export interface BlobInfo {
  sha256: string;
  /** SHA-1 and MD5. Empty until they are calculated: see `checksumsLater`. */
  sha1: string;
  md5: string;
  sha512?: string;
  size: number;
}

/**
 * A durable blob that can be found by its SHA-256, but is not referenced yet. A row that references
 * it must be written (see `rememberBlob`) within the grace period of garbage collection, one day.
 */
export interface StagedBlob extends BlobInfo {}

export interface PutOptions {
  /** Maximum size in bytes. Larger content fails with `HttpError` 413. */
  limit?: number;
  /** Also calculates SHA-512. */
  sha512?: boolean;
  /**
   * Calculates SHA-1 and MD5 of large content in the background, because they take three times as
   * long as SHA-256 alone. For protocols that don't use them.
   */
  checksumsLater?: boolean;
}

/** An inclusive range of bytes, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Response headers of a download by a link. */
export interface LinkHeaders {
  contentType: string;
  contentDisposition: string;
}

/**
 * Called when a request to an object store starts. The returned function is called with the error,
 * if any, when it ends. Returns undefined for requests that need not be watched.
 */
export type RequestWatcher = (request: StoreRequest) => ((error?: unknown) => void) | undefined;

interface StoreRequest {
  /** Such as `PutObject`. */
  operation: string;
  bucket: string;
}

/** Stores blobs by their SHA-256, independent of the storage medium. */
export interface BlobStore {
  /**
   * Stores the content of the source. Durable when it resolves. If the source throws, nothing is
   * stored.
   */
  put(source: AsyncIterable<Uint8Array>, options?: PutOptions): Promise<StagedBlob>;
  /**
   * Stores content that the caller has hashed, without a database row. The caller writes it
   * together with the row that references it. Durable when it resolves. Call `confirm` after those
   * rows are durable, and before reporting success.
   */
  write(bytes: Uint8Array, sha256: string): Promise<{ confirm(): Promise<void> }>;
  /**
   * Opens a blob. Throws `HttpError` 404 if it does not exist, and `DamagedBlob` if it is corrupted
   * or missing. A blob that was not verified recently is verified while it is read: if it is
   * corrupted, the stream ends with `DamagedBlob` before its last bytes.
   */
  open(sha256: string, range?: ByteRange): Promise<Readable>;
  has(sha256: string): Promise<boolean>;
  /**
   * Returns a signed URL with which anyone can download the blob for a few minutes, so the caller
   * must have been authorized. Returns undefined if the server must send the content itself. Absent
   * if it always must.
   */
  link?(sha256: string, headers: LinkHeaders): Promise<string | undefined>;
  /**
   * Deletes a blob, for garbage collection only: other code deletes the row that references it.
   * Does nothing if the blob does not exist or was stored again since that time. Returns whether it
   * was deleted.
   */
  remove(sha256: string, storedBefore: Date): Promise<boolean>;
  /** Lists the SHA-256 of all blobs stored before a time, for garbage collection. */
  storedBefore(time: Date): AsyncIterable<string>;
  /** Whether the blob is known to be corrupted or missing. */
  isDamaged(sha256: string): boolean;
  /** Reads and hashes the blob. Quarantines and records a corrupted one. */
  verify(sha256: string): Promise<BlobState>;
  /** Throws `UnavailableBlobs` if the blob location is missing or a different one. */
  check(): Promise<void>;
  /** Watches requests to an object store from now on. Absent if the store sends none. */
  watchRequests?(begin: RequestWatcher): void;
  /** Closes the store. Must be called after all other use. */
  close(): Promise<void>;
}

/** `gone` means that the database has no row for the blob. */
export type BlobState = 'intact' | 'damaged' | 'missing' | 'gone';
