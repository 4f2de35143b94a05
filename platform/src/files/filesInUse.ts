import { currentPlatform } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import type { Platform } from '../platform/Platform.ts';

/** A file that must not change, and the reason in one sentence with what to do. */
export interface FileUse {
  path: string;
  why: string;
}

/** Returns the first of the files that is in use, or the first of the repository without paths. */
export type UseCheck = (repo: string, paths?: readonly string[]) => Promise<FileUse | undefined>;

/** Registers a check that runs before a file is deleted, moved, or overwritten. */
export function checkUses(platform: Pick<Platform, 'files'>, check: UseCheck): void {
  platform.files.useChecks.push(check);
}

/** Like `checkUses`, for files whose properties must not change either. */
export function checkPropertyUses(platform: Pick<Platform, 'files'>, check: UseCheck): void {
  platform.files.propertyChecks.push(check);
}

/** Throws `HttpError` 409 if the properties of one of the files must not change. */
export async function assertAnnotatable(repo: string, paths: readonly string[]): Promise<void> {
  for (const check of currentPlatform().files.propertyChecks) {
    const use = paths.length > 0 ? await check(repo, paths) : undefined;
    if (use)
      throw new HttpError(409, 'IN_USE', `The properties of ${repo}/${use.path} are read-only. ${use.why}`);
  }
}

async function firstUse(repo: string, paths?: readonly string[]): Promise<FileUse | undefined> {
  for (const check of currentPlatform().files.useChecks) {
    const use = await check(repo, paths);
    if (use) return use;
  }
  return undefined;
}

/** Returns why the file cannot be deleted, moved, or overwritten, or `undefined` if it can. */
export async function useOf(repo: string, path: string): Promise<string | undefined> {
  return (await firstUse(repo, [path]))?.why;
}

/** Whether one of the files is in use. Checks all of them with one call. */
export async function isAnyInUse(repo: string, paths: readonly string[]): Promise<boolean> {
  return paths.length > 0 && (await firstUse(repo, paths)) !== undefined;
}

/**
 * Throws `HttpError` 409 if one of the files is in use or, without paths, if any file of the
 * repository is.
 */
export async function assertUnused(repo: string, paths?: readonly string[]): Promise<void> {
  if (paths?.length === 0) return;
  const use = await firstUse(repo, paths);
  if (use) throw new HttpError(409, 'IN_USE', `${repo}/${use.path} is in use. ${use.why}`);
}
