import { createClaimQueries } from './names/claims.ts';
import { createRuleMemory } from './names/rules.ts';
import type { KeptRepositories } from './repositories.ts';

/** Repositories and their names that one platform has in memory. */
export interface RepositoriesMemory {
  readonly kept: KeptRepositories;
  /** Include and exclude rules of virtual repositories. */
  readonly rules: ReturnType<typeof createRuleMemory>;
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
    claims: createClaimQueries(),
  };
}
