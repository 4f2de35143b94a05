import type { BlobMarks } from '../blobs/BlobMarks.ts';
import type { BlobStore } from '../blobs/BlobStore.ts';
import type { Integrity } from '../blobs/integrity/Integrity.ts';
import type { DiskSpace } from '../blobs/space/DiskSpace.ts';
import type { Connected } from '../database/connection.ts';
import { currentConnected } from '../database/db.ts';

/** Database and blobs of one platform. Use `db()` for queries and `blobs()` for blobs. */
export interface Storage extends Connected {
  readonly blobs: BlobStore;
  /** Tells whether another copy of the installation uses the blobs. */
  readonly marks: BlobMarks;
  readonly space: DiskSpace;
  readonly integrity: Integrity;
  /** Closes the connections, then the embedded database, if any. */
  close(): Promise<void>;
}

declare module '../platform/Platform.ts' {
  interface Platform {
    readonly storage: Storage;
  }
}

/**
 * Returns the storage of the current request. Throws outside of `withStorage`, which always gets a
 * full `Storage`.
 */
export function currentStorage(): Storage {
  return currentConnected() as Storage;
}

/** Returns the blob store of the current storage. */
export function blobs(): BlobStore {
  return currentStorage().blobs;
}
