import type { GroupDetails, GroupPatch, GroupSummary } from '@lading/contract/rest';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { db, transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { ungrant } from '../grants/permissionTable.ts';
import { contains, wordsOf } from '../lists/searchWords.ts';
import { forgetPasswords } from '../passwords/verifiedPasswords.ts';
import { groupMembersTable, groupsTable, usersTable } from '../tables.ts';
import { keepAnAdministrator, normalName } from '../users.ts';
import { lockGroups } from './lockGroups.ts';

/** The group with the permissions of anonymous users. */
const readers = 'readers';

const searched = sql`lower(${groupsTable.name} || E'\n' || ${groupsTable.description})`;

/**
 * Returns groups sorted by name: up to `limit` after the name `after`, or all. `search`: words that
 * the name or the description contains.
 */
export async function listGroups(after?: string, limit?: number, search = ''): Promise<GroupSummary[]> {
  const sorted = sql`${groupsTable.name} collate "C"`;
  const page = db()
    .select({
      group_name: groupsTable.name,
      description: groupsTable.description,
      auto_join: groupsTable.autoJoin,
      admin_privileges: groupsTable.adminPrivileges,
      members_count: sql<number>`(select count(*)::int from group_members m where m.group_name = groups.name)`,
    })
    .from(groupsTable)
    .where(
      and(
        after === undefined ? undefined : sql`${sorted} > ${after}`,
        ...wordsOf(search).map((word) => contains(searched, word)),
      ),
    )
    .orderBy(sorted);
  const rows = await (limit === undefined ? page : page.limit(limit));
  return rows.map((row) => ({ ...row, uri: `/access/api/v2/groups/${encodeURIComponent(row.group_name)}` }));
}

/** Throws `HttpError` 404 if not found. */
export async function requireGroup(name: string): Promise<GroupDetails> {
  const [found] = await db()
    .select({
      name: groupsTable.name,
      description: groupsTable.description,
      auto_join: groupsTable.autoJoin,
      admin_privileges: groupsTable.adminPrivileges,
      members: sql<string[]>`coalesce((select array_agg(m.user_name order by m.user_name)
        from group_members m where m.group_name = groups.name), '{}')`,
    })
    .from(groupsTable)
    .where(eq(groupsTable.name, name));
  if (found) return found;
  throw new HttpError(404, 'GROUP_NOT_FOUND', `Group ${name} not found`);
}

/** Reads the group for a change: others wait until the transaction ends. Throws `HttpError` 404. */
export async function lockGroup(name: string): Promise<GroupDetails> {
  await lockGroups([name]);
  return requireGroup(name);
}

/** Throws `HttpError` 400 for invalid values, and 409 if the name exists. */
export async function createGroup(name: string, change: GroupPatch): Promise<GroupDetails> {
  if (!/^[a-z0-9][a-z0-9 ._@-]{0,63}$/i.test(name) || name.endsWith(' ')) {
    throw new HttpError(
      400,
      'BAD_GROUP_NAME',
      `Invalid group name "${name}". Expected 1 to 64 letters, digits, " ", ".", "_", "@", and "-", starting with a letter or digit.`,
    );
  }
  return transaction(async () => {
    const made = await db()
      .insert(groupsTable)
      .values({ name, ...columns(change) })
      .onConflictDoNothing();
    if (!made.rowCount) throw new HttpError(409, 'GROUP_EXISTS', `Group ${name} already exists`);
    await addMembers(name, change.members ?? []);
    forgetPasswords();
    return requireGroup(name);
  });
}

/**
 * Throws `HttpError` 404 if not found, 400 for invalid values, and 409 if no administrator would be
 * left.
 */
export async function changeGroup(name: string, change: GroupPatch): Promise<GroupDetails> {
  return transaction(async () => {
    const { members: before } = await lockGroup(name);
    if (name === readers && change.admin_privileges === true)
      throw new HttpError(
        409,
        'GROUP_PROTECTED',
        `Members of group ${readers} cannot become administrators: it contains all users who can sign in, and anonymous users have its permissions. Use another group.`,
      );
    const values = columns(change);
    if (Object.keys(values).length > 0) {
      await db().update(groupsTable).set(values).where(eq(groupsTable.name, name));
    }
    if (change.members !== undefined) {
      const wanted = change.members.map(normalName);
      await removeMembers(
        name,
        before.filter((member) => !wanted.includes(member)),
      );
      await addMembers(name, wanted);
    }
    await keepAnAdministrator();
    forgetPasswords();
    return requireGroup(name);
  });
}

/** Throws like `changeGroup`. */
export async function changeMembers(
  name: string,
  { add = [], remove = [] }: { add?: string[]; remove?: string[] },
): Promise<string[]> {
  return transaction(async () => {
    await lockGroup(name);
    await addMembers(name, add);
    await removeMembers(name, remove.map(normalName));
    await keepAnAdministrator();
    forgetPasswords();
    return (await requireGroup(name)).members;
  });
}

/**
 * Deletes a group with its permissions and project roles. Throws `HttpError` 404, or 409 if no
 * administrator would be left.
 */
export async function removeGroup(name: string): Promise<void> {
  if (name === readers)
    throw new HttpError(
      409,
      'GROUP_PROTECTED',
      `Group ${readers} cannot be deleted: anonymous users have its permissions. Remove its members or permissions instead.`,
    );
  await transaction(async () => {
    await requireGroup(name);
    await db().delete(groupsTable).where(eq(groupsTable.name, name));
    await ungrant('groups', name);
    await keepAnAdministrator();
    forgetPasswords();
  });
}

function columns({ description, auto_join, admin_privileges }: GroupPatch) {
  return {
    ...(description === undefined ? {} : { description }),
    ...(auto_join === undefined ? {} : { autoJoin: auto_join }),
    ...(admin_privileges === undefined ? {} : { adminPrivileges: admin_privileges }),
  };
}

async function addMembers(groupName: string, names: readonly string[]): Promise<void> {
  const wanted = [...new Set(names.map(normalName))];
  if (wanted.length === 0) return;
  const known = await db()
    .select({ name: usersTable.name })
    .from(usersTable)
    .where(inArray(usersTable.name, wanted));
  const unknown = wanted.filter((user) => !known.some(({ name }) => name === user));
  if (unknown.length > 0) throw new HttpError(400, 'USER_NOT_FOUND', `User ${unknown.join(', ')} not found`);
  await db()
    .insert(groupMembersTable)
    .values(wanted.map((userName) => ({ groupName, userName })))
    .onConflictDoNothing();
}

async function removeMembers(groupName: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await db()
    .delete(groupMembersTable)
    .where(and(eq(groupMembersTable.groupName, groupName), inArray(groupMembersTable.userName, [...names])));
}
