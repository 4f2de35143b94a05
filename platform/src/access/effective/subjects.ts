import { eq, sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { callerOfUser } from '../authentication.ts';
import type { Caller } from '../Caller.ts';
import { CallerGrants } from '../grants/CallerGrants.ts';
import { grantees, type PermissionIndex } from '../grants/PermissionIndex.ts';
import { groupsTable, usersTable } from '../tables.ts';
import type { User } from '../User.ts';
import { effectiveAdmin, userColumns } from '../users.ts';
import type { Subject } from './reasons.ts';

/** Users and groups in rules. */
export interface Named {
  readonly users: readonly string[];
  readonly groups: readonly string[];
}

interface Wanted {
  /** Part of the name. */
  readonly search?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

/**
 * Lists enabled administrators and enabled users in rules, directly or by a group, sorted by name.
 */
export async function namedUsers({ users, groups }: Named, wanted: Wanted): Promise<User[]> {
  const { search = '', after, limit } = wanted;
  const sorted = sql`${usersTable.name} collate "C"`;
  return db()
    .select(userColumns)
    .from(usersTable)
    .where(
      sql`${usersTable.enabled}
        and (${effectiveAdmin} or ${usersTable.name} = any(${sql.param(users)}::text[]) or exists (
          select 1 from group_members m where m.user_name = users.name and m.group_name = any(${sql.param(groups)}::text[])))
        and strpos(${usersTable.name}, ${search.toLowerCase()}) > 0
        and ${after === undefined ? sql`true` : sql`${sorted} > ${after}`}`,
    )
    .orderBy(sorted)
    .limit(limit);
}

/** Returns the names of administrator groups. */
export async function administratorGroups(): Promise<ReadonlySet<string>> {
  const rows = await db()
    .select({ name: groupsTable.name })
    .from(groupsTable)
    .where(eq(groupsTable.adminPrivileges, true));
  return new Set(rows.map(({ name }) => name));
}

/** Returns the caller with the permissions in the index. */
export function subjectWithin(
  caller: Caller,
  index: PermissionIndex,
  administrators: ReadonlySet<string>,
): Subject {
  const { userName, groups } = caller;
  const granted = new CallerGrants(index.naming(grantees(userName, groups)), userName, groups);
  return subject(caller, granted, administrators);
}

export function subject(caller: Caller, granted: CallerGrants, administrators: ReadonlySet<string>): Subject {
  return { caller, granted, adminGroups: caller.groups.filter((group) => administrators.has(group)) };
}

/** Returns the user as a caller after sign-in. */
export function signedIn(user: User): Caller {
  return callerOfUser(user, 'session');
}
