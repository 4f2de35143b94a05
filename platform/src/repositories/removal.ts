import { sql } from 'drizzle-orm';
import { removeTarget } from '../access/grants/permissionTable.ts';
import { currentPlatform, db } from '../database/db.ts';
import { transactionWithRetry } from '../database/transactionWithRetry.ts';
import { HttpError } from '../errors/HttpError.ts';
import type { Platform } from '../platform/Platform.ts';
import { changeRepository, deleteRepositoryRow, type Repository } from './repositories.ts';

/** Deletes a module's data of a repository, in the current transaction. */
export type RepositoryCleaner = (key: string) => Promise<void>;

/**
 * Registers a cleaner that runs when a repository is deleted, for modules with rows by repository
 * key.
 */
export function onRepositoryDeleted({ repositories }: Platform, cleaner: RepositoryCleaner): void {
  repositories.cleaners.push(cleaner);
}

/**
 * Deletes a repository and its content; the storage of files is garbage-collected later. Publishers
 * lock package rows before the repository row, which is locked first here. A deadlock between the
 * two is retried. `check` runs once the repository is locked, and can throw; `record` is part of
 * the transaction.
 */
export async function deleteRepository(
  key: string,
  { check, record }: { check?: () => Promise<void>; record?: () => Promise<void> } = {},
): Promise<void> {
  await transactionWithRetry(async () => {
    await lock(key);
    await check?.();
    await empty(key);
    await deleteRepositoryRow(key);
    await removeTarget(key);
    await record?.();
  });
}

/** Changes a remote's upstream and deletes the cache of the previous one, likewise. */
export async function replaceUpstream(repository: Repository): Promise<void> {
  await transactionWithRetry(async () => {
    await lock(repository.key);
    await empty(repository.key);
    await changeRepository(repository);
  });
}

/** Transactions that cache upstream content lock this row: they commit before, or fail. */
async function lock(key: string): Promise<void> {
  await db().execute(sql`SELECT FROM repositories WHERE key = ${key} FOR UPDATE`);
}

async function empty(key: string): Promise<void> {
  for (const clean of currentPlatform().repositories.cleaners) await clean(key);
}

/**
 * Call at the start of a transaction that stores upstream content: locks the repository so that
 * its upstream cannot change until the transaction ends. Throws `HttpError` 409 if it has changed.
 */
export async function holdUpstream({ key, url = '' }: Repository): Promise<void> {
  const { rowCount } = await db().execute(sql`
    SELECT FROM repositories WHERE key = ${key} AND coalesce(url, '') = ${url} FOR KEY SHARE`);
  if (rowCount) return;
  throw new HttpError(409, 'CHANGED', `Repository ${key} was deleted, or its upstream changed. Try again.`);
}
