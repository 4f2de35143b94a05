import type { Caller } from '../access/Caller.ts';
import { readableMembers } from '../files/keptFile.ts';
import { mayAskUpstreamFor } from '../repositories/ownNames.ts';
import type { Repository } from '../repositories/repositories.ts';
import { UpstreamError } from '../repositories/upstream/UpstreamError.ts';

/** Which repositories may be asked: those that are here, and upstreams where the name is not ours. */
export interface Sources {
  locals: Repository[];
  remotes: Repository[];
}

/**
 * Whom to ask for a path, `name` being the package that it belongs to, as the index names it. Throws `HttpError` 401 or 403 when the
 * caller may read none of them.
 */
export async function sourcesOf(
  caller: Caller,
  repository: Repository,
  path: string,
  name: string | undefined,
): Promise<Sources> {
  const members = await readableMembers(caller, repository, path);
  const open = name === undefined || (await mayAskUpstreamFor(repository, name));
  return {
    locals: members.filter((member) => member.type === 'local'),
    remotes: open ? members.filter((member) => member.type === 'remote') : [],
  };
}

/** The first that gives something; throws `UpstreamError` when none does and one could not be asked. */
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
      if (!(error instanceof UpstreamError)) throw error;
      failure ??= error;
    }
  }
  if (failure) throw failure;
  return undefined;
}

/** What each of them gives; throws `UpstreamError` when one could not be asked and nothing else is there. */
export async function eachUpstream<T>(
  remotes: readonly Repository[],
  enough: boolean,
  ask: (remote: Repository) => Promise<T | undefined>,
): Promise<T[]> {
  const found: T[] = [];
  let failure: unknown;
  for (const remote of remotes) {
    try {
      const one = await ask(remote);
      if (one !== undefined) found.push(one);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      failure ??= error;
    }
  }
  if (failure && !enough && !found.length) throw failure;
  return found;
}
