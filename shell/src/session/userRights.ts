import type { ConsoleUser, Role } from '@lading/contract';
import type { UserData } from '@lading/contract/rest';

/** User name of an anonymous user. */
export const ANONYMOUS = 'anonymous';

/** User data that determines access in the console. */
export interface UserRights {
  readonly user: ConsoleUser;
  /** Keys of the projects that the user administers. Administrators administer all projects. */
  readonly administeredProjects: ReadonlySet<string>;
}

export function rightsOf(data: UserData): UserRights {
  return { user: userOf(data), administeredProjects: new Set(data.administeredProjects) };
}

export function userOf(data: UserData): ConsoleUser {
  return {
    name: data.name,
    admin: data.admin,
    anonymous: data.name === ANONYMOUS,
    realm: data.realm,
    canDeploy: data.canDeploy,
    canManage: data.canManage,
    canDelete: data.canDelete,
    profileUpdatable: data.profileUpdatable,
    projectAdmin: data.projectAdmin ?? false,
  };
}

export function sameRights(one: UserRights, other: UserRights): boolean {
  return serialized(one) === serialized(other);
}

function serialized({ user, administeredProjects }: UserRights): string {
  return JSON.stringify([user, [...administeredProjects].sort()]);
}

/**
 * Returns the user's role while `project` is selected; `undefined` means all projects. A project
 * administrator is an ordinary user of other projects.
 */
export function roleIn(rights: UserRights | undefined, project: string | undefined): Role {
  if (!rights || rights.user.anonymous) return 'anyone';
  if (rights.user.admin) return 'admin';
  const administers =
    project === undefined ? rights.user.projectAdmin : rights.administeredProjects.has(project);
  return administers ? 'projectAdmin' : 'user';
}
