import type { BlobStore } from '../blobs/BlobStore.ts';
import type { Integrity } from '../blobs/integrity/Integrity.ts';
import type { DiskSpace } from '../blobs/space/DiskSpace.ts';
import type { Connected } from '../database/connection.ts';
import { currentConnected } from '../database/db.ts';

/** The database and the bytes of one platform. Queries go through `db()`, bytes through `blobs()`. */
export interface Storage extends Connected {
  readonly blobs: BlobStore;
  readonly space: DiskSpace;
  readonly integrity: Integrity;
  /** Ends the connections, then the embedded database when there is one. */
  close(): Promise<void>;
}

declare module '../platform/Platform.ts' {
  interface Platform {
    readonly storage: Storage;
  }
}

/** The storage of the current request; throws outside of `withStorage`, which is only ever given whole storages. */
export function currentStorage(): Storage {
  return currentConnected() as Storage;
}

/** The bytes of the current storage. */
export function blobs(): BlobStore {
  return currentStorage().blobs;
}
