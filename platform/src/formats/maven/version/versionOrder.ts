import type { VersionOrder } from '../../../packages/versionOrders.ts';
import { type Item, parseVersion } from './parseVersion.ts';

/**
 * Maven's order, as `ComparableVersion` says it, in text that sorts byte by byte. Where that order contradicts itself (a qualifier after
 * a dot beside one after a hyphen) both are taken as the hyphen, as the reference of the POM has it.
 */
export function versionOrder(version: string): VersionOrder {
  const items = parseVersion(version);
  return { sortKey: keyOf(items), prerelease: isPrerelease(items) };
}

/** What may stand at one place of a version, in Maven's order; a list's end counts as nothing, below a release's qualifiers. */
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

/** Ends a word: below everything that a version may hold. */
const endOfWord = ' ';
const longestLength = 80;

function keyOf(items: readonly Item[]): string {
  let key = '';
  for (const item of items) {
    // Nothing follows a list.
    if (Array.isArray(item))
      return key + (againstNothing(item) < 0 ? rank.listBefore : rank.listAfter) + keyOf(item);
    if (/^\d/.test(item)) key += rank.number + numberKey(item);
    else key += rankOfWord(item) ?? `${rank.word}${item}${endOfWord}`;
  }
  return key + rank.end;
}

/** Of the qualifiers that Maven knows. */
function rankOfWord(word: string): string | undefined {
  if (word === '') return rank.release;
  return before.has(word) || word === 'sp' ? rank[word as keyof typeof rank] : undefined;
}

const before = new Set(['alpha', 'beta', 'milestone', 'rc', 'snapshot']);

/** Below 0 where it stands before a version that ends there: 1-alpha before 1. */
function againstNothing(items: readonly Item[]): number {
  for (const item of items) {
    const against = Array.isArray(item)
      ? againstNothing(item)
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

/** The count of digits comes first, so that text order is the order of the values. */
function numberKey(value: string): string {
  const over = Math.floor((value.length - 1) / longestLength);
  const first = '#'.charCodeAt(0);
  return `${'~'.repeat(over)}${String.fromCharCode(first + ((value.length - 1) % longestLength))}${value}`;
}
