import { sql } from 'drizzle-orm';
import { currentPlatform, db } from '../database/db.ts';
import { inTurn } from '../database/inTurn.ts';
import { HttpError } from '../errors/HttpError.ts';
import type { Platform } from '../platform/Platform.ts';
import { deleteRepositoryRow, type Repository, saveRepository } from './repositories.ts';

/** Removes what a room keeps for a repository, in the current transaction. */
export type RepositoryCleaner = (key: string) => Promise<void>;

/** For rooms that keep rows by repository key: the cleaner runs when a repository is deleted. */
export function onRepositoryDeleted({ repositories }: Platform, cleaner: RepositoryCleaner): void {
  repositories.cleaners.push(cleaner);
}

/**
 * Deletes the repository and all it holds; its bytes go with the next collection. Who publishes holds the rows of his package before that of
 * the repository, which is held first here: so the two may wait for each other.
 */
export async function deleteRepository(key: string): Promise<void> {
  await inTurn(async () => {
    await empty(key);
    await deleteRepositoryRow(key);
  });
}

/** Gives a remote another upstream: what came from the one before is no cache of the new one. */
export async function replaceUpstream(repository: Repository): Promise<void> {
  await inTurn(async () => {
    await empty(repository.key);
    await saveRepository(repository);
  });
}

async function empty(key: string): Promise<void> {
  // Whoever keeps something that an upstream gave holds the row meanwhile: it is kept before this, or not at all.
  await db().execute(sql`SELECT FROM repositories WHERE key = ${key} FOR UPDATE`);
  for (const clean of currentPlatform().repositories.cleaners) await clean(key);
}

/**
 * For who keeps what this repository's upstream has given, at the start of the transaction: it has that upstream still, and has it until
 * the transaction ends. Throws `HttpError` 409.
 */
export async function holdUpstream({ key, url = '' }: Repository): Promise<void> {
  const { rowCount } = await db().execute(sql`
    SELECT FROM repositories WHERE key = ${key} AND coalesce(url, '') = ${url} FOR KEY SHARE`);
  if (rowCount) return;
  throw new HttpError(409, 'CHANGED', `Repository ${key} was deleted, or its upstream changed. Try again.`);
}
