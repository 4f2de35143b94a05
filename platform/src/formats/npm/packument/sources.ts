import { mayAskUpstream } from '../../../repositories/ownNames.ts';
import { membersOf, type Repository } from '../../../repositories/repositories.ts';
import { UpstreamError } from '../../../repositories/upstream/UpstreamError.ts';
import { remotePackument } from '../upstream/remotePackument.ts';
import { findHead } from './heads.ts';
import { localPackument, type PackumentForm, type PackumentText } from './localPackument.ts';

/** One repository's part of a package, as of now. */
export interface PackageSource {
  repository: Repository;
  revision: number;
  /** Undefined when there is no version of it. */
  load(form: PackumentForm): Promise<PackumentText | undefined>;
}

/**
 * Where the package is to be had, in the order in which it counts: local repositories that own the name, then, where the
 * rule lets them answer, the first upstream that knows it. Throws `UpstreamError` when that depends on one that fails.
 */
export async function findSources(
  repository: Repository,
  name: string,
  form: PackumentForm,
): Promise<PackageSource[]> {
  const members = await membersOf(repository);
  const heads = await Promise.all(members.map(({ key }) => findHead(key, name)));
  const sources: PackageSource[] = [];
  for (const [at, member] of members.entries()) {
    const head = heads[at];
    if (member.type !== 'local' || !head) continue;
    sources.push({
      repository: member,
      revision: head.revision,
      load: () => localPackument(member.key, name, form),
    });
  }
  const owned = sources.length > 0;
  if (!(await mayAskUpstream(repository, name, owned))) return sources;
  for (const [at, member] of members.entries()) {
    if (member.type !== 'remote') continue;
    const found = await remotePackument(member, name, form, heads[at]).catch((error: unknown) => {
      if (owned && error instanceof UpstreamError) return undefined;
      throw error;
    });
    if (found) return [...sources, { repository: member, ...found }];
  }
  return sources;
}
