import type { Readable } from 'node:stream';

/** What is known of some bytes: hexadecimal hashes in lower case, size in bytes. */
export interface BlobInfo {
  sha256: string;
  /** This and the next are empty as long as they are still to be made: see `checksumsLater`. */
  sha1: string;
  md5: string;
  sha512?: string;
  size: number;
}

/**
 * Bytes that are durable, and findable by their sha256, but that nothing refers to yet. A row that refers to
 * them must be written (see `rememberBlob`) within the grace period of collection, a day.
 */
export interface StagedBlob extends BlobInfo {}

export interface PutOptions {
  /** The most bytes that are taken; one more ends in `HttpError` 413. */
  limit?: number;
  /** Makes the sha512 too. */
  sha512?: boolean;
  /**
   * SHA-1 and MD5 of large bytes are made in the background: for protocols that have no use for them, as they take three times as long
   * as SHA-256 alone.
   */
  checksumsLater?: boolean;
}

/** An inclusive range of bytes, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Bytes by their sha256, apart from where they are kept. */
export interface BlobStore {
  /** Stores what the source gives; durable when it resolves. A source that throws leaves nothing behind. */
  put(source: AsyncIterable<Uint8Array>, options?: PutOptions): Promise<StagedBlob>;
  /**
   * Stores bytes that the caller has hashed, and writes no row of them: for who writes it together with the row that refers to
   * them. Durable when it resolves. `confirm` is to be called once those rows are durable, and before anybody is told.
   */
  write(bytes: Uint8Array, sha256: string): Promise<{ confirm(): Promise<void> }>;
  /**
   * Throws `HttpError` 404 when there are no such bytes, `DamagedBlob` when they are damaged or missing. A blob that was not verified
   * recently is verified while it is read: the stream then ends with `DamagedBlob` instead of its last bytes.
   */
  open(sha256: string, range?: ByteRange): Promise<Readable>;
  has(sha256: string): Promise<boolean>;
  /**
   * For collection: everyone else drops the row that refers to it. What is not there, or was stored again since that time,
   * is left alone; says whether it went.
   */
  remove(sha256: string, storedBefore: Date): Promise<boolean>;
  /** For collection: the sha256 of all that was stored before a time. */
  storedBefore(time: Date): AsyncIterable<string>;
  /** Whether the bytes are known to be damaged or missing. */
  isDamaged(sha256: string): boolean;
  /** Reads and hashes the bytes; moves damaged ones to quarantine and records them. */
  verify(sha256: string): Promise<BlobState>;
  /** Throws `UnavailableBlobs` when the place of the bytes is missing or another one. */
  check(): Promise<void>;
  /** For the end, when nobody uses it any more. */
  close(): Promise<void>;
}

/** `gone`: the database does not list the blob, or no longer. */
export type BlobState = 'intact' | 'damaged' | 'missing' | 'gone';
