import type { NameRuleAnswer } from '@lading/contract/rest';
import { foldName, namingOf } from '../naming.ts';
import { packagesTypeOf } from '../PackageType.ts';
import { findRepository, membersOf, type Repository } from '../repositories.ts';
import { reservedByDefault } from './claims.ts';
import { reservedBelow } from './parents.ts';
import { matchesAny } from './patterns.ts';
import { ruleFor } from './prefixes.ts';
import { rulesOf } from './rules.ts';

/** Whether upstreams may serve a name, and why. */
export type NameRule = Omit<NameRuleAnswer, 'name'>;

const open: NameRule = { upstream: true, reason: 'open' };

/**
 * Determines which members may serve the name. `owned`: whether a local member has or had the
 * name, including members that the caller can't read. Precedence: patterns of the repository, owned
 * names, rules of administrators, defaults.
 */
export async function decideNameRule(
  repository: Repository,
  name: string,
  owned: boolean,
): Promise<NameRule> {
  if (repository.type !== 'virtual') return open;
  const { allowUpstreamFor = [], denyUpstreamFor = [] } = repository.options as Partial<
    Record<string, string[]>
  >;
  if (matchesAny(name, denyUpstreamFor)) return { upstream: false, reason: 'denied' };
  if (matchesAny(name, allowUpstreamFor)) return { upstream: true, reason: 'allowed' };
  if (owned) return { upstream: false, reason: 'owned' };
  const type = packagesTypeOf(repository.packageType);
  const folded = foldName(type, name);
  const rules = await rulesOf(repository.key);
  const rule = ruleFor(type, rules, folded);
  if (rule) return { upstream: rule.effect === 'lifted', reason: rule.effect, prefix: rule.prefix };
  return (await byDefault(repository, type, folded)) ?? open;
}

async function byDefault(repository: Repository, type: string, name: string): Promise<NameRule | undefined> {
  const { namespaces, asksParents } = namingOf(type);
  if (!namespaces) return undefined;
  // Callers who can't read all members have a shorter member list.
  const members = await membersOf((await findRepository(repository.key)) ?? repository);
  const keysOf = (wanted: Repository['type']) =>
    members.filter((each) => each.type === wanted).map(({ key }) => key);
  const among = { locals: keysOf('local'), remotes: keysOf('remote') };
  if (!among.remotes.length) return undefined;
  const rules = await rulesOf(repository.key);
  if (among.locals.length) {
    const prefix = await reservedByDefault(type, namespaces(name), among);
    if (prefix !== undefined) return { upstream: false, reason: 'reserved-by-default', prefix };
  }
  const below = asksParents ? await reservedBelow(type, name, among, rules) : undefined;
  return below === undefined ? undefined : { upstream: false, reason: 'parent', prefix: below };
}
