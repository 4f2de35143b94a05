import type { PackageFilter } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import type { Scope } from '../sql/readable.ts';
import type { Candidates } from './Candidates.ts';
import type { Word } from './parseSearch.ts';
import type { Tier, Words } from './Words.ts';

/** Requirements of a search for packages, in addition to a filter. */
export interface Matching {
  /** For a listing `l` of the scope. */
  readonly conditions: readonly ((scope: Scope) => SQL)[];
  readonly words?: Words;
  /** The whole search, with its conditions. */
  readonly text: string;
  /** The words as typed, without versions. */
  readonly typed: readonly Word[];
  /** Limits the matches of the words to one part of the ranking. */
  readonly tier?: Tier;
  /** The words occur in the names or texts of all packages that are checked. */
  readonly isWorded?: boolean;
  /** A dependency that all matches have. */
  readonly dependency?: string;
  /** Limits the matches to these rows of packages; the words don't need to match. */
  readonly ids?: readonly string[];
}

/** A filter whose search is compiled. */
export interface SearchFilter extends Omit<PackageFilter, 'search'> {
  matching?: Matching;
}

/**
 * The filter for packages that an index has found in the same scope. Doesn't look up their words
 * again, which would take most of the time.
 */
export function foundBy(candidates: Candidates | undefined, filter: SearchFilter): SearchFilter {
  const { matching } = filter;
  return matching && candidates?.isWorded ? { ...filter, matching: { ...matching, isWorded: true } } : filter;
}

export function matchingConditions(matching: Matching | undefined, scope: Scope): SQL[] {
  if (!matching) return [];
  const { conditions, words, tier, ids, isWorded } = matching;
  return [
    ...(ids ? [sql`l.package_id = ANY(${sql.param(ids)}::bigint[])`] : []),
    // Names that begin with the words are those of the filter's name.
    ...(words && !ids && tier !== 'beginning' ? [words.matching(scope, tier, isWorded)] : []),
    ...conditions.map((condition) => condition(scope)),
  ];
}

/** Whether the index of names decides about all matches. */
export function needsOnlyNames({ conditions, words, tier, ids }: Matching): boolean {
  return !ids && !conditions.length && (tier === 'beginning' || tier === 'name' || !words?.inTexts);
}
