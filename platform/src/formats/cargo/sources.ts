import type { Caller } from '../../access/Caller.ts';
import { readableMembers } from '../../files/keptFile.ts';
import { mayAskUpstream } from '../../repositories/ownNames.ts';
import { membersOf, type Repository } from '../../repositories/repositories.ts';
import { ownedName } from './crateVersions.ts';
import { permissionPath } from './names.ts';

/** The repositories in which the caller finds a crate. */
export interface Sources {
  locals: Repository[];
  /** Empty where no upstream may answer for the name. */
  remotes: Repository[];
}

/** Throws `HttpError` 401 or 403 where the caller may read none of them. */
export async function sourcesOf(caller: Caller, repository: Repository, name: string): Promise<Sources> {
  const readable = await readableMembers(caller, repository, permissionPath(name));
  const all = await membersOf(repository);
  const locals = readable.filter(({ type }) => type === 'local');
  if (!all.some(({ type }) => type === 'remote')) return { locals, remotes: [] };
  // A name that is ours is no upstream's, also in another spelling, and for those who may not see ours.
  const owners = await Promise.all(
    all.filter(({ type }) => type === 'local').map(({ key }) => ownedName(key, name)),
  );
  const mayAsk = await mayAskUpstream(repository, name, owners.some(Boolean));
  return {
    locals,
    remotes: mayAsk ? readable.filter(({ type }) => type === 'remote') : [],
  };
}
