import type { Caller } from '../../access/Caller.ts';
import { readableMembers } from '../../files/storedFile.ts';
import { mayQueryUpstream } from '../../repositories/ownNames.ts';
import { membersOf, type Repository } from '../../repositories/repositories.ts';
import { preferPriority } from '../../repositories/serving.ts';
import { ownedName } from './crateVersions.ts';
import { permissionPath } from './names.ts';

/** The repositories in which the caller finds a crate. */
export interface Sources {
  locals: Repository[];
  /** Empty if no upstream may serve the name. */
  remotes: Repository[];
}

/** Throws `HttpError` 401 or 403 if the caller can read none of the repositories. */
export async function sourcesOf(caller: Caller, repository: Repository, name: string): Promise<Sources> {
  const readable = await readableMembers(caller, repository, permissionPath(name));
  const all = await membersOf(repository);
  const locals = await preferPriority(
    readable.filter(({ type }) => type === 'local'),
    async ({ key }) => Boolean(await ownedName(key, name)),
  );
  if (!all.some(({ type }) => type === 'remote')) return { locals, remotes: [] };
  // A local name is never requested from an upstream, in any spelling, even if the caller cannot
  // read the local crate.
  const owners = await Promise.all(
    all.filter(({ type }) => type === 'local').map(({ key }) => ownedName(key, name)),
  );
  const mayQuery = await mayQueryUpstream(repository, name, owners.some(Boolean));
  return {
    locals,
    remotes: mayQuery ? readable.filter(({ type }) => type === 'remote') : [],
  };
}
