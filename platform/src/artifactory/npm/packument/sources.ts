import { membersOf, type Repository } from '../../repositories/repositories.ts';
import { matchesAny } from '../names.ts';
import { findHead } from './heads.ts';
import { localPackument, type PackumentForm, type PackumentText } from './localPackument.ts';

/** One repository's part of a package, as of now. */
export interface PackageSource {
  repository: Repository;
  revision: number;
  /** Undefined when there is no version of it. */
  load(form: PackumentForm): Promise<PackumentText | undefined>;
}

/** Where the package is to be had, in the order in which it counts. */
export async function findSources(
  repository: Repository,
  name: string,
  _form: PackumentForm,
): Promise<PackageSource[]> {
  const members = await membersOf(repository);
  const locals = members.filter(({ type }) => type === 'local');
  const heads = await Promise.all(locals.map(({ key }) => findHead(key, name)));
  return locals.flatMap((local, at) => {
    const head = heads[at];
    if (!head) return [];
    return {
      repository: local,
      revision: head.revision,
      load: (form) => localPackument(local.key, name, form),
    };
  });
}

/** Whether upstreams may answer for the name although a local member owns it, or although nobody asked them yet. */
export function upstreamRule(repository: Repository, name: string, owned: boolean): boolean {
  const { allowUpstreamFor = [], denyUpstreamFor = [] } = repository.options as {
    allowUpstreamFor?: string[];
    denyUpstreamFor?: string[];
  };
  if (matchesAny(name, denyUpstreamFor)) return false;
  return !owned || matchesAny(name, allowUpstreamFor);
}
