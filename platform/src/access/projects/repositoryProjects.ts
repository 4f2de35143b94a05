import { currentPlatform } from '../../database/db.ts';

/**
 * Returns the key of the project that a repository belongs to; undefined for none, or no such repository. Repositories are above this layer,
 * so `createPlatform` provides it.
 */
export type FindProject = (repo: string) => Promise<string | undefined>;

export function projectOfRepository(repo: string): Promise<string | undefined> {
  return currentPlatform().access.projectOf(repo);
}
