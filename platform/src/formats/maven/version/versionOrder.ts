import type { VersionOrder } from '../../../packages/versionOrders.ts';
import { type Item, parseVersion } from './parseVersion.ts';

/**
 * Maven's order, as defined by `ComparableVersion`, as a key that sorts by bytes. Where that order
 * contradicts itself (a qualifier after a dot and one after a hyphen), both are treated like the
 * hyphen, as in the POM reference.
 */
export function versionOrder(version: string): VersionOrder {
  const items = parseVersion(version);
  return { sortKey: keyOf(items), prerelease: isPrerelease(items) };
}

/**
 * Ranks of the possible items at one position, in Maven's order. The end of a list ranks as
 * nothing, below release qualifiers.
 */
const rank = {
  alpha: '1',
  beta: '2',
  milestone: '3',
  rc: '4',
  snapshot: '5',
  listBefore: '6',
  end: '7',
  release: '8',
  sp: '9',
  word: ':',
  listAfter: ';',
  number: '<',
} as const;

/** Ends a word; sorts below every character in a version. */
const endOfWord = ' ';
const lengthsPerMark = 80;

function keyOf(items: readonly Item[]): string {
  let key = '';
  for (const item of items) {
    // A list is always the last item.
    if (Array.isArray(item))
      return key + (comparedToEnd(item) < 0 ? rank.listBefore : rank.listAfter) + keyOf(item);
    if (/^\d/.test(item)) key += rank.number + numberKey(item);
    else key += rankOfWord(item) ?? `${rank.word}${item}${endOfWord}`;
  }
  return key + rank.end;
}

/** The rank of a qualifier that Maven knows. */
function rankOfWord(word: string): string | undefined {
  if (word === '') return rank.release;
  return before.has(word) || word === 'sp' ? rank[word as keyof typeof rank] : undefined;
}

const before = new Set(['alpha', 'beta', 'milestone', 'rc', 'snapshot']);

/** Negative if the items sort before the version that ends here: 1-alpha is before 1. */
function comparedToEnd(items: readonly Item[]): number {
  for (const item of items) {
    const against = Array.isArray(item)
      ? comparedToEnd(item)
      : item === '0' || item === ''
        ? 0
        : before.has(item)
          ? -1
          : 1;
    if (against !== 0) return against;
  }
  return 0;
}

function isPrerelease(items: readonly Item[]): boolean {
  return items.some((item) => (Array.isArray(item) ? isPrerelease(item) : before.has(item)));
}

/** Starts with the number of digits, so that text order equals numeric order. */
function numberKey(value: string): string {
  const over = Math.floor((value.length - 1) / lengthsPerMark);
  const first = '#'.charCodeAt(0);
  return `${'~'.repeat(over)}${String.fromCharCode(first + ((value.length - 1) % lengthsPerMark))}${value}`;
}
