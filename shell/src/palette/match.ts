import { go } from 'fuzzysort';
import type { Entry, EntryGroup } from './Entry.ts';

/** Matching entry, with the positions of matched letters in its label. */
export interface Found {
  readonly entry: Entry;
  readonly letters: ReadonlySet<number>;
}

/** Matching entries of one group. */
export interface FoundGroup {
  readonly group: EntryGroup;
  readonly found: readonly Found[];
}

/** Maximum number of results. */
const MOST = 60;
/** Maximum number per group without a query. */
const MOST_AT_FIRST: Partial<Record<EntryGroup, number>> = { recent: 5, places: 100 };
const ORDER: readonly EntryGroup[] = ['recent', 'places', 'create', 'actions', 'projects', 'commands'];
/** Weights of label, search words, and detail; matches outside the label count less. */
const WEIGHTS = [1, 0.8, 0.7] as const;
const NO_LETTERS: ReadonlySet<number> = new Set();

/**
 * Returns the entries that match the query, best first, or all entries without a query. `found`,
 * which the platform has matched, and `always` are appended to any result. If no entry of `entries`
 * matches, the first of `always` begins the list: `later` and `found` arrive below the entry that
 * Enter runs.
 */
export function match(
  entries: readonly Entry[],
  query: string,
  always: readonly Entry[] = [],
  found: readonly Entry[] = [],
  later: readonly Entry[] = [],
): FoundGroup[] {
  const wanted = query.trim();
  if (wanted === '') {
    const all = [...entries, ...later].map((entry): Found => ({ entry, letters: NO_LETTERS }));
    return grouped(all, ORDER, MOST_AT_FIRST);
  }
  const results = go(wanted, [...entries, ...later], {
    keys: [({ label }) => label, ({ words = '' }) => words, ({ detail = '' }) => detail],
    limit: MOST,
    threshold: 0.3,
    scoreFn: (result) => Math.max(...WEIGHTS.map((weight, at) => (result[at]?.score ?? 0) * weight)),
  });
  const own = results.map((result): Found => ({ entry: result.obj, letters: new Set(result[0]?.indexes) }));
  const arrived = found.map((entry): Found => ({ entry, letters: lettersOf(entry, wanted) }));
  const immediate = new Set(entries);
  const isLate = !own.some(({ entry }) => immediate.has(entry));
  const [first, ...others] = always.map((entry): Found => ({ entry, letters: NO_LETTERS }));
  const all =
    isLate && first
      ? [first, ...own, ...arrived, ...others.map(elsewhere)]
      : [...own, ...arrived, ...(first ? [first, ...others] : [])];
  // The group of the best match comes first.
  return grouped(all, [...new Set(all.map(({ entry }) => entry.group))]);
}

/** Groups of the same name would be one: what does not begin the list has its own. */
const elsewhere = ({ entry, letters }: Found): Found => ({
  entry: { ...entry, group: 'elsewhere' },
  letters,
});

/** Returns the positions of the query in the label. */
function lettersOf({ label }: Entry, query: string): ReadonlySet<number> {
  const start = label.toLowerCase().indexOf(query.toLowerCase());
  return start < 0 ? NO_LETTERS : new Set(Array.from(query, (_letter, at) => start + at));
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
