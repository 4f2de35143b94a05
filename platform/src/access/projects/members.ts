import type { ProjectMember, ProjectRole } from '@lading/contract/rest';
import { and, eq, sql } from 'drizzle-orm';
import { db, transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { requireGroup } from '../groups/groups.ts';
import { findUser, normalName } from '../users.ts';
import { forgetMemberships } from './memberships.ts';
import { lockProject, requireProject } from './projects.ts';
import { projectGroupsTable, projectUsersTable } from './tables.ts';

export type MemberKind = 'users' | 'groups';

const tables = { users: projectUsersTable, groups: projectGroupsTable };

/** Returns members sorted by name. Throws `HttpError` 404 if the project does not exist. */
export async function listMembers(project: string, kind: MemberKind): Promise<ProjectMember[]> {
  await requireProject(project);
  const table = tables[kind];
  return db()
    .select({ name: table.name, roles: table.roles })
    .from(table)
    .where(eq(table.projectKey, project))
    .orderBy(sql`${table.name} collate "C"`);
}

/** Throws `HttpError` 404 if the project or member does not exist. */
export async function requireMember(project: string, kind: MemberKind, name: string): Promise<ProjectMember> {
  const key = keyOf(kind, name);
  const found = (await listMembers(project, kind)).find((member) => member.name === key);
  if (found) return found;
  throw notAMember(project, kind, key);
}

/**
 * Reads a member, if there is one, for a change in the current transaction. Other changes of
 * members of the project wait until it ends. Throws `HttpError` 404 if the project does not exist.
 */
export async function lockMember(
  project: string,
  kind: MemberKind,
  name: string,
): Promise<ProjectMember | undefined> {
  await lockProject(project);
  const key = keyOf(kind, name);
  return (await listMembers(project, kind)).find((member) => member.name === key);
}

/**
 * Adds a user or group to a project, or changes its roles. Throws `HttpError` 404 if the project,
 * user, or group does not exist.
 */
export async function setMember(
  project: string,
  kind: MemberKind,
  name: string,
  roles: readonly ProjectRole[],
): Promise<ProjectMember> {
  const key = keyOf(kind, name);
  return transaction(async () => {
    await requireProject(project);
    if (kind === 'groups') await requireGroup(key);
    else if (!(await findUser(key))) throw new HttpError(404, 'USER_NOT_FOUND', `User ${key} not found`);
    const member = { name: key, roles: [...new Set(roles)] };
    const table = tables[kind];
    await db()
      .insert(table)
      .values({ projectKey: project, ...member })
      .onConflictDoUpdate({ target: [table.projectKey, table.name], set: { roles: member.roles } });
    forgetMemberships();
    return member;
  });
}

/** Throws `HttpError` 404 if the member does not exist. */
export async function removeMember(project: string, kind: MemberKind, name: string): Promise<void> {
  const key = keyOf(kind, name);
  const table = tables[kind];
  const removed = await db()
    .delete(table)
    .where(and(eq(table.projectKey, project), eq(table.name, key)));
  forgetMemberships();
  if (!removed.rowCount) throw notAMember(project, kind, key);
}

function keyOf(kind: MemberKind, name: string): string {
  return kind === 'users' ? normalName(name) : name;
}

function notAMember(project: string, kind: MemberKind, name: string): HttpError {
  const what = kind === 'users' ? 'User' : 'Group';
  return new HttpError(404, 'MEMBER_NOT_FOUND', `${what} ${name} is not a member of project ${project}`);
}
