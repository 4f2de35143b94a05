import { eq, inArray, sql } from 'drizzle-orm';
import { db, transaction } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { passwordFault } from '../settings/passwordPolicy.ts';
import { authSettings } from './configuration/authSettings.ts';
import { ungrant } from './grants/permissionTable.ts';
import { lockGroups } from './groups/lockGroups.ts';
import { dropMailedKeys } from './mail/mailedKeys.ts';
import { isBreached } from './passwords/breachedPasswords.ts';
import { hashPassword } from './passwords/passwords.ts';
import { forgetPassword } from './passwords/verifiedPasswords.ts';
import { groupMembersTable, groupsTable, usersTable } from './tables.ts';
import type { User } from './User.ts';

/** Fields of a user that can be set on creation or change. */
export interface UserChange {
  email?: string;
  /** `null` removes the password. The user then signs in with a provider or with tokens. */
  password?: string | null;
  passwordExpired?: boolean;
  admin?: boolean;
  enabled?: boolean;
  profileUpdatable?: boolean;
  disableUiAccess?: boolean;
  /** Realm of the user. Default: internal. */
  realm?: string;
  groups?: string[];
}

/** Names with another meaning. */
const reservedNames = ['anonymous', 'system', 'me'];

/**
 * Name of the server itself, as the publisher of the console's plugins and in histories. New users
 * cannot have it; a user from before keeps it.
 */
export const SERVER_NAME = 'lading';

/**
 * Normalizes a user name to ASCII lowercase. Other letters that look the same, or lowercase to the
 * same letter (such as the Kelvin sign), and special spaces do not change, so that different names
 * never match.
 */
export function normalName(name: string): string {
  return name.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '').replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

// Written as text, because drizzle omits the table of a column in queries with one table, and the
// subquery has another.
const groupNames = sql<string[]>`coalesce((select array_agg(m.group_name order by m.group_name)
  from group_members m where m.user_name = users.name), '{}')`;

/** Members of an administrator group are administrators. */
export const effectiveAdmin = sql<boolean>`(users.admin or exists (select 1 from group_members m
  join groups g on g.name = m.group_name where m.user_name = users.name and g.admin_privileges))`;

export const userColumns = {
  name: usersTable.name,
  email: usersTable.email,
  passwordHash: usersTable.passwordHash,
  passwordExpired: usersTable.passwordExpired,
  admin: effectiveAdmin,
  enabled: usersTable.enabled,
  realm: usersTable.realm,
  profileUpdatable: usersTable.profileUpdatable,
  disableUiAccess: usersTable.disableUiAccess,
  created: usersTable.created,
  lastSignedIn: usersTable.lastSignedIn,
  passwordChanged: usersTable.passwordChanged,
  mfaSince: usersTable.mfaSince,
  groups: groupNames,
};

export async function findUser(name: string): Promise<User | undefined> {
  const [found] = await db()
    .select(userColumns)
    .from(usersTable)
    .where(eq(usersTable.name, normalName(name)));
  return found;
}

/** Returns all users, sorted by name. */
export async function listUsers(): Promise<User[]> {
  return db().select(userColumns).from(usersTable).orderBy(sql`${usersTable.name} collate "C"`);
}

/** Whether the lowercase name is a valid user name. */
export function isUserName(key: string): boolean {
  return /^[a-z0-9][a-z0-9._@-]{0,63}$/.test(key) && !reservedNames.includes(key);
}

/** Throws `HttpError` 400 for a name that a new user cannot have. Expects lowercase. */
export function checkUserName(key: string): void {
  if (key === SERVER_NAME || reservedNames.includes(key)) {
    const by = key === SERVER_NAME ? ' for the server' : '';
    throw new HttpError(400, 'BAD_USER_NAME', `The user name "${key}" is reserved${by}. Choose another one.`);
  }
  if (!isUserName(key)) {
    throw new HttpError(
      400,
      'BAD_USER_NAME',
      `Invalid user name "${key}". Expected 1 to 64 of a-z, 0-9, ".", "_", "@", and "-", starting with a letter or digit.`,
    );
  }
}

/** Throws `HttpError` 400 for invalid values, and 409 if the name exists. */
export async function createUser(name: string, change: UserChange): Promise<User> {
  const key = normalName(name);
  checkUserName(key);
  const values = await columnsOf(key, change);
  return transaction(async () => {
    const made = await db()
      .insert(usersTable)
      .values({ name: key, ...values })
      .onConflictDoNothing();
    if (!made.rowCount) throw new HttpError(409, 'USER_EXISTS', `User ${key} already exists`);
    // Listed groups are in addition. Only an empty list creates a user without groups.
    if (change.groups?.length !== 0)
      await db().execute(sql`insert into group_members (group_name, user_name)
        select name, ${key} from groups where auto_join`);
    if (change.groups) {
      await lockGroups(change.groups);
      await joinKnownGroups(key, change.groups);
    }
    // An earlier invitation with this name was for another person, so it is invalidated.
    await dropMailedKeys(key, 'invitation');
    return existing(key);
  });
}

/** Throws `HttpError` 404 if not found, and 400 for invalid values. */
export async function changeUser(name: string, change: UserChange): Promise<User> {
  const key = normalName(name);
  const values = await columnsOf(key, change);
  return transaction(async () => {
    await existing(key);
    if (Object.keys(values).length > 0) {
      await db().update(usersTable).set(values).where(eq(usersTable.name, key));
    }
    if (change.groups) await setGroups(key, change.groups);
    await keepAnAdministrator();
    // Invalidates sessions and cached passwords that the change affects.
    forgetPassword(key);
    if (change.password !== undefined || change.enabled === false || change.disableUiAccess) {
      await db().execute(sql`delete from sessions where user_name = ${key}`);
      await db().execute(sql`delete from pending_sign_ins where user_name = ${key}`);
    }
    // Otherwise, a key in an earlier email would allow its reader to set a password.
    if (change.password !== undefined || change.email !== undefined || change.enabled !== undefined) {
      await dropMailedKeys(key, 'reset');
    }
    return existing(key);
  });
}

/** Reads the user. Other changes of the user wait until the transaction ends. */
export async function lockUser(name: string): Promise<User | undefined> {
  await db().execute(sql`select from users where name = ${normalName(name)} for no key update`);
  return findUser(name);
}

/** Throws `HttpError` 404 if not found. */
export async function removeUser(name: string): Promise<void> {
  const key = normalName(name);
  await transaction(async () => {
    await existing(key);
    await db().delete(usersTable).where(eq(usersTable.name, key));
    await ungrant('users', key);
    await dropMailedKeys(key, 'reset', 'invitation');
    await keepAnAdministrator();
    forgetPassword(key);
  });
}

async function existing(name: string): Promise<User> {
  const user = await findUser(name);
  if (!user) throw new HttpError(404, 'USER_NOT_FOUND', `User ${name} not found`);
  return user;
}

/** Runs before the transaction, because hashing is slow. */
async function columnsOf(name: string, change: UserChange): Promise<Partial<typeof usersTable.$inferInsert>> {
  const { password, groups: _groups, ...columns } = change;
  if (password === undefined) return columns;
  if (password === null) return { ...columns, passwordHash: null };
  await checkPasswordRules(password, name);
  const passwordHash = await hashPassword(password);
  return { passwordExpired: false, passwordChanged: new Date(), ...columns, passwordHash };
}

/** Throws `HttpError` 400 if the password violates the rules. */
export async function checkPasswordRules(password: string, userName: string): Promise<void> {
  const rules = authSettings().passwords;
  const breached = 'appears in known data breaches. Choose another password.';
  const fault =
    passwordFault(password, userName, rules) ??
    (rules.refuseBreached && (await isBreached(password)) ? breached : undefined);
  if (fault) throw new HttpError(400, 'BAD_PASSWORD', `The password ${fault}`);
}

/** Replaces the memberships. */
async function setGroups(userName: string, groups: string[]): Promise<void> {
  await lockGroups(groups, userName);
  await db().delete(groupMembersTable).where(eq(groupMembersTable.userName, userName));
  await joinKnownGroups(userName, groups);
}

/** Throws `HttpError` 400 if a group does not exist. */
async function joinKnownGroups(userName: string, groups: string[]): Promise<void> {
  const wanted = [...new Set(groups)];
  const known = await db()
    .select({ name: groupsTable.name })
    .from(groupsTable)
    .where(inArray(groupsTable.name, wanted));
  const unknown = wanted.filter((group) => !known.some(({ name }) => name === group));
  if (unknown.length > 0)
    throw new HttpError(400, 'GROUP_NOT_FOUND', `Group ${unknown.join(', ')} not found`);
  if (wanted.length > 0) {
    await db()
      .insert(groupMembersTable)
      .values(wanted.map((groupName) => ({ groupName, userName })))
      .onConflictDoNothing();
  }
}

/**
 * Ensures that an administrator is left. Call it at the end of a transaction that revokes
 * permissions. Throws `HttpError` 409.
 */
export async function keepAnAdministrator(): Promise<void> {
  // Of two concurrent transactions, the second one sees what the first has changed.
  await db().execute(sql`select pg_advisory_xact_lock(hashtextextended('keep an administrator', 0))`);
  const left = await db()
    .select({ name: usersTable.name })
    .from(usersTable)
    .where(sql`${effectiveAdmin} and ${usersTable.enabled} and not ${usersTable.disableUiAccess}
      and ${usersTable.passwordHash} is not null`)
    .limit(1);
  if (left.length === 0) {
    throw new HttpError(
      409,
      'LAST_ADMINISTRATOR',
      'At least one administrator is required. Create another administrator first.',
    );
  }
}
