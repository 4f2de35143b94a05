import type { Caller } from '../access/Caller.ts';
import { readableMembers } from '../files/storedFile.ts';
import { heldIn, mayQueryUpstreamFor } from '../repositories/ownNames.ts';
import { packagesTypeOf } from '../repositories/PackageType.ts';
import type { Repository } from '../repositories/repositories.ts';
import { hasPriority, preferPriority } from '../repositories/serving.ts';
import { remoteOptions } from '../repositories/upstream/remoteOptions.ts';
import { UpstreamError } from '../repositories/upstream/UpstreamError.ts';

/** Members that may serve a name: local ones, and upstreams unless the name is owned locally. */
export interface Sources {
  locals: Repository[];
  remotes: Repository[];
}

/**
 * Returns the sources for a path. `name`: its package name in the index. Throws `HttpError` 401 or
 * 403 if the caller can read none of them.
 */
export async function sourcesOf(
  caller: Caller,
  repository: Repository,
  path: string,
  name: string | undefined,
): Promise<Sources> {
  const members = await readableMembers(caller, repository, path);
  const open = name === undefined || (await mayQueryUpstreamFor(repository, name));
  const locals = members.filter((member) => member.type === 'local');
  const type = packagesTypeOf(repository.packageType);
  const has = async ({ key }: Repository) => name !== undefined && (await heldIn([key], type, name));
  return {
    locals: await preferPriority(locals, has),
    remotes: open ? members.filter((member) => member.type === 'remote') : [],
  };
}

/** Returns the first result; throws `UpstreamError` if there is none and an upstream failed. */
export async function firstUpstream<T>(
  remotes: readonly Repository[],
  ask: (remote: Repository) => Promise<T | undefined>,
): Promise<T | undefined> {
  let failure: unknown;
  for (const remote of remotes) {
    try {
      const found = await ask(remote);
      if (found !== undefined) return found;
    } catch (error) {
      if (!(error instanceof UpstreamError) || remoteOptions(remote).hardFail) throw error;
      failure ??= error;
    }
  }
  if (failure) throw failure;
  return undefined;
}

/**
 * Returns all results, or those of upstreams with priority if they have any. Throws `UpstreamError`
 * if there are none and an upstream failed.
 */
export async function eachUpstream<T>(
  remotes: readonly Repository[],
  enough: boolean,
  ask: (remote: Repository) => Promise<T | undefined>,
): Promise<T[]> {
  const found: T[] = [];
  let failure: unknown;
  let preferred = false;
  for (const remote of remotes) {
    if (preferred && !hasPriority(remote)) break;
    try {
      const one = await ask(remote);
      if (one === undefined) continue;
      found.push(one);
      preferred = hasPriority(remote);
    } catch (error) {
      if (!(error instanceof UpstreamError) || remoteOptions(remote).hardFail) throw error;
      failure ??= error;
    }
  }
  if (failure && !enough && !found.length) throw failure;
  return found;
}
