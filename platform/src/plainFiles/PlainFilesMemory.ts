import { createDeployed } from './justDeployed.ts';
import { createFetches } from './remote/fetchFile.ts';
import { RemoteState } from './remote/remoteFile.ts';

/** In-memory state of a platform's plain files. */
export interface PlainFilesMemory {
  readonly deployed: ReturnType<typeof createDeployed>;
  /** Downloads from upstreams in progress. */
  readonly fetches: ReturnType<typeof createFetches>;
  readonly upstreams: RemoteState;
}

declare module '../platform/Platform.ts' {
  interface Platform {
    readonly plainFiles: PlainFilesMemory;
  }
}

export function createPlainFilesMemory(): PlainFilesMemory {
  return {
    deployed: createDeployed(),
    fetches: createFetches(),
    upstreams: new RemoteState(),
  };
}
