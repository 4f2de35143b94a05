import { DownloadCounts } from './downloads.ts';
import type { UseCheck } from './filesInUse.ts';

/** State of files that one platform has in memory. */
export interface FilesMemory {
  readonly downloads: DownloadCounts;
  /** Ask whether files are in use before they are deleted, moved, or overwritten. */
  readonly useChecks: UseCheck[];
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
  };
}
