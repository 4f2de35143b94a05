import semver from 'semver';
import type { Affected } from '../../advisories/Advisory.ts';
import { type Stretch, stretchesOf } from '../../advisories/stretches.ts';
import { versionOrderOf } from '../../packages/versionOrders.ts';

/** A range of versions of one type, as sort keys. */
export interface Span {
  /** Empty: from the first version. */
  from: string;
  fromIncluded: boolean;
  /** Absent: unlimited. */
  to?: string;
  toIncluded: boolean;
  /** The version with the fix. */
  fixed?: string;
  /**
   * The advisory names the package but no comparable versions: all versions are affected, without a
   * severity.
   */
  skipped: boolean;
}

/** Returns the affected versions in the order of the package type. */
export function spansOf(type: string, affected: readonly Affected[]): Span[] {
  const key = (version: string) => keyOf(type, version);
  const spans = affected.flatMap(({ ranges, versions, npmRange }) => {
    if (npmRange !== undefined) return spansOfRange(npmRange, key);
    const told = ranges
      .filter((range) => range.type === 'SEMVER' || range.type === 'ECOSYSTEM')
      .flatMap(({ events }) => stretchesOf(events, key).map((stretch) => spanOf(stretch, key)));
    const listed = [...new Set(versions.map(key))].filter((one) => !told.some((span) => isIn(span, one)));
    return [...told, ...listed.map((one) => span({ from: one, to: one, toIncluded: true }))];
  });
  return spans.length > 0 ? spans : [span({ from: '', skipped: true })];
}

/** Invalid versions get the semver key: an advisory must not fail because of them. */
function keyOf(type: string, version: string): string {
  try {
    return versionOrderOf(type, version).sortKey;
  } catch {
    return versionOrderOf('', version).sortKey;
  }
}

function span(given: Partial<Span> & { from: string }): Span {
  return { fromIncluded: true, toIncluded: false, skipped: false, ...given };
}

function spanOf({ from, to, toIncluded, fixed }: Stretch, key: (version: string) => string): Span {
  return span({
    from: from === undefined ? '' : key(from),
    ...(to === undefined ? {} : { to: key(to), toIncluded, ...(fixed ? { fixed: to } : {}) }),
  });
}

export function isIn({ from, fromIncluded, to, toIncluded }: Span, key: string): boolean {
  const begun = key > from || (fromIncluded && key === from);
  return begun && (to === undefined || key < to || (toIncluded && key === to));
}

/** Returns the spans of an npm range; none for an invalid range. */
function spansOfRange(range: string, key: (version: string) => string): Span[] {
  if (semver.validRange(range) === null) return [];
  return new semver.Range(range).set.map((comparators) => {
    const found = span({ from: '' });
    for (const { operator, semver: version } of comparators) {
      // The comparator of `*` has no version.
      if (!(version instanceof semver.SemVer)) continue;
      const at = key(version.version);
      if (operator === '>' || operator === '>=')
        Object.assign(found, { from: at, fromIncluded: operator === '>=' });
      else if (operator === '<') Object.assign(found, { to: at, fixed: version.version });
      else if (operator === '<=') Object.assign(found, { to: at, toIncluded: true });
      else Object.assign(found, { from: at, to: at, toIncluded: true });
    }
    return found;
  });
}
