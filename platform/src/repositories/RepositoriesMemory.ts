import { createClaimQueries } from './names/claims.ts';
import { createRuleMemory } from './names/rules.ts';
import type { RepositoryCleaner } from './removal.ts';
import type { KeptRepositories } from './repositories.ts';
import type { OfflineUntil } from './upstream/assumedOffline.ts';

/** In-memory state of a platform's repositories. */
export interface RepositoriesMemory {
  readonly kept: KeptRepositories;
  /** Include and exclude rules of virtual repositories. */
  readonly rules: ReturnType<typeof createRuleMemory>;
  /** Delete related data together with a repository. */
  readonly cleaners: RepositoryCleaner[];
  readonly offlineUntil: OfflineUntil;
  readonly claims: ReturnType<typeof createClaimQueries>;
}

declare module '../platform/Platform.ts' {
  interface Platform {
    readonly repositories: RepositoriesMemory;
  }
}

export function createRepositoriesMemory(): RepositoriesMemory {
  return {
    kept: {},
    rules: createRuleMemory(),
    cleaners: [],
    offlineUntil: new Map(),
    claims: createClaimQueries(),
  };
}
