import { sql } from 'drizzle-orm';
import { db, prepared, sendPrepared } from '../database/db.ts';

/**
 * Returns the row ID of the package and locks the row until the transaction ends. Changes of
 * versions, tags, and listings need this lock, so that listings match the versions.
 */
export async function lockPackage(type: string, name: string): Promise<string | undefined> {
  const rows = await prepared<{ id: string }>(
    'lock-package',
    sql`SELECT id::text FROM packages WHERE type = ${type} AND name = ${name} FOR NO KEY UPDATE`,
  );
  return rows[0]?.id;
}

/**
 * Like `lockPackage`, but creates a missing row. Statements sent after the call run once the row is
 * locked.
 */
export async function ensurePackage(type: string, name: string): Promise<string> {
  // Locks an existing row without writing it.
  sendPrepared(
    'lock-or-insert-package',
    sql`INSERT INTO packages (type, name, name_lower) VALUES (${type}, ${name}, ${name.toLowerCase()})
      ON CONFLICT (type, name) DO UPDATE SET name_lower = excluded.name_lower WHERE false`,
  );
  const rows = await prepared<{ id: string }>(
    'package-id',
    sql`SELECT id::text FROM packages WHERE type = ${type} AND name = ${name}`,
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error(`Failed to write package ${type}://${name}`);
  return id;
}

/** Returns the versions of a package in the repository, unordered. */
export async function listVersions(repo: string, type: string, name: string): Promise<string[]> {
  const result = await db().execute<{ name: string }>(sql`
    SELECT v.name FROM packages p JOIN versions v ON v.package_id = p.id
    WHERE p.type = ${type} AND p.name = ${name} AND v.repo = ${repo}`);
  return result.rows.map((row) => row.name);
}
