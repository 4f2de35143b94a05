import { sql } from 'drizzle-orm';
import { db } from '../database/db.ts';
import { assertUnused } from './filesInUse.ts';

/** Files at once: no statement may take longer than a request. */
const slice = 5000;

/**
 * Removes all files of the repository, in the current transaction; bytes go with a later collection. Throws `HttpError` 409 while one of
 * them is in use.
 */
export async function removeRepositoryFiles(repo: string): Promise<void> {
  await assertUnused(repo);
  let removed: number | null;
  do {
    const result = await db().execute(sql`
      DELETE FROM files WHERE id IN (SELECT id FROM files WHERE repo = ${repo} LIMIT ${slice})`);
    removed = result.rowCount;
  } while (removed === slice);
  await db().execute(sql`DELETE FROM file_counts WHERE repo = ${repo}`);
}
