import type { Caller } from '../../access/Caller.ts';
import { readableMembers } from '../../files/keptFile.ts';
import { mayAskUpstream } from '../../repositories/ownNames.ts';
import { membersOf, type Repository } from '../../repositories/repositories.ts';
import { ownsProject } from './releaseFiles.ts';

/** The repositories in which the caller finds a project, local ones first, each kind in its order. */
export interface Sources {
  locals: Repository[];
  /** Empty where no upstream may answer for the name. */
  remotes: Repository[];
  /** Whether one of the local ones publishes the name, or did. */
  owned: boolean;
}

/** Throws `HttpError` 401 or 403 where the caller may read none of them. */
export async function sourcesOf(caller: Caller, repository: Repository, project: string): Promise<Sources> {
  const readable = await readableMembers(caller, repository, project);
  const all = await membersOf(repository);
  // A name that is ours is no upstream's, also for those who may not see ours.
  const owners = await Promise.all(
    all.filter(({ type }) => type === 'local').map(({ key }) => ownsProject(key, project)),
  );
  const owned = owners.some(Boolean);
  const mayAsk = await mayAskUpstream(repository, project, owned);
  return {
    locals: readable.filter(({ type }) => type === 'local'),
    remotes: mayAsk ? readable.filter(({ type }) => type === 'remote') : [],
    owned,
  };
}
