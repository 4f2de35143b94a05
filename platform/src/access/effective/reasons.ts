import type { AccessReason, PermissionAction, ProjectRole, RepositoryAction } from '@lading/contract/rest';
import type { Caller } from '../Caller.ts';
import { decidedBefore } from '../gateway.ts';
import type { CallerGrants, Grant } from '../grants/CallerGrants.ts';
import { covers, grants } from '../permissions.ts';
import { grantsAction, membershipsOf } from '../projects/memberships.ts';
import { actionsOf } from '../projects/roles.ts';
import type { ProjectMembers } from './projectMembers.ts';

/** Facts that decide about one repository. */
export interface Place {
  readonly repository: string;
  /** Absent: any path. */
  readonly path?: string | undefined;
  /** Members of the project that the repository belongs to. */
  readonly project?: ProjectMembers | undefined;
}

/** A caller with everything that the gateway asks about the caller. */
export interface Subject {
  readonly caller: Caller;
  readonly granted: CallerGrants;
  /** Groups of the caller whose members are administrators. */
  readonly adminGroups: readonly string[];
}

/** The rules by which the gateway allows the action; none: it denies it. Decides with the gateway's functions. */
export async function reasonsFor(
  subject: Subject,
  action: RepositoryAction,
  place: Place,
): Promise<AccessReason[]> {
  const { caller, granted, adminGroups } = subject;
  const { repository, path, project } = place;
  const decided = decidedBefore(caller, action, repository);
  if (decided === false) return [];
  if (decided) return [{ kind: 'administrator', groups: [...adminGroups], direct: adminGroups.length === 0 }];
  const wanted = grants[action];
  const found = granted
    .grants(wanted, repository)
    .filter(({ target }) => path === undefined || covers(target, path))
    .map((grant) => permissionReason(caller, grant, wanted));
  const membership = project && (await membershipsOf(caller)).get(project.key);
  if (!membership || !grantsAction(membership, wanted)) return found;
  return [...found, projectReason(caller, project, wanted)];
}

function permissionReason(
  { userName, groups }: Caller,
  { source, target, anyRepository }: Grant,
  action: PermissionAction,
): AccessReason {
  const { users, groups: named } = source.actions;
  const { include_patterns: include = [], exclude_patterns: exclude = [] } = target;
  return {
    kind: 'permission',
    permission: source.permission,
    groups: groups.filter((group) => Object.hasOwn(named, group) && named[group]?.includes(action)),
    direct: Object.hasOwn(users, userName) && (users[userName]?.includes(action) ?? false),
    ...(anyRepository ? { any_repository: true } : {}),
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
