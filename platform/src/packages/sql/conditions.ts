import { type SQL, sql } from 'drizzle-orm';
import { dateOf } from './dates.ts';
import { likePattern } from './glob.ts';

export function dateConditions(column: SQL, name: string, min?: string | null, max?: string | null): SQL[] {
  return [
    ...(min == null ? [] : [sql`${column} >= ${dateOf(`${name}Min`, min)}`]),
    ...(max == null ? [] : [sql`${column} <= ${dateOf(`${name}Max`, max)}`]),
  ];
}

/**
 * Whether one of the licenses matches one of the patterns: the whole value, or a license within an
 * expression such as `MIT OR Apache-2.0`.
 */
export function anyLicense(array: SQL, globs: readonly string[]): SQL {
  const patterns = sql.param(globs.map(likePattern));
  return sql`EXISTS (SELECT FROM unnest(${array}) AS element
    WHERE lower(element) LIKE ANY(${patterns}::text[]) OR (lower(element) ~ ' (or|and) ' AND EXISTS (
      SELECT FROM regexp_split_to_table(lower(element), '\\s+(?:or|and)\\s+|[()]+') AS named WHERE trim(named) LIKE ANY(${patterns}::text[]))))`;
}

/** Whether one element of the array matches one of the patterns. */
export function anyMatches(array: SQL, globs: readonly string[]): SQL {
  const patterns = sql.param(globs.map(likePattern));
  return sql`EXISTS (SELECT FROM unnest(${array}) AS element WHERE lower(element) LIKE ANY(${patterns}::text[]))`;
}
