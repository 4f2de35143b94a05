import type { DeletionKeeper } from './deletions.ts';
import { DownloadCounts } from './downloads.ts';
import type { UseCheck } from './filesInUse.ts';

/** In-memory state of files of one platform. */
export interface FilesMemory {
  readonly downloads: DownloadCounts;
  /** Checks whether files are in use before they are deleted, moved, or overwritten. */
  readonly useChecks: UseCheck[];
  readonly propertyChecks: UseCheck[];
  /** Stores files before they are deleted. */
  keeper?: DeletionKeeper;
}

declare module '../platform/Platform.ts' {
  interface Platform {
    readonly files: FilesMemory;
  }
}

export function createFilesMemory(): FilesMemory {
  return {
    downloads: new DownloadCounts(),
    useChecks: [],
    propertyChecks: [],
  };
}
