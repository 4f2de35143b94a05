import type { AccessRule } from '../http/api/ownApi.ts';
import type { Caller } from './Caller.ts';
import { allows, allowsProject, authorize, callerOf } from './gateway.ts';
import { administeredProjects } from './projects/memberships.ts';
import { projectOfRepository } from './projects/repositoryProjects.ts';
import { isUnlimited } from './tokens/scopes.ts';

/** Repositories whose access requests a caller can decide about: all, or those of projects. */
export type Decidable = 'all' | readonly string[];

/** Returns the keys of the projects, or `all` for administrators. */
export async function decidableProjects(caller: Caller): Promise<Decidable> {
  if (await allows(caller, 'admin', 'system')) return 'all';
  return isUnlimited(caller.scopes) ? administeredProjects(caller) : [];
}

/** Whether the caller can decide about requests for access to the repository. */
export async function decidesAccess(caller: Caller, repository: string): Promise<boolean> {
  if (await allows(caller, 'admin', 'system')) return true;
  const project = await projectOfRepository(repository);
  return project !== undefined && allowsProject(caller, 'settings', project);
}

export const accessDeciders: AccessRule = {
  name: 'project administrators',
  description: 'Administrators, and project administrators for the repositories of their projects.',
  async check(request) {
    const caller = callerOf(request);
    const projects = await decidableProjects(caller);
    if (projects !== 'all' && projects.length === 0) await authorize(caller, 'admin', 'system');
  },
};
