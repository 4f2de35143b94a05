import { currentPlatform } from '../../database/db.ts';

/**
 * Returns the key of a repository's project, or undefined if it has none or does not exist.
 * Repositories are in a higher layer, so `createPlatform` provides this function.
 */
export type FindProject = (repo: string) => Promise<string | undefined>;

export function projectOfRepository(repo: string): Promise<string | undefined> {
  return currentPlatform().access.projectOf(repo);
}
