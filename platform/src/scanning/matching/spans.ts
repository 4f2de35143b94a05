import semver from 'semver';
import type { Affected } from '../../advisories/Advisory.ts';
import { type Stretch, stretchesOf } from '../../advisories/stretches.ts';
import { versionOrderOf } from '../../packages/versionOrders.ts';

/** A stretch of the order of one type's versions, as sort keys. */
export interface Span {
  /** Empty: from the first version on. */
  from: string;
  fromIncluded: boolean;
  /** Absent: without end. */
  to?: string;
  toIncluded: boolean;
  /** The version in which it is fixed. */
  fixed?: string;
  /** The package is named, and no versions that can be compared: all of them are meant, and none was judged. */
  skipped: boolean;
}

/** Which versions are affected, in the order that the type of packages has. */
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

/** What is no version of the type at all stands where the plain order has it: an advisory is not to fail for it. */
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

/** Of a range that npm writes; nothing of one that is none. */
function spansOfRange(range: string, key: (version: string) => string): Span[] {
  if (semver.validRange(range) === null) return [];
  return new semver.Range(range).set.map((comparators) => {
    const found = span({ from: '' });
    for (const { operator, semver: version } of comparators) {
      // `*` is a comparator of no version.
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
