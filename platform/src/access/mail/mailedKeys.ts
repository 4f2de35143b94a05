import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { hashSecret, newSecret } from '../secrets.ts';

export type Purpose = 'reset' | 'invitation';

export interface MailedKey {
  userName: string;
  email: string;
  data: Record<string, unknown>;
  /** ISO 8601. */
  expires: string;
}

/**
 * Maximum number of valid keys per user. A new key does not invalidate the others, otherwise anyone
 * could do that.
 */
const maxKeysPerUser = 3;

/** Creates a single-use key for an email. `seconds` is its lifetime. */
export async function newMailedKey(
  purpose: Purpose,
  { userName, email, data = {} }: { userName: string; email: string; data?: Record<string, unknown> },
  seconds: number,
): Promise<string> {
  const key = newSecret();
  await db().execute(sql`
    insert into mailed_keys (hash, purpose, user_name, email, data, expires) values
      (${hashSecret(key)}, ${purpose}, ${userName}, ${email}, ${JSON.stringify(data)}::jsonb, now() + make_interval(secs => ${seconds}))`);
  await db().execute(sql`
    delete from mailed_keys where purpose = ${purpose} and user_name = ${userName} and hash not in (
      select hash from mailed_keys where purpose = ${purpose} and user_name = ${userName} order by created desc limit ${maxKeysPerUser})`);
  return key;
}

/** Returns the data of a valid key. */
export async function findMailedKey(purpose: Purpose, key: string): Promise<MailedKey | undefined> {
  const { rows } = await db().execute<MailedKey & Record<string, unknown>>(sql`
    select ${shown} from mailed_keys
    where hash = ${hashSecret(key)} and purpose = ${purpose} and expires > now()`);
  return rows[0];
}

/**
 * Uses a key, and invalidates all other keys of this user for the same purpose. Returns undefined
 * if a concurrent request used it first.
 */
export async function useMailedKey(purpose: Purpose, key: string): Promise<MailedKey | undefined> {
  const { rows } = await db().execute<MailedKey & Record<string, unknown>>(sql`
    delete from mailed_keys where hash = ${hashSecret(key)} and purpose = ${purpose} and expires > now()
    returning ${shown}`);
  const [used] = rows;
  if (used) await dropMailedKeys(used.userName, purpose);
  return used;
}

const shown = sql`user_name as "userName", email, data,
  to_char(expires at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as expires`;

/** Invalidates a user's emailed keys. */
export async function dropMailedKeys(userName: string, ...purposes: Purpose[]): Promise<void> {
  for (const purpose of purposes) {
    await db().execute(sql`delete from mailed_keys where purpose = ${purpose} and user_name = ${userName}`);
  }
}

/** Deletes expired keys. */
export async function dropOldMailedKeys(): Promise<void> {
  await db().execute(sql`delete from mailed_keys where expires < now()`);
}
