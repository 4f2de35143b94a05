import { HttpError } from '../errors/HttpError.ts';
import type { Storage } from '../storage/storage.ts';
import { currentStorage } from '../storage/storage.ts';

/** Returns why a file must stay as it is, in one sentence with what to do, or `undefined`. */
export type UseCheck = (repo: string, path: string) => Promise<string | undefined>;

const checks = new WeakMap<Storage, UseCheck>();

/** Sets what is asked before a file is deleted, moved or overwritten. */
export function checkUses(storage: Storage, check: UseCheck): void {
  checks.set(storage, check);
}

/** Why the file cannot be deleted, moved or overwritten, or `undefined` when it can. */
export async function useOf(repo: string, path: string): Promise<string | undefined> {
  return checks.get(currentStorage())?.(repo, path);
}

/** Throws `HttpError` 409 for a file that is in use. */
export async function assertUnused(repo: string, path: string): Promise<void> {
  const use = await useOf(repo, path);
  if (use !== undefined) throw new HttpError(409, 'IN_USE', `${repo}/${path} is in use. ${use}`);
}
