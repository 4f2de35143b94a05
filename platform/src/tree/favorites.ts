import type { TreeFavorites, TreePlace } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import type { Caller } from '../access/Caller.ts';
import { requireUser } from '../access/gateway.ts';
import { db } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { locate } from '../files/tree/locate.ts';
import { readable } from '../files/tree/reach.ts';
import { findRepository, requireRepository } from '../repositories/repositories.ts';

/** Maximum favorites per user. */
const most = 200;

/**
 * Returns the favorites by path, except those in repositories that the user can no longer read.
 * Throws `HttpError` 401.
 */
export async function favoritesOf(caller: Caller): Promise<TreeFavorites> {
  requireUser(caller);
  const { rows } = await db().execute<{ repo: string; path: string }>(sql`
    SELECT repo, path FROM favourites WHERE user_name = ${caller.userName} ORDER BY repo, path LIMIT ${most}`);
  const favorites: TreeFavorites['favorites'] = [];
  for (const { repo: repoKey, path } of rows) {
    const repository = await findRepository(repoKey);
    if (!repository) continue;
    const type = await attempt(async () => {
      const { file } = await locate(repoKey, await readable(caller, repository), path);
      return file ? 'file' : path === '' ? 'repository' : 'folder';
    });
    if (type !== 'hidden') favorites.push({ repoKey, path, ...(type ? { type } : {}) });
  }
  return { favorites };
}

/** Returns undefined if the node does not exist, and `hidden` if the user may not know. */
async function attempt<T>(work: () => Promise<T>): Promise<T | undefined | 'hidden'> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return error.status === 404 ? undefined : 'hidden';
  }
}

/**
 * Adds a favorite. Throws `HttpError` 401, 403, or 404 for a hidden or missing node, 400 above the
 * limit.
 */
export async function keepFavorite(caller: Caller, { repoKey, path }: TreePlace): Promise<void> {
  await locate(repoKey, await readable(caller, await requireRepository(repoKey)), path);
  const { rowCount } = await db().execute(sql`
    INSERT INTO favourites (user_name, repo, path)
    SELECT ${caller.userName}, ${repoKey}, ${path} WHERE (SELECT count(*) FROM favourites WHERE user_name = ${caller.userName}) < ${most}
    ON CONFLICT DO NOTHING`);
  if (rowCount) return;
  const { rowCount: known } = await db().execute(sql`
    SELECT FROM favourites WHERE user_name = ${caller.userName} AND repo = ${repoKey} AND path = ${path}`);
  if (!known)
    throw new HttpError(400, 'TOO_MANY', `The limit of ${most} favorites is reached. Remove one first.`);
}

/** Removes a favorite. Idempotent. */
export async function forgetFavorite(caller: Caller, { repoKey, path }: TreePlace): Promise<void> {
  await db().execute(sql`
    DELETE FROM favourites WHERE user_name = ${caller.userName} AND repo = ${repoKey} AND path = ${path}`);
}
