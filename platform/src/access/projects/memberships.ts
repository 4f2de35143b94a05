import type { PermissionAction, ProjectAdminPrivileges, ProjectRole } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { afterCommit, currentPlatform, db } from '../../database/db.ts';
import { projectOfRepository } from './repositoryProjects.ts';
import { actionsOf } from './roles.ts';

/** Maximum delay until changes of another node apply, in milliseconds. */
const cacheMs = 2000;

/** Roles of a user in a project, directly and by groups. */
export interface Membership {
  roles: ReadonlySet<ProjectRole>;
  privileges: ProjectAdminPrivileges;
}

export interface Member {
  userName: string;
  groups: readonly string[];
}

type Memberships = ReadonlyMap<string, Membership>;

export const createMemberships = () =>
  new LRUCache<string, Promise<Memberships>>({ max: 1000, ttl: cacheMs });
const cache = () => currentPlatform().access.memberships;

/** Returns memberships by project key. */
export function membershipsOf(member: Member): Promise<Memberships> {
  const key = JSON.stringify([member.userName, member.groups]);
  const kept = cache().get(key);
  if (kept) return kept;
  const reading = read(member);
  cache().set(key, reading);
  reading.catch(() => cache().delete(key));
  return reading;
}

/** Invalidates the cache after a project or its members have changed. */
export function forgetMemberships(): void {
  const forget = () => cache().clear();
  forget();
  afterCommit(forget);
}

async function read({ userName, groups }: Member): Promise<Memberships> {
  const { rows } = await db().execute<{
    project_key: string;
    roles: ProjectRole[];
    admin_privileges: ProjectAdminPrivileges;
  }>(sql`
    select p.project_key, p.admin_privileges, m.roles from projects p join (
      select project_key, roles from project_users where user_name = ${userName}
      union all select project_key, roles from project_groups where group_name = any(${sql.param(groups)}::text[])
    ) m on m.project_key = p.project_key`);
  const found = new Map<string, Membership>();
  for (const { project_key: key, roles, admin_privileges: privileges } of rows) {
    found.set(key, { roles: new Set([...(found.get(key)?.roles ?? []), ...roles]), privileges });
  }
  return found;
}

/**
 * Whether a role in the repository's project allows the member the action, on every path of the
 * repository.
 */
export async function projectGrants(
  member: Member,
  action: PermissionAction,
  repo: string,
): Promise<boolean> {
  const project = await projectOfRepository(repo);
  if (project === undefined) return false;
  const membership = (await membershipsOf(member)).get(project);
  return membership !== undefined && grantsAction(membership, action);
}

/** Whether a role in any project allows the member the action. */
export async function projectGrantsAnywhere(member: Member, action: PermissionAction): Promise<boolean> {
  return [...(await membershipsOf(member)).values()].some((membership) => grantsAction(membership, action));
}

/** Returns the keys of the projects that the member administers, sorted. */
export async function administeredProjects(member: Member): Promise<string[]> {
  const memberships = [...(await membershipsOf(member))];
  return memberships.flatMap(([key, { roles }]) => (roles.has('Project Admin') ? [key] : [])).sort();
}

/** Whether one of the roles allows the action. */
export function grantsAction({ roles }: Membership, action: PermissionAction): boolean {
  return [...roles].some((role) => actionsOf(role).includes(action));
}
