import { sql } from 'drizzle-orm';
import { db, transaction } from '../../database/db.ts';
import { announce } from '../../events/announce.ts';

/**
 * Deletes a bundle version with its record and promotions; its artifacts stay. Returns whether it
 * existed.
 */
export async function deleteBundle(name: string, version: string): Promise<boolean> {
  return transaction(async () => {
    const { rowCount } = await db().execute(
      sql`DELETE FROM release_bundles WHERE name = ${name} AND version = ${version}`,
    );
    if (rowCount !== 1) return false;
    announce('release_bundle.deleted', () => ({ name, version }));
    return true;
  });
}
