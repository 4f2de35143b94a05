import type { AccessReason, PermissionAction, ProjectRole, RepositoryAction } from '@lading/contract/rest';
import type { Caller } from '../Caller.ts';
import { decidedBefore } from '../gateway.ts';
import type { CallerGrants, Grant } from '../grants/CallerGrants.ts';
import { anyRepository, classOfTarget } from '../grants/PermissionIndex.ts';
import { covers, grants } from '../permissions/permissions.ts';
import { grantsAction, membershipsOf } from '../projects/memberships.ts';
import { actionsOf } from '../projects/roles.ts';
import type { ProjectMembers } from './projectMembers.ts';

/** Facts about a repository that determine permissions. */
export interface Place {
  readonly repository: string;
  /** Class of the repository; absent for targets for several. */
  readonly type?: string | undefined;
  /** If absent, any path. */
  readonly path?: string | undefined;
  /** Members of the repository's project. */
  readonly project?: ProjectMembers | undefined;
}

/** A caller with all facts that determine permissions. */
export interface Subject {
  readonly caller: Caller;
  readonly granted: CallerGrants;
  /** Administrator groups of the caller. */
  readonly adminGroups: readonly string[];
}

/**
 * Returns the rules that allow the action. Without any, it is denied. Uses the gateway's own
 * functions.
 */
export async function reasonsFor(
  subject: Subject,
  action: RepositoryAction,
  place: Place,
): Promise<AccessReason[]> {
  const { caller, granted, adminGroups } = subject;
  const { repository, type, path, project } = place;
  const decided = decidedBefore(caller, action, repository, path);
  if (decided === false) return [];
  if (decided) return [{ kind: 'administrator', groups: [...adminGroups], direct: adminGroups.length === 0 }];
  const wanted = grants[action];
  const found = granted
    .grants(wanted, { key: repository, type })
    .filter(({ target }) => path === undefined || covers(target, path))
    .map((grant) => permissionReason(caller, grant, wanted));
  const membership = project && (await membershipsOf(caller)).get(project.key);
  if (!membership || !grantsAction(membership, wanted)) return found;
  return [...found, projectReason(caller, project, wanted)];
}

function permissionReason(
  { userName, groups }: Caller,
  { source, target, on }: Grant,
  action: PermissionAction,
): AccessReason {
  const { users, groups: named } = source.actions;
  const ofClass = classOfTarget(on);
  const { include_patterns: include = [], exclude_patterns: exclude = [] } = target;
  return {
    kind: 'permission',
    permission: source.permission,
    groups: groups.filter((group) => Object.hasOwn(named, group) && named[group]?.includes(action)),
    direct: Object.hasOwn(users, userName) && (users[userName]?.includes(action) ?? false),
    ...(on === anyRepository ? { any_repository: true } : {}),
    ...(ofClass === undefined ? {} : { repository_class: ofClass }),
    ...(include.length > 0 ? { include_patterns: include } : {}),
    ...(exclude.length > 0 ? { exclude_patterns: exclude } : {}),
  };
}

function projectReason(
  { userName, groups }: Caller,
  project: ProjectMembers,
  action: PermissionAction,
): AccessReason {
  const including = (roles: readonly ProjectRole[] = []) =>
    roles.filter((role) => actionsOf(role).includes(action));
  const own = including(project.users.get(userName));
  const through = groups.filter((group) => including(project.groups.get(group)).length > 0);
  const roles = [...own, ...through.flatMap((group) => including(project.groups.get(group)))];
  return {
    kind: 'project',
    project: project.key,
    roles: [...new Set(roles)],
    groups: through,
    direct: own.length > 0,
  };
}
