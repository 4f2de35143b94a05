import { currentPlatform } from '../database/db.ts';
import { keepCause, withCause } from '../events/cause.ts';

/** The version that a file belongs to. */
export interface FileOwner {
  name: string;
  version: string;
}

/** Stores files that are about to be deleted, in the current transaction. */
export type DeletionKeeper = (repo: string, paths: readonly string[], owner?: FileOwner) => Promise<void>;

/** Causes of changes whose deletions are permanent. */
const permanent = new WeakSet<object>();

/** Deletes permanently, with the same cause: for content that nothing needs any more. */
export function deletePermanently<T>(work: () => T): T {
  const cause = keepCause();
  const marked = () => cause();
  permanent.add(marked);
  return withCause(marked, work);
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
  if (permanent.has(keepCause())) return;
  await currentPlatform().files.keeper?.(repo, paths, owner);
}
