import type { RepositoryAction } from '@lading/contract/rest';
import { type ProjectMembers, readProjectMembers } from '../access/effective/projectMembers.ts';
import type { Place } from '../access/effective/reasons.ts';
import { membersOf, type Repository } from '../repositories/repositories.ts';

/** A repository whose rules decide about an action. */
export interface DecidingPlace extends Place {
  /** It is a member of the virtual repository that was asked about. */
  readonly member: boolean;
  /** Only administrators can change its content. */
  readonly administratorsOnly: boolean;
}

/** Reads the members of each project once. */
export class Projects {
  readonly #known = new Map<string, Promise<ProjectMembers>>();

  of({ projectKey }: Repository): Promise<ProjectMembers> | undefined {
    if (projectKey === undefined) return undefined;
    const known = this.#known.get(projectKey) ?? readProjectMembers(projectKey);
    this.#known.set(projectKey, known);
    return known;
  }
}

/** The repository itself and all members of a virtual one. */
export async function concernedRepositories(repository: Repository): Promise<Repository[]> {
  return repository.type === 'virtual' ? [repository, ...(await membersOf(repository))] : [repository];
}

/**
 * The repositories of which one has to allow the action. A virtual repository is also readable through each member, and its
 * default deployment repository decides about changes. A remote repository accepts no uploads.
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
