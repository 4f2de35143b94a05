import { createHash } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { query } from '../../database/db.ts';

const dialect = new PgDialect();
/**
 * Maximum prepared statements: each uses memory in every connection. Further statements are not
 * prepared.
 */
const maxPrepared = 60;
/** Page sizes of the console. Other sizes are not prepared, so that they don't use up the limit. */
const usualSizes: readonly number[] = [4, 6, 20, 100];
const names = new Map<string, string>();

/**
 * Runs a prepared statement, planned once per connection regardless of its values. Only for
 * statements that always use the same index. Pass values that differ between callers as parameters,
 * and row limits in the text, where the planner sees them. `size` is the page size.
 */
export function prepared<Row extends Record<string, unknown>>(statement: SQL, size = 100): Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return query<Row>({ name: usualSizes.includes(size) ? nameOf(text) : '', text }, params);
}

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined || names.size >= maxPrepared) return known ?? '';
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  names.set(text, name);
  return name;
}
