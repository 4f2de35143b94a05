import { sql } from 'drizzle-orm';
import { db } from '../database/db.ts';

/**
 * The names stay the repository's, in the current transaction, now that it holds nothing more of them: what is missing here must not
 * come from an upstream instead. Of a cache nothing stays.
 */
export async function keepNames(repo: string, type: string, names: readonly string[]): Promise<void> {
  const lower = names.map((name) => name.toLowerCase());
  await db().execute(sql`
    INSERT INTO owned_names (type, name_lower, repo)
    SELECT ${type}, name, r.key FROM repositories r CROSS JOIN unnest(${sql.param(lower)}::text[]) AS name
    WHERE r.key = ${repo} AND r.type = 'local' ORDER BY name ON CONFLICT DO NOTHING`);
}

/** In small letters: names that these repositories held once. */
export async function keptNames(repos: readonly string[], type: string): Promise<Set<string>> {
  const { rows } = await db().execute<{ name: string }>(sql`
    SELECT DISTINCT name_lower AS name FROM owned_names
    WHERE repo = ANY(${sql.param([...repos])}::text[]) AND type = ${type} ORDER BY name`);
  return new Set(rows.map(({ name }) => name));
}

/** With the repository; in the current transaction. */
export async function forgetNames(repo: string): Promise<void> {
  await db().execute(sql`DELETE FROM owned_names WHERE repo = ${repo}`);
}
