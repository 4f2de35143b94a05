import type { PermissionAction } from '@lading/contract/rest';
import { coversPath } from '../../globs/covers.ts';
import type { Action, Caller } from '../Caller.ts';
import type { CallerGrants, PermissionTarget } from '../grants/CallerGrants.ts';
import { keptPermissions } from '../grants/permissionTable.ts';
import { projectGrantsAnywhere } from '../projects/memberships.ts';
import { placeOfRepository } from '../projects/repositoryProjects.ts';

/** Maps actions to their names in permissions. */
export const grants: Readonly<Record<Exclude<Action, 'admin'>, PermissionAction>> = {
  read: 'READ',
  deploy: 'WRITE',
  delete: 'DELETE',
  annotate: 'ANNOTATE',
  manage: 'MANAGE',
};

/** Returns everything that permissions grant the caller. */
export function grantsOf(caller: Caller): Promise<CallerGrants> {
  return keptPermissions().grantsOf(caller);
}

/**
 * Whether a permission grants the caller the action on the path, or on some path of the repository.
 */
export async function isGranted(
  caller: Caller,
  action: Action,
  repo: string,
  path?: string,
): Promise<boolean> {
  if (action === 'admin') return false;
  const granted = await grantsOf(caller);
  const place = await placeOfRepository(repo);
  if (path === undefined) return granted.has(grants[action], place);
  return granted.targets(grants[action], place).some((target) => covers(target, path));
}

/** Whether a build permission grants the caller the action on builds with that name. */
export async function isBuildGranted(
  caller: Caller,
  action: keyof typeof grants,
  name: string,
): Promise<boolean> {
  const targets = (await grantsOf(caller)).buildTargets(grants[action]);
  // Clients write `name/**` for all numbers of a build.
  return targets.some((target) => covers(target, name) || covers(target, `${name}/`));
}

/** Whether a release bundle permission grants the caller the action on bundles with that name. */
export async function isBundleGranted(
  caller: Caller,
  action: keyof typeof grants,
  name: string,
): Promise<boolean> {
  const targets = (await grantsOf(caller)).bundleTargets(grants[action]);
  // Clients write `name/**` for all versions of a bundle.
  return targets.some((target) => covers(target, name) || covers(target, `${name}/`));
}

/** Whether the caller has permission for the action on any release bundle. */
export async function isBundleGrantedAnywhere(caller: Caller, action: keyof typeof grants): Promise<boolean> {
  return (await grantsOf(caller)).bundleTargets(grants[action]).length > 0;
}

/** Whether the caller has permission for the action on any builds. */
export async function isBuildGrantedAnywhere(caller: Caller, action: keyof typeof grants): Promise<boolean> {
  return (await grantsOf(caller)).buildTargets(grants[action]).length > 0;
}

/** Whether a single permission grants the caller the action on every path of the repository. */
export async function isGrantedEverywhere(
  caller: Caller,
  action: keyof typeof grants,
  repo: string,
): Promise<boolean> {
  const place = await placeOfRepository(repo);
  return (await grantsOf(caller)).targets(grants[action], place).some(coversAll);
}

/** Paths of a repository, as patterns of permissions. */
export interface PathRule {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/**
 * Returns the paths of the repository on which permissions grant the caller the action. A path is
 * included if one rule covers it.
 */
export async function grantedPaths(
  caller: Caller,
  action: keyof typeof grants,
  repo: string,
): Promise<PathRule[]> {
  const place = await placeOfRepository(repo);
  const targets = (await grantsOf(caller)).targets(grants[action], place);
  return targets.map((target) => ({
    include: target.include_patterns ?? [],
    exclude: target.exclude_patterns ?? [],
  }));
}

/** Whether the caller has permission for the action in any repository. */
export async function isGrantedAnywhere(caller: Caller, action: keyof typeof grants): Promise<boolean> {
  if (caller.admin || (await projectGrantsAnywhere(caller, grants[action]))) return true;
  return (await grantsOf(caller)).anywhere(grants[action]);
}

export function covers(target: PermissionTarget, path: string): boolean {
  const included = target.include_patterns ?? [];
  const matches = (pattern: string) => coversPath(pattern, path);
  return (included.length === 0 || included.some(matches)) && !(target.exclude_patterns ?? []).some(matches);
}

/** Whether the target is the whole repository. */
export function coversAll(target: PermissionTarget): boolean {
  const { include_patterns: included = [], exclude_patterns: excluded = [] } = target;
  return excluded.length === 0 && (included.length === 0 || included.includes('**'));
}
