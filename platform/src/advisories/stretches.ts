import type { Affected } from './Advisory.ts';

type Events = Affected['ranges'][number]['events'];

/** Versions from one to another, as an advisory names them. */
export interface Stretch {
  /** Absent: from the first version on. */
  from?: string;
  /** Absent: without end. */
  to?: string;
  toIncluded: boolean;
  /** Whether its end is the version in which it is fixed. */
  fixed: boolean;
}

/**
 * What the events of one range say, as OSV evaluates them: sorted by version, whatever order they stand in; what one begins the next end
 * closes; nothing at or beyond the highest `limit` is meant. `key` gives for a version text that sorts as versions do.
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

/** An end before a beginning at the same version, but what is affected for one version alone begins before it ends. */
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

/** It is enough to be below one of them; `*` is above everything. */
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
