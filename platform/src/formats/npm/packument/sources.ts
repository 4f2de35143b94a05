import { mayQueryUpstream } from '../../../repositories/ownNames.ts';
import { membersOf, type Repository } from '../../../repositories/repositories.ts';
import { hasPriority } from '../../../repositories/serving.ts';
import { remoteOptions } from '../../../repositories/upstream/remoteOptions.ts';
import { UpstreamError } from '../../../repositories/upstream/UpstreamError.ts';
import { remotePackument } from '../upstream/remotePackument.ts';
import { findHead } from './heads.ts';
import { localPackument, type PackumentForm, type PackumentText } from './localPackument.ts';

/** One repository's current contribution to a package. */
export interface PackageSource {
  repository: Repository;
  revision: number;
  /** Undefined if the repository has no version of the package. */
  load(form: PackumentForm): Promise<PackumentText | undefined>;
}

/**
 * The repositories that provide the package, in order of precedence: local repositories that own
 * the name, then, if rules allow it, the first upstream that has it. Throws `UpstreamError` if the
 * result depends on a failing upstream.
 */
export async function findSources(
  repository: Repository,
  name: string,
  form: PackumentForm,
): Promise<PackageSource[]> {
  const members = await membersOf(repository);
  const heads = await Promise.all(members.map(({ key }) => findHead(key, name)));
  const locals = members.flatMap((member, at): PackageSource[] => {
    const head = heads[at];
    if (member.type !== 'local' || !head) return [];
    const load = () => localPackument(member.key, name, form);
    return [{ repository: member, revision: head.revision, load }];
  });
  const owned = locals.length > 0;
  const preferred = locals.filter((source) => hasPriority(source.repository));
  const sources = preferred.length > 0 ? preferred : locals;
  if (!(await mayQueryUpstream(repository, name, owned))) return sources;
  for (const [at, member] of members.entries()) {
    if (member.type !== 'remote') continue;
    const found = await remotePackument(member, name, form, heads[at]).catch((error: unknown) => {
      if (owned && error instanceof UpstreamError && !remoteOptions(member).hardFail) return undefined;
      throw error;
    });
    if (found) return [...sources, { repository: member, ...found }];
  }
  return sources;
}
