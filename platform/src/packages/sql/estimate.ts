import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { LRUCache } from 'lru-cache';
import { currentPlatform, db } from '../../database/db.ts';

/** Milliseconds. Estimates affect the search strategy, not the result. */
const staleAfter = 60_000;
export const createEstimates = () => new LRUCache<string, Promise<number>>({ max: 1000, ttl: staleAfter });
const kept = () => currentPlatform().packages.estimates;
const dialect = new PgDialect();

/**
 * Returns the planner's row estimate for a query. The planner matches patterns against its sample
 * of thousands of values.
 */
export function estimate(query: SQL): Promise<number> {
  const { sql: text, params } = dialect.sqlToQuery(query);
  const key = JSON.stringify([text, params]);
  const known = kept().get(key);
  if (known) return known;
  const asked = ask(query);
  kept().set(key, asked);
  asked.catch(() => kept().delete(key));
  return asked;
}

async function ask(query: SQL): Promise<number> {
  const { rows } = await db().execute<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(sql`
    EXPLAIN (FORMAT JSON) ${query}`);
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

/**
 * Hides a nearly redundant condition from the planner, which would multiply its selectivity; it
 * assumes one half for this expression.
 */
export function unestimated(condition: SQL): SQL {
  return sql`CASE WHEN ${condition} THEN true ELSE false END`;
}

/**
 * Whether an index search by the words of a pattern pays off: each row with the words is fetched,
 * and up to `few` rows are cheap.
 */
export function worthWords(withWords: number, matching: number, few: number): boolean {
  return withWords <= 3 * matching + few;
}
