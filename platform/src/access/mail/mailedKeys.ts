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

/** So many of one user hold at once: a new one does not end those that are under way, or anyone could. */
const mostOfOne = 3;

/** A key for a mail, good once. `seconds`: how long it holds. */
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
      select hash from mailed_keys where purpose = ${purpose} and user_name = ${userName} order by created desc limit ${mostOfOne})`);
  return key;
}

/** What a key is for that still holds. */
export async function findMailedKey(purpose: Purpose, key: string): Promise<MailedKey | undefined> {
  const { rows } = await db().execute<MailedKey & Record<string, unknown>>(sql`
    select ${shown} from mailed_keys
    where hash = ${hashSecret(key)} and purpose = ${purpose} and expires > now()`);
  return rows[0];
}

/** Uses it up, with all others of this user for the same purpose; undefined when another was quicker. */
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

/** Those of a user that somebody may still have in a mail. */
export async function dropMailedKeys(userName: string, ...purposes: Purpose[]): Promise<void> {
  for (const purpose of purposes) {
    await db().execute(sql`delete from mailed_keys where purpose = ${purpose} and user_name = ${userName}`);
  }
}

/** For housekeeping. */
export async function dropOldMailedKeys(): Promise<void> {
  await db().execute(sql`delete from mailed_keys where expires < now()`);
}
