import { sql } from 'drizzle-orm';
import { db, prepared } from '../database/db.ts';

/**
 * The package's row, locked until the transaction ends: whoever changes its versions, tags or listings holds it, so
 * that what is summed up of them is never older than they are.
 */
export async function lockPackage(type: string, name: string): Promise<string | undefined> {
  const rows = await prepared<{ id: string }>(
    'lock-package',
    sql`SELECT id::text FROM packages WHERE type = ${type} AND name = ${name} FOR NO KEY UPDATE`,
  );
  return rows[0]?.id;
}

/** The same, of a new row if there is none. */
export async function ensurePackage(type: string, name: string): Promise<string> {
  const rows = await prepared<{ id: string }>(
    'ensure-package',
    sql`SELECT ensure_package(${type}, ${name}, ${name.toLowerCase()})::text AS id`,
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error(`Failed to write package ${type}://${name}`);
  return id;
}

/** The versions of a package that the repository holds, in no order. */
export async function listVersions(repo: string, type: string, name: string): Promise<string[]> {
  const result = await db().execute<{ name: string }>(sql`
    SELECT v.name FROM packages p JOIN versions v ON v.package_id = p.id
    WHERE p.type = ${type} AND p.name = ${name} AND v.repo = ${repo}`);
  return result.rows.map((row) => row.name);
}
