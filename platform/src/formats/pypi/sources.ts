import type { Caller } from '../../access/Caller.ts';
import { readableMembers } from '../../files/storedFile.ts';
import { mayQueryUpstream } from '../../repositories/ownNames.ts';
import { membersOf, type Repository } from '../../repositories/repositories.ts';
import { preferPriority } from '../../repositories/serving.ts';
import { ownsProject } from './releaseFiles.ts';

/**
 * The repositories in which the caller finds a project: local ones, then remote ones, each in
 * member order.
 */
export interface Sources {
  locals: Repository[];
  /** Empty if no upstream may serve the name. */
  remotes: Repository[];
  /** Whether a local repository publishes or published the name. */
  owned: boolean;
}

/** Throws `HttpError` 401 or 403 if the caller can read none of the repositories. */
export async function sourcesOf(caller: Caller, repository: Repository, project: string): Promise<Sources> {
  const readable = await readableMembers(caller, repository, project);
  const all = await membersOf(repository);
  // A local name is never requested from an upstream, even if the caller cannot read the local
  // project.
  const owners = await Promise.all(
    all.filter(({ type }) => type === 'local').map(({ key }) => ownsProject(key, project)),
  );
  const owned = owners.some(Boolean);
  const mayQuery = await mayQueryUpstream(repository, project, owned);
  return {
    locals: await preferPriority(
      readable.filter(({ type }) => type === 'local'),
      ({ key }) => ownsProject(key, project),
    ),
    remotes: mayQuery ? readable.filter(({ type }) => type === 'remote') : [],
    owned,
  };
}
