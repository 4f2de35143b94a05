import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { LRUCache } from 'lru-cache';
import { currentPlatform, db } from '../../database/db.ts';

/** Milliseconds. It decides where a search begins, not what it finds. */
const staleAfter = 60_000;
export const createEstimates = () => new LRUCache<string, Promise<number>>({ max: 1000, ttl: staleAfter });
const kept = () => currentPlatform().packages.estimates;
const dialect = new PgDialect();

/** How many rows the planner thinks that a query gives: patterns it matches with the thousands of texts that it keeps as a sample. */
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

/** What the planner would multiply with a condition that says nearly the same: it takes this for a half. */
export function unestimated(condition: SQL): SQL {
  return sql`CASE WHEN ${condition} THEN true ELSE false END`;
}

/** Whether to have an index look for the words of a pattern alone, when so many have them and so many match: each is fetched, of which `few` cost little. */
export function worthWords(withWords: number, matching: number, few: number): boolean {
  return withWords <= 3 * matching + few;
}
