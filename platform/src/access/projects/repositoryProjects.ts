import { currentPlatform } from '../../database/db.ts';
import type { GrantPlace } from '../grants/PermissionIndex.ts';

/** Facts about a repository that determine permissions. */
interface RepositoryFacts {
  readonly type: string;
  readonly projectKey?: string;
}

/**
 * Returns the facts about a repository, or undefined if it does not exist. Repositories are in a
 * higher layer, so `createPlatform` provides this function.
 */
export type FindFacts = (repo: string) => Promise<RepositoryFacts | undefined>;

/** Returns the key of a repository's project, or undefined if it has none or does not exist. */
export async function projectOfRepository(repo: string): Promise<string | undefined> {
  return (await currentPlatform().access.factsOf(repo))?.projectKey;
}

/** Returns the repository with its class, for a lookup of grants. */
export async function placeOfRepository(repo: string): Promise<GrantPlace> {
  return { key: repo, type: (await currentPlatform().access.factsOf(repo))?.type };
}
