import type { FastifyRequest } from 'fastify';
import { HttpError } from '../errors/HttpError.ts';
import { RepositoryError } from '../errors/RepositoryError.ts';
import { type Action, type Caller, describeCaller, type Target } from './Caller.ts';
import { pluginsRepository } from './grants/CallerGrants.ts';
import type { GrantPlace } from './grants/PermissionIndex.ts';
import { coversAll, grants, grantsOf, isGranted, isGrantedEverywhere } from './permissions/permissions.ts';
import { grantsAction, membershipsOf, projectGrants } from './projects/memberships.ts';
import { isUnlimited, withinScopes } from './tokens/scopes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}

/**
 * Returns the caller without credentials. With anonymous access, it belongs to the group readers.
 */
export function anonymous(anonymousAccess: boolean): Caller {
  const groups = anonymousAccess ? ['readers'] : [];
  return { kind: 'anonymous', userName: 'anonymous', admin: false, via: 'none', groups };
}

/** Returns the caller, which is set before any route runs. */
export function callerOf(request: FastifyRequest): Caller {
  return request.caller;
}

/**
 * Decides what does not depend on permissions: scopes, administrators, and actions for
 * administrators only. Returns `undefined` if permissions decide.
 */
export function decidedBefore(
  caller: Caller,
  action: Action,
  repo: string | undefined,
  path?: string,
): boolean | undefined {
  if (!withinScopes(caller, action, repo, path)) return false;
  if (caller.admin) return true;
  if (repo === undefined || action === 'admin') return false;
  if (repo === pluginsRepository && isReserved(action, path)) return false;
  return undefined;
}

/** Scope of the plugins that come with the console. */
const ownScope = '@lading/';

/**
 * Publishers of plugins cannot delete or change them, nor publish a version of the console's own
 * ones, which an upgrade would find.
 */
function isReserved(action: Action, path: string | undefined): boolean {
  return action !== 'read' && (action !== 'deploy' || path?.toLowerCase().startsWith(ownScope) === true);
}

/** Patterns of paths that no permission on the repository includes. */
export function reservedPaths(action: Action, repo: string): readonly string[] {
  return repo === pluginsRepository && action === 'deploy' ? [`${ownScope}**`] : [];
}

/** A path that stands for all others, because fewer callers have permission on it. */
function everyPathOf(repo: string): string | undefined {
  return repo === pluginsRepository ? ownScope : undefined;
}

async function isAllowed(caller: Caller, action: Action, target: Target): Promise<boolean> {
  const repo = target === 'system' ? undefined : target.repo;
  const decided = decidedBefore(caller, action, repo, target === 'system' ? undefined : target.path);
  if (decided !== undefined || target === 'system' || action === 'admin') return decided ?? false;
  if (await isGranted(caller, action, target.repo, target.path)) return true;
  return projectGrants(caller, grants[action], target.repo);
}

/** Properties of a repository that determine permissions. */
interface RepositoryFacts extends GrantPlace {
  readonly projectKey?: string;
}

/** Permissions of one caller for one action, for synchronous checks of many repositories. */
export interface Rights {
  /** Whether the caller has permission on some path of the repository. */
  somewhere(repository: RepositoryFacts): boolean;
  /** Whether the caller has permission on every path of the repository. */
  everywhere(repository: RepositoryFacts): boolean;
}

/** Like `allows` and `allowsEverywhere`, for many repositories at the cost of one. */
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
      (granted.has(wanted, repository) || byProject(repository)),
    everywhere: (repository) =>
      decidedBefore(caller, action, repository.key, everyPathOf(repository.key)) ??
      (granted.targets(wanted, repository).some(coversAll) || byProject(repository)),
  };
}

/**
 * Authorizes an action. All authorization decisions are made here. Denied by default:
 * administrators have all permissions, others those of permissions and of their role in the
 * repository's project. The scopes of a token limit it. Throws `HttpError` 401 for anonymous users
 * and 403 for others. For callers without any permission on the repository, the response is the
 * same as for a missing repository.
 */
export async function authorize(caller: Caller, action: Action, target: Target): Promise<void> {
  if (await isAllowed(caller, action, target)) return;
  const where = target === 'system' ? 'the system' : `repository ${target.repo}`;
  const denied = (status: number, code: string, message: string) =>
    target === 'system'
      ? new HttpError(status, code, message)
      : new RepositoryError(status, code, message, target.repo);
  if (caller.kind === 'anonymous')
    throw denied(
      401,
      'UNAUTHORIZED',
      `Sign in to continue. Anonymous users have no ${action} permission on ${where}.`,
    );
  throw denied(403, 'FORBIDDEN', `${describeCaller(caller)} has no ${action} permission on ${where}`);
}

/** Like `authorize`, but returns the result, for lists and screens. */
export function allows(caller: Caller, action: Action, target: Target): Promise<boolean> {
  return isAllowed(caller, action, target);
}

/**
 * Whether the caller has permission on every path of the repository, so that a list need not check
 * each.
 */
export async function allowsEverywhere(
  caller: Caller,
  action: Exclude<Action, 'admin'>,
  repo: string,
): Promise<boolean> {
  if (!(await isAllowed(caller, action, { repo }))) return false;
  if (decidedBefore(caller, action, repo, everyPathOf(repo)) === false) return false;
  if (caller.admin || (await isGrantedEverywhere(caller, action, repo))) return true;
  return projectGrants(caller, grants[action], repo);
}

/**
 * Actions on a project itself: view it, change its name and description, its members, or its
 * repositories.
 */
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

/** Throws `HttpError` 401 or 403, regardless of whether the project exists. */
export async function authorizeProject(caller: Caller, right: ProjectRight, project: string): Promise<void> {
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

/** For actions of any signed-in user on own data. Throws `HttpError` 401 for anonymous users. */
export function requireUser(caller: Caller): void {
  if (caller.kind === 'anonymous') throw new HttpError(401, 'UNAUTHORIZED', 'Sign in to continue');
}

/**
 * For data that all console users can see. Throws `HttpError` 401 for anonymous users if anonymous
 * access is off.
 */
export function requireConsoleAccess(caller: Caller, anonymousAccess: boolean): void {
  if (!anonymousAccess) requireUser(caller);
}
