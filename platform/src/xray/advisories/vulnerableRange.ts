import semver from 'semver';
import type { Affected } from './Advisory.ts';

/** The versions that are affected, as a range of semver: `>=1.0.0 <1.2.3 || 2.0.0`; undefined when none is. */
export function vulnerableRange(affected: readonly Affected[]): string | undefined {
  const parts = affected.flatMap(({ ranges, versions, npmRange }) => {
    if (npmRange !== undefined) return [npmRange];
    const spans = ranges
      .filter(({ type }) => type === 'SEMVER' || type === 'ECOSYSTEM')
      .flatMap(({ events }) => spansOf(events));
    // Versions are listed one by one beside ranges, or where there are none.
    return spans.length > 0 ? spans : versions.filter((version) => semver.valid(version));
  });
  const holding = parts.filter((part) => semver.validRange(part) !== null);
  return holding.length > 0 ? [...new Set(holding)].join(' || ') : undefined;
}

type Event = Affected['ranges'][number]['events'][number];

/** From each `introduced` to what ends it, in the order in which they stand. */
function spansOf(events: readonly Event[]): string[] {
  const spans: string[] = [];
  let from: string | undefined;
  const close = (end: string) => {
    if (from !== undefined) spans.push([from === '0' ? '' : `>=${from}`, end].join(' ').trim() || '*');
    from = undefined;
  };
  for (const { introduced, fixed, last_affected } of events) {
    if (introduced !== undefined) {
      close('');
      from = introduced;
    }
    if (fixed !== undefined) close(`<${fixed}`);
    if (last_affected !== undefined) close(`<=${last_affected}`);
  }
  close('');
  return spans;
}
