import type { BlobInfo, BlobStore } from './BlobStore.ts';
import type { Integrity } from './integrity/Integrity.ts';
import type { DiskSpace } from './space/DiskSpace.ts';

export interface StoreOptions {
  /** Writes the row of durable content, and waits for a concurrent deletion of the same blob. */
  register: (blob: BlobInfo) => Promise<void>;
  report: (event: string, error?: unknown) => void;
  /** The ID that the database shares with the location. */
  id: string;
  space: DiskSpace;
  integrity: Integrity;
  /** Whether clients can download from an object store directly. */
  redirects: boolean;
}

export interface SampledBlob {
  sha256: string;
  /** In bytes. */
  size: number;
}

/** Reads blobs without a database, also in another process than the server's. */
export interface BlobReader {
  /** Returns undefined if the blob does not exist. */
  open(sha256: string): Promise<AsyncIterable<Uint8Array> | undefined>;
}

/** Location of blobs: a directory, or a bucket. */
export interface BlobLocation extends BlobReader {
  /** In messages, such as `The blob directory /srv/blobs`. */
  readonly name: string;
  /** The identity file or object, in messages. */
  readonly idName: string;
  /** Absent if blobs are not stored in a directory. */
  readonly folder?: string;
  /** Whether it is there, although it may be empty. */
  exists(): Promise<boolean>;
  /** Creates a missing location if this server can. */
  create(): Promise<void>;
  /** Returns the trimmed content of the identity file. Undefined: no such file. */
  readId(): Promise<string | undefined>;
  /** Writes the ID. Durable when it resolves. */
  writeId(id: string): Promise<void>;
  /** Returns the content of the file with marks: see `BlobMarks`. Undefined: no such file. */
  readMarks(): Promise<string | undefined>;
  writeMarks(text: string): Promise<void>;
  hasBlobs(): Promise<boolean>;
  /** Counts how many of these blobs exist with their size. */
  countMatches(sample: readonly SampledBlob[]): Promise<number>;
  /** Opens the store of a claimed location. */
  openStore(options: StoreOptions): Promise<BlobStore>;
  /** Must be called after all other use, unless a store was opened, which is closed instead. */
  close(): void;
}
