import type { RepositoryAction } from '@lading/contract/rest';
import { type ProjectMembers, readProjectMembers } from '../access/effective/projectMembers.ts';
import type { Place } from '../access/effective/reasons.ts';
import { membersOf, type Repository } from '../repositories/repositories.ts';

/** A repository whose rules apply to an action. */
export interface DecidingPlace extends Place {
  /** Whether it is a member of the requested virtual repository. */
  readonly member: boolean;
  /** Only administrators can change its content. */
  readonly administratorsOnly: boolean;
}

/** Loads the members of each project once. */
export class Projects {
  readonly #known = new Map<string, Promise<ProjectMembers>>();

  of({ projectKey }: Repository): Promise<ProjectMembers> | undefined {
    if (projectKey === undefined) return undefined;
    const known = this.#known.get(projectKey) ?? readProjectMembers(projectKey);
    this.#known.set(projectKey, known);
    return known;
  }
}

/** Returns the repository and, for a virtual one, its members. */
export async function concernedRepositories(repository: Repository): Promise<Repository[]> {
  return repository.type === 'virtual' ? [repository, ...(await membersOf(repository))] : [repository];
}

/**
 * Returns the repositories of which at least one must allow the action. A virtual repository is
 * also readable through each member; changes depend on its default deployment repository. Remote
 * repositories accept no uploads.
 */
export async function decidingPlaces(
  repository: Repository,
  action: RepositoryAction,
  path: string | undefined,
  projects: Projects,
): Promise<DecidingPlace[]> {
  const deciding = (await concernedRepositories(repository)).filter((one) =>
    decides(repository, one, action),
  );
  return Promise.all(
    deciding.map(async (one) => ({
      repository: one.key,
      type: one.type,
      path,
      project: await projects.of(one),
      member: one.key !== repository.key,
      administratorsOnly: changes(action) && one.options.adminDeployOnly === true,
    })),
  );
}

function decides(asked: Repository, one: Repository, action: RepositoryAction): boolean {
  if (action === 'deploy' && one.type === 'remote') return false;
  if (asked.type !== 'virtual' || action === 'read') return true;
  if (changes(action)) return one.key === asked.options.defaultDeploymentRepo && one.type === 'local';
  return one === asked;
}

function changes(action: RepositoryAction): boolean {
  return action === 'deploy' || action === 'delete';
}
