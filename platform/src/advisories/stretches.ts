import type { Affected } from './Advisory.ts';

type Events = Affected['ranges'][number]['events'];

/** A range of versions of an advisory. */
export interface Stretch {
  /** Absent: from the first version. */
  from?: string;
  /** Absent: unlimited. */
  to?: string;
  toIncluded: boolean;
  /** Whether `to` is the version with the fix. */
  fixed: boolean;
}

/**
 * Evaluates the events of one range like OSV: sorted by version, each start is closed by the next
 * end; versions at or above the highest `limit` are not affected. `key` returns a sort key of a
 * version.
 */
export function stretchesOf(events: Events, key: (version: string) => string): Stretch[] {
  const limit = limitOf(events, key);
  const stretches: Stretch[] = [];
  let begun: { from?: string } | undefined;
  for (const { rank, version } of sorted(events, key)) {
    if (rank === ranks.introduced) begun ??= version === '0' ? {} : { from: version };
    else if (begun) {
      const end = { to: version, toIncluded: rank === ranks.lastAffected, fixed: rank === ranks.fixed };
      stretches.push({ ...begun, ...end });
      begun = undefined;
    }
  }
  if (begun) stretches.push({ ...begun, toIncluded: false, fixed: false });
  return limit === undefined ? stretches : stretches.map((each) => endingBefore(each, limit, key));
}

/**
 * At the same version, an end sorts before a start, except `lastAffected`: a range may contain one
 * version only.
 */
const ranks = { fixed: 0, introduced: 1, lastAffected: 2 };

function sorted(events: Events, key: (version: string) => string) {
  const at = (version: string, rank: number) => ({
    at: version === '0' ? '' : key(version),
    rank,
    version,
  });
  return events
    .flatMap(({ introduced, fixed, last_affected: last }) => [
      ...(introduced === undefined ? [] : [at(introduced, ranks.introduced)]),
      ...(fixed === undefined ? [] : [at(fixed, ranks.fixed)]),
      ...(last === undefined ? [] : [at(last, ranks.lastAffected)]),
    ])
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.rank - b.rank));
}

/** A version must be below one of the limits; `*` is unlimited. */
function limitOf(events: Events, key: (version: string) => string): string | undefined {
  const limits = events.flatMap(({ limit }) => (limit === undefined ? [] : [limit]));
  if (limits.includes('*')) return undefined;
  return limits.reduce<string | undefined>(
    (highest, limit) => (highest === undefined || key(limit) > key(highest) ? limit : highest),
    undefined,
  );
}

function endingBefore(stretch: Stretch, limit: string, key: (version: string) => string): Stretch {
  const beyond = stretch.to === undefined || key(stretch.to) >= key(limit);
  const sameEnd = stretch.to !== undefined && !stretch.toIncluded && key(stretch.to) === key(limit);
  return beyond && !sameEnd ? { ...stretch, to: limit, toIncluded: false, fixed: false } : stretch;
}
