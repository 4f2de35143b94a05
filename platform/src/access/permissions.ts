import type { PermissionAction } from '@lading/contract/rest';
import { coversPath } from '../globs/covers.ts';
import type { Action, Caller } from './Caller.ts';
import type { CallerGrants, PermissionTarget } from './grants/CallerGrants.ts';
import { keptPermissions } from './grants/permissionTable.ts';
import { projectGrantsAnywhere } from './projects/memberships.ts';

/** What a permission calls each action. */
export const grants: Readonly<Record<Exclude<Action, 'admin'>, PermissionAction>> = {
  read: 'READ',
  deploy: 'WRITE',
  delete: 'DELETE',
  annotate: 'ANNOTATE',
  manage: 'MANAGE',
};

/** Everything that permissions grant the caller. */
export function grantsOf(caller: Caller): Promise<CallerGrants> {
  return keptPermissions().grantsOf(caller);
}

/** Whether some permission grants the caller the action there; without a path, somewhere in the repository. */
export async function isGranted(
  caller: Caller,
  action: Action,
  repo: string,
  path?: string,
): Promise<boolean> {
  if (action === 'admin') return false;
  const granted = await grantsOf(caller);
  if (path === undefined) return granted.has(grants[action], repo);
  return granted.targets(grants[action], repo).some((target) => covers(target, path));
}

/** Whether some permission of builds grants the caller the action on the builds of that name. */
export async function isBuildGranted(
  caller: Caller,
  action: keyof typeof grants,
  name: string,
): Promise<boolean> {
  const targets = (await grantsOf(caller)).buildTargets(grants[action]);
  // Clients write `name/**` for all numbers of a build.
  return targets.some((target) => covers(target, name) || covers(target, `${name}/`));
}

/** Whether some permission of release bundles grants the caller the action on the bundles of that name. */
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

/** Whether there are any builds that the caller may do it to. */
export async function isBuildGrantedAnywhere(caller: Caller, action: keyof typeof grants): Promise<boolean> {
  return (await grantsOf(caller)).buildTargets(grants[action]).length > 0;
}

/** Whether one permission alone grants the caller the action on every path of the repository. */
export async function isGrantedEverywhere(
  caller: Caller,
  action: keyof typeof grants,
  repo: string,
): Promise<boolean> {
  return (await grantsOf(caller)).targets(grants[action], repo).some(coversAll);
}

/** Paths of a repository, by patterns of permissions. */
export interface PathRule {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** The paths of the repository for which permissions grant the caller the action: what one of the rules covers. */
export async function grantedPaths(
  caller: Caller,
  action: keyof typeof grants,
  repo: string,
): Promise<PathRule[]> {
  const targets = (await grantsOf(caller)).targets(grants[action], repo);
  return targets.map((target) => ({
    include: target.include_patterns ?? [],
    exclude: target.exclude_patterns ?? [],
  }));
}

/** Whether there is any repository that the caller may do it in. */
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
