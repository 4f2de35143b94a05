import { type SQL, sql } from 'drizzle-orm';
import { decodeCursor, encodeCursor, type ListName } from '../database/cursor.ts';
import { db } from '../database/db.ts';
import { after } from './lists/keyset.ts';
import type { NamedPage, PageQuery } from './lists/paging.ts';
import { contains, wordsOf } from './lists/searchWords.ts';
import { groupsTable, usersTable } from './tables.ts';
import type { User } from './User.ts';
import { userColumns } from './users.ts';

const byName = sql`users.name collate "C"`;

/** Members of an administrator group are administrators. Evaluated once for all users. */
const isAdmin = sql`(users.admin or users.name in (select m.user_name from group_members m
  join groups g on g.name = m.group_name where g.admin_privileges))`;

/** Orders of the list, by the column of the console. A cursor contains the key as text. */
const orders = {
  name: { key: byName, type: sql.raw('text collate "C"') },
  email: { key: sql`lower(users.email) collate "C"`, type: sql.raw('text collate "C"') },
  admin: { key: sql`(not ${isAdmin})`, type: sql.raw('boolean') },
  status: { key: sql`(not users.enabled)`, type: sql.raw('boolean') },
  realm: { key: sql`users.realm collate "C"`, type: sql.raw('text collate "C"') },
  lastSignIn: { key: sql`coalesce(users.last_signed_in, '-infinity')`, type: sql.raw('timestamptz') },
} satisfies Record<string, { key: SQL; type: SQL }>;

export type UserOrder = keyof typeof orders;
export const userOrders = Object.keys(orders) as UserOrder[];

export interface UserQuery extends PageQuery {
  /** Words, each of which a name, email address, or realm contains, or which is a group's name. */
  search?: string;
  sort_by?: UserOrder;
  descending_order?: boolean;
}

/** Returns a page of matching users. Throws `HttpError` 400 for a cursor of another order. */
export async function readUsers(query: UserQuery): Promise<NamedPage<User>> {
  const {
    search = '',
    sort_by: field = 'name',
    descending_order: isDescending = false,
    limit,
    cursor,
  } = query;
  const list: ListName = ['users', field.toUpperCase(), isDescending ? 'DESC' : 'ASC'];
  const { key, type } = orders[field];
  const direction = sql.raw(isDescending ? 'desc' : 'asc');
  const wanted = await Promise.all(wordsOf(search).map(matches));
  if (cursor !== undefined)
    wanted.push(after(decodeCursor(list, cursor), { key, type, tie: byName, isDescending }));
  const page = db()
    .select({ ...userColumns, key: sql<string>`(${key})::text` })
    .from(usersTable)
    .where(wanted.length === 0 ? undefined : sql.join(wanted, sql` and `))
    .orderBy(sql`${key} ${direction}`, byName);
  const rows = await (limit === undefined ? page : page.limit(limit + 1));
  const shown = limit === undefined ? rows : rows.slice(0, limit);
  const last = shown.at(-1);
  const next =
    last && rows.length > shown.length ? encodeCursor(list, { key: last.key, tie: last.name }) : undefined;
  const users = shown.map(({ key: _key, ...user }) => user);
  return { rows: users, ...(next === undefined ? {} : { cursor: next }) };
}

const searched = sql`lower(name || E'\n' || email || E'\n' || realm)`;

async function matches(word: string): Promise<SQL> {
  // Few words are the name of a group, and without this condition an index finds the users.
  const groups = await db()
    .select({ name: groupsTable.name })
    .from(groupsTable)
    .where(sql`lower(${groupsTable.name}) = ${word}`);
  const named = contains(searched, word);
  if (groups.length === 0) return named;
  const members = sql`select m.user_name from group_members m
    where m.group_name = any(${sql.param(groups.map(({ name }) => name))}::text[])`;
  return sql`(${named} or users.name in (${members}))`;
}
