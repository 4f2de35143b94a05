import type { Upgrade } from '@lading/contract/rest';
import type { View } from '../../packages/sql/readable.ts';
import { versionOrderOf } from '../../packages/versionOrders.ts';
import { keyOf, type NamedVersion } from '../storedVersions.ts';
import { versionNames } from '../versionNames.ts';
import { scansOf } from './scansOf.ts';

/** Newer versions of one package that are considered. */
const maxCandidates = 100;

/**
 * Finds for each vulnerable version the nearest newer one that the caller can read and that is
 * known to have no vulnerability, by `keyOf`. Prereleases are considered only for prereleases.
 */
export async function upgradesOf(
  type: string,
  vulnerable: readonly NamedVersion[],
  view: View,
): Promise<Map<string, Upgrade>> {
  const found = new Map<string, Upgrade>();
  if (vulnerable.length === 0) return found;
  const names = await versionNames(type, [...new Set(vulnerable.map(({ name }) => name))], view);
  const newer = new Map(
    vulnerable.map((each) => [keyOf(each), newerThan(type, each, names.get(each.name)?.versions ?? [])]),
  );
  const scans = await scansOf(type, [
    ...new Map([...newer.values()].flat().map((each) => [keyOf(each), each])).values(),
  ]);
  for (const [key, candidates] of newer) {
    const clean = candidates.find((each) => scans.get(keyOf(each))?.total === 0);
    if (clean) found.set(key, { version: clean.version });
  }
  return found;
}

function newerThan(
  type: string,
  { name, version }: NamedVersion,
  versions: readonly string[],
): NamedVersion[] {
  const own = versionOrderOf(type, version);
  return versions
    .map((other) => ({ other, ...versionOrderOf(type, other) }))
    .filter(({ sortKey, prerelease }) => sortKey > own.sortKey && (own.prerelease || !prerelease))
    .sort((one, next) => (one.sortKey < next.sortKey ? -1 : 1))
    .slice(0, maxCandidates)
    .map(({ other }) => ({ name, version: other }));
}
