import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';

/**
 * Deletes a bundle version with its record and promotions; its artifacts stay. Returns whether it
 * existed.
 */
export async function deleteBundle(name: string, version: string): Promise<boolean> {
  const { rowCount } = await db().execute(
    sql`DELETE FROM release_bundles WHERE name = ${name} AND version = ${version}`,
  );
  return rowCount === 1;
}
