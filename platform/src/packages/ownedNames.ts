import { sql } from 'drizzle-orm';
import { db } from '../database/db.ts';

/**
 * Records that a local repository keeps owning names of deleted packages, in the current
 * transaction: an upstream must not provide packages with these names. Caches own no names.
 */
export async function keepNames(repo: string, type: string, names: readonly string[]): Promise<void> {
  const lower = names.map((name) => name.toLowerCase());
  await db().execute(sql`
    INSERT INTO owned_names (type, name_lower, repo)
    SELECT ${type}, name, r.key FROM repositories r CROSS JOIN unnest(${sql.param(lower)}::text[]) AS name
    WHERE r.key = ${repo} AND r.type = 'local' ORDER BY name ON CONFLICT DO NOTHING`);
}

/** Returns lowercase names of deleted packages that these repositories still own. */
export async function keptNames(repos: readonly string[], type: string): Promise<Set<string>> {
  const { rows } = await db().execute<{ name: string }>(sql`
    SELECT DISTINCT name_lower AS name FROM owned_names
    WHERE repo = ANY(${sql.param([...repos])}::text[]) AND type = ${type} ORDER BY name`);
  return new Set(rows.map(({ name }) => name));
}

/** Deletes the names of a deleted repository, in the current transaction. */
export async function forgetNames(repo: string): Promise<void> {
  await db().execute(sql`DELETE FROM owned_names WHERE repo = ${repo}`);
}
