import semver from 'semver';
import { versionOrder } from '../packages/sortKey.ts';
import type { Affected } from './Advisory.ts';
import { stretchesOf } from './stretches.ts';

/**
 * Returns the affected versions as a semver range: `>=1.0.0 <1.2.3 || 2.0.0`; undefined if there
 * are none.
 */
export function vulnerableRange(affected: readonly Affected[]): string | undefined {
  const parts = affected.flatMap(({ ranges, versions, npmRange }) => {
    if (npmRange !== undefined) return [npmRange];
    const spans = ranges
      .filter(({ type }) => type === 'SEMVER' || type === 'ECOSYSTEM')
      .flatMap(({ events }) => spansOf(events));
    // Documents list versions in addition to ranges; most of them are within the ranges.
    const listed = versions.filter((version) => semver.valid(version) && !isInOne(spans, version));
    return [...spans, ...listed];
  });
  const holding = parts.filter((part) => semver.validRange(part) !== null);
  return holding.length > 0 ? [...new Set(holding)].join(' || ') : undefined;
}

function isInOne(ranges: readonly string[], version: string): boolean {
  return ranges.some((range) => semver.satisfies(version, range, { includePrerelease: true }));
}

/** Returns the spans from each `introduced` to the event that ends it. */
function spansOf(events: Affected['ranges'][number]['events']): string[] {
  return stretchesOf(events, (version) => versionOrder(version).sortKey).map(({ from, to, toIncluded }) => {
    const begin = from === undefined ? [] : [`>=${from}`];
    const end = to === undefined ? [] : [`${toIncluded ? '<=' : '<'}${to}`];
    return [...begin, ...end].join(' ') || '*';
  });
}
