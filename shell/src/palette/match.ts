import { go } from 'fuzzysort';
import type { Entry, EntryGroup } from './Entry.ts';

/** An entry that was found, with the letters of its label that the query has. */
export interface Found {
  readonly entry: Entry;
  readonly letters: ReadonlySet<number>;
}

/** Found entries under a heading. */
export interface FoundGroup {
  readonly group: EntryGroup;
  readonly found: readonly Found[];
}

/** How many are shown at most: more than anyone reads. */
const MOST = 60;
/** How many of a group are shown while nothing has been typed. */
const MOST_AT_FIRST: Partial<Record<EntryGroup, number>> = { recent: 5, places: 100 };
const ORDER: readonly EntryGroup[] = ['recent', 'places', 'create', 'actions', 'projects', 'commands'];
/** What stands beside a label finds it too, but counts for less. */
const WEIGHTS = [1, 0.8, 0.7] as const;
const NO_LETTERS: ReadonlySet<number> = new Set();

/**
 * The entries that have the query's letters, the best first; all of them while there is no query. `always` stand last,
 * whatever was typed.
 */
export function match(entries: readonly Entry[], query: string, always: readonly Entry[] = []): FoundGroup[] {
  const wanted = query.trim();
  if (wanted === '') {
    const all = entries.map((entry): Found => ({ entry, letters: NO_LETTERS }));
    return grouped(all, ORDER, MOST_AT_FIRST);
  }
  const results = go(wanted, entries, {
    keys: [({ label }) => label, ({ words = '' }) => words, ({ detail = '' }) => detail],
    limit: MOST,
    threshold: 0.3,
    scoreFn: (result) => Math.max(...WEIGHTS.map((weight, at) => (result[at]?.score ?? 0) * weight)),
  });
  const found = results.map((result): Found => ({ entry: result.obj, letters: new Set(result[0]?.indexes) }));
  // The group with the best find comes first.
  const last = always.map((entry): Found => ({ entry, letters: NO_LETTERS }));
  const all = [...found, ...last];
  return grouped(all, [...new Set(all.map(({ entry }) => entry.group))]);
}

function grouped(
  found: readonly Found[],
  order: readonly EntryGroup[],
  most: Partial<Record<EntryGroup, number>> = {},
): FoundGroup[] {
  return order
    .map((group) => ({
      group,
      found: found.filter(({ entry }) => entry.group === group).slice(0, most[group] ?? MOST * 10),
    }))
    .filter((each) => each.found.length > 0);
}
