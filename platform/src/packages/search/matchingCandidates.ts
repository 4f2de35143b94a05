import { type SQL, sql } from 'drizzle-orm';
import { estimate } from '../sql/estimate.ts';
import type { Scope } from '../sql/readable.ts';
import type { Candidates } from './Candidates.ts';
import { knownCommonWords } from './commonWords.ts';
import { dependents } from './dependencies.ts';
import type { SearchFilter } from './Matching.ts';
import type { Words } from './Words.ts';

/** A package in several repositories has several texts. So many per package are read on average. */
const textsPerPackage = 8;

/** Returns the candidates of a search from the index that has the fewest; undefined without one. */
export function matchingCandidates(
  { matching, packageTypeIn: types }: SearchFilter,
  scope: Scope,
): Candidates | undefined {
  if (!matching) return undefined;
  const { ids, words, tier, dependency } = matching;
  if (ids) {
    const query = () => sql`SELECT unnest(${sql.param(ids)}::bigint[]) AS package_id`;
    return { query, estimate: () => Promise.resolve(ids.length), decided: false };
  }
  const all = [
    ...(words ? wordCandidates(words, tier, types, scope) : []),
    ...(dependency === undefined ? [] : [inIndex(dependents(dependency, scope))]),
  ];
  return all.length > 1 ? fewest(all) : all[0];
}

function wordCandidates(
  words: Words,
  tier: NonNullable<SearchFilter['matching']>['tier'],
  types: SearchFilter['packageTypeIn'],
  scope: Scope,
): Candidates[] {
  const typed = types?.length ? sql`AND p.type = ANY(${sql.param(types)}::text[])` : sql``;
  const names = sql`SELECT p.id AS package_id FROM packages p WHERE ${words.named(sql`p.name_lower`)} ${typed}`;
  const texts = sql`SELECT w.package_id FROM package_words w WHERE ${words.worded(scope)}`;
  const estimateTexts = async () => (words.isRare(await knownCommonWords()) ? 1 : estimate(texts));
  if (tier === 'text') return [{ ...inIndex(texts), estimate: estimateTexts, isWorded: true }];
  // The index of names doesn't find one or two characters.
  if (tier === 'beginning' || !words.hasTrigrams) return [];
  if (tier === 'name' || !words.inTexts) return [inIndex(names)];
  return [
    {
      query: (limit) => sql`(${distinct(names, limit)}) UNION (${distinct(texts, limit)}) LIMIT ${limit}`,
      estimate: async () => (await estimate(names)) + (await estimateTexts()),
      decided: false,
      isWorded: true,
    },
  ];
}

function inIndex(rows: SQL): Candidates {
  return {
    query: (limit) => distinct(rows, limit),
    estimate: () => estimate(rows),
    decided: false,
  };
}

/** Doesn't read all rows of a frequent word. */
function distinct(rows: SQL, limit: number): SQL {
  return sql`SELECT DISTINCT package_id FROM (${rows} LIMIT ${limit * textsPerPackage}) each LIMIT ${limit}`;
}

function fewest(all: readonly Candidates[]): Candidates {
  const chosen = async () => {
    const estimates = await Promise.all(all.map((each) => each.estimate()));
    const least = Math.min(...estimates);
    return { each: all[estimates.indexOf(least)] as Candidates, least };
  };
  return {
    query: async (limit) => (await chosen()).each.query(limit),
    estimate: async () => (await chosen()).least,
    decided: false,
  };
}
