import type { FastifyRequest } from 'fastify';
import { HttpError } from '../errors/HttpError.ts';
import { RepositoryError } from '../errors/RepositoryError.ts';
import type { Action, Caller, Target } from './Caller.ts';
import { coversAll, grants, grantsOf, isGranted, isGrantedEverywhere } from './permissions.ts';
import { grantsAction, membershipsOf, projectGrants } from './projects/memberships.ts';
import { isUnlimited, withinScopes } from './scopes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}

/** Whoever shows no credentials; with anonymous access one of the readers. */
export function anonymous(anonymousAccess: boolean): Caller {
  const groups = anonymousAccess ? ['readers'] : [];
  return { kind: 'anonymous', userName: 'anonymous', admin: false, via: 'none', groups };
}

/** Set before any route runs. */
export function callerOf(request: FastifyRequest): Caller {
  return request.caller;
}

/** What is published there runs in every user's console. */
const administratorsOnly = 'plugins-local';

/** Decides what needs no permission: scopes, administrators, and what only they may do. `undefined` leaves it to grants. */
export function decidedBefore(caller: Caller, action: Action, repo: string | undefined): boolean | undefined {
  if (!withinScopes(caller, action, repo)) return false;
  if (caller.admin) return true;
  if (repo === undefined || action === 'admin') return false;
  if (repo === administratorsOnly && action !== 'read') return false;
  return undefined;
}

async function isAllowed(caller: Caller, action: Action, target: Target): Promise<boolean> {
  const repo = target === 'system' ? undefined : target.repo;
  const decided = decidedBefore(caller, action, repo);
  if (decided !== undefined || target === 'system' || action === 'admin') return decided ?? false;
  if (await isGranted(caller, action, target.repo, target.path)) return true;
  return projectGrants(caller, grants[action], target.repo);
}

/** A repository as rights depend on it. */
interface RepositoryFacts {
  key: string;
  projectKey?: string;
}

/** One caller's right to one action, for lists of repositories: asked for each without waiting. */
export interface Rights {
  /** Whether the caller may do it to some path of the repository. */
  somewhere(repository: RepositoryFacts): boolean;
  /** Whether the caller may do it to every path of the repository. */
  everywhere(repository: RepositoryFacts): boolean;
}

/** Decides as `allows` and `allowsEverywhere` do, for many repositories at the cost of one. */
export async function rightsOf(caller: Caller, action: Exclude<Action, 'admin'>): Promise<Rights> {
  const wanted = grants[action];
  const granted = await grantsOf(caller);
  const memberships = await membershipsOf(caller);
  const byProject = ({ projectKey }: RepositoryFacts) => {
    const membership = projectKey === undefined ? undefined : memberships.get(projectKey);
    return membership !== undefined && grantsAction(membership, wanted);
  };
  return {
    somewhere: (repository) =>
      decidedBefore(caller, action, repository.key) ??
      (granted.has(wanted, repository.key) || byProject(repository)),
    everywhere: (repository) =>
      decidedBefore(caller, action, repository.key) ??
      (granted.targets(wanted, repository.key).some(coversAll) || byProject(repository)),
  };
}

/**
 * The one place where it is decided, deny by default: administrators everything, others what a permission grants them, or
 * their role in the project that the repository belongs to. A token does only what its scopes say. Throws `HttpError` 401
 * for anonymous, 403 for a user; who may do nothing at all in the repository is answered as if it were not there.
 */
export async function authorise(caller: Caller, action: Action, target: Target): Promise<void> {
  if (await isAllowed(caller, action, target)) return;
  const where = target === 'system' ? 'the system' : `repository ${target.repo}`;
  const refuse = (status: number, code: string, message: string) =>
    target === 'system'
      ? new HttpError(status, code, message)
      : new RepositoryError(status, code, message, target.repo);
  if (caller.kind === 'anonymous')
    throw refuse(
      401,
      'UNAUTHORIZED',
      `Sign in to continue. Anonymous users have no ${action} permission on ${where}.`,
    );
  const who = caller.via === 'token' ? `This token of user ${caller.userName}` : `User ${caller.userName}`;
  throw refuse(403, 'FORBIDDEN', `${who} has no ${action} permission on ${where}`);
}

/** The same question without a throw, for what a list or a screen shows. */
export function allows(caller: Caller, action: Action, target: Target): Promise<boolean> {
  return isAllowed(caller, action, target);
}

/** Whether the caller may do it to every path of the repository: then a list need not ask for each. */
export async function allowsEverywhere(
  caller: Caller,
  action: Exclude<Action, 'admin'>,
  repo: string,
): Promise<boolean> {
  if (!(await isAllowed(caller, action, { repo }))) return false;
  if (caller.admin || (await isGrantedEverywhere(caller, action, repo))) return true;
  return projectGrants(caller, grants[action], repo);
}

/** What may be done to a project itself: look at it, change its name and description, its members, its repositories. */
export type ProjectRight = 'see' | 'settings' | 'members' | 'resources';

export async function allowsProject(caller: Caller, right: ProjectRight, project: string): Promise<boolean> {
  if (!isUnlimited(caller.scopes)) return false;
  if (caller.admin) return true;
  const membership = (await membershipsOf(caller)).get(project);
  if (membership === undefined) return false;
  if (right === 'see') return true;
  if (!membership.roles.has('Project Admin')) return false;
  const { manage_members, manage_resources } = membership.privileges;
  return { settings: true, members: manage_members, resources: manage_resources }[right];
}

/** Throws `HttpError` 401 or 403, the same for a project that is not there as for one that is not the caller's. */
export async function authoriseProject(caller: Caller, right: ProjectRight, project: string): Promise<void> {
  if (await allowsProject(caller, right, project)) return;
  requireUser(caller);
  const what = { see: 'is not a member of', settings: 'has no permission to change' }[
    right as 'see' | 'settings'
  ];
  throw new HttpError(
    403,
    'FORBIDDEN',
    `User ${caller.userName} ${what ?? `has no permission to change the ${right} of`} project ${project}`,
  );
}

/** For what any signed-in user may do for himself; throws `HttpError` 401 for anonymous. */
export function requireUser(caller: Caller): void {
  if (caller.kind === 'anonymous') throw new HttpError(401, 'UNAUTHORIZED', 'Sign in to continue');
}

/** For what everyone sees who may use the console at all; throws `HttpError` 401 for anonymous where that is off. */
export function requireConsoleAccess(caller: Caller, anonymousAccess: boolean): void {
  if (!anonymousAccess) requireUser(caller);
}
