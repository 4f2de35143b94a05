import { AsyncLocalStorage } from 'node:async_hooks';
import { currentPlatform } from '../database/db.ts';

/** The version that a file belongs to. */
export interface FileOwner {
  name: string;
  version: string;
}

/** Stores files that are about to be deleted, in the current transaction. */
export type DeletionKeeper = (repo: string, paths: readonly string[], owner?: FileOwner) => Promise<void>;

const permanent = new AsyncLocalStorage<true>();

/**
 * Deletes permanently: for content that nothing needs any more, and for moves, which delete
 * nothing.
 */
export function deletePermanently<T>(work: () => T): T {
  return permanent.run(true, work);
}

/**
 * Called before files are deleted, in the same transaction. `owner`: their version, if the index of
 * packages does not list it any more.
 */
export async function keepBeforeDeletion(
  repo: string,
  paths: readonly string[],
  owner?: FileOwner,
): Promise<void> {
  if (permanent.getStore()) return;
  await currentPlatform().files.keeper?.(repo, paths, owner);
}
