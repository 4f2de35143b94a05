import { createHash } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { query } from '../../database/db.ts';

const dialect = new PgDialect();
/** Each costs every connection the memory of a plan: those that come later are planned each time. */
const mostKept = 60;
/** How many rows the console asks for; nobody who asks for others takes the place of these. */
const usualSizes: readonly number[] = [4, 6, 100];
const names = new Map<string, string>();

/**
 * Runs a statement that is planned once for each connection, whatever its values are: for those of which an index tells how they are
 * read. What differs between callers belongs into values, and numbers of rows into the text, where the planner sees them; `size` is that
 * of the page.
 */
export function prepared<Row extends Record<string, unknown>>(statement: SQL, size = 100): Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return query<Row>({ name: usualSizes.includes(size) ? nameOf(text) : '', text }, params);
}

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostKept) return known ?? '';
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  names.set(text, name);
  return name;
}
