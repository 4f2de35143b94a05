import { type SQL, sql } from 'drizzle-orm';
import { allowsBundle } from '../../access/bundles.ts';
import type { Caller } from '../../access/Caller.ts';
import { db } from '../../database/db.ts';

/** Condition on `release_bundles b`: the caller can read the bundle. */
export async function readableBundles(caller: Caller): Promise<SQL> {
  if (caller.admin && (await allowsBundle(caller, 'read', ''))) return sql`true`;
  const { rows } = await db().execute<{ name: string }>(sql`SELECT DISTINCT name FROM release_bundles`);
  const names: string[] = [];
  for (const { name } of rows) if (await allowsBundle(caller, 'read', name)) names.push(name);
  return sql`b.name = ANY(${sql.param(names)}::text[])`;
}

/** Condition: the name or the version contains each word of the search, case-insensitive. */
export function matches(search: string): SQL {
  const words = search.split(/[\s*]+/).filter(Boolean);
  if (words.length === 0) return sql`true`;
  const each = words.map(
    (word) => sql`position(${word.toLowerCase()} IN lower(b.name || ' ' || b.version)) > 0`,
  );
  return sql.join(each, sql` AND `);
}
