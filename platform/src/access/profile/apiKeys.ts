import { and, eq, sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { type Seal, SealBroken } from '../../secrets/Seal.ts';
import { hashSecret, newSecret } from '../secrets.ts';
import { apiKeysTable as table, usersTable } from '../tables.ts';
import type { User } from '../User.ts';
import { userColumns } from '../users.ts';

const prefix = 'lading_ak_';

export function looksLikeApiKey(text: string): boolean {
  return text.startsWith(prefix);
}

/**
 * Returns the API key, or an empty string. Throws `HttpError` 409 if it was encrypted with another
 * key.
 */
export async function readApiKey(userName: string, seal: Seal): Promise<string> {
  const [found] = await db().select({ sealed: table.sealed }).from(table).where(eq(table.userName, userName));
  if (!found) return '';
  try {
    return seal.open(found.sealed, use(userName));
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    throw new HttpError(
      409,
      'SEALED_ELSEWHERE',
      'The API key was encrypted by another server or with a key that no longer exists. It still works but cannot be shown. Renew it.',
    );
  }
}

/** Throws `HttpError` 409 if a key exists. */
export async function makeApiKey(userName: string, seal: Seal): Promise<string> {
  const { apiKey, values } = newKey(userName, seal);
  const made = await db()
    .insert(table)
    .values({ userName, ...values })
    .onConflictDoNothing();
  if (made.rowCount) return apiKey;
  throw new HttpError(409, 'API_KEY_EXISTS', `User ${userName} already has an API key. Use PUT to renew it.`);
}

/**
 * Replaces the key, which invalidates the previous one. Throws `HttpError` 404 if there is none.
 */
export async function renewApiKey(userName: string, seal: Seal): Promise<string> {
  const { apiKey, values } = newKey(userName, seal);
  const set = { ...values, created: sql`now()`, lastUsed: null };
  const done = await db().update(table).set(set).where(eq(table.userName, userName));
  if (done.rowCount) return apiKey;
  throw new HttpError(404, 'API_KEY_NOT_FOUND', `User ${userName} has no API key. Use POST to create one.`);
}

/** Returns whether a key existed. */
export async function removeApiKey(userName: string): Promise<boolean> {
  const removed = await db().delete(table).where(eq(table.userName, userName));
  return (removed.rowCount ?? 0) > 0;
}

export async function userByApiKey(apiKey: string): Promise<User | undefined> {
  if (!looksLikeApiKey(apiKey)) return undefined;
  const [found] = await db()
    .select({
      ...userColumns,
      stale: sql<boolean>`coalesce(${table.lastUsed} < now() - interval '1 minute', true)`,
    })
    .from(table)
    .innerJoin(usersTable, eq(usersTable.name, table.userName))
    .where(and(eq(table.hash, hashSecret(apiKey)), usersTable.enabled));
  if (!found) return undefined;
  const { stale, ...user } = found;
  if (stale) await db().update(table).set({ lastUsed: sql`now()` }).where(eq(table.userName, user.name));
  return user;
}

function newKey(userName: string, seal: Seal) {
  const apiKey = prefix + newSecret();
  return { apiKey, values: { hash: hashSecret(apiKey), sealed: seal.close(apiKey, use(userName)) } };
}

function use(userName: string): string {
  return `api-key:${userName}`;
}
