import { sql } from 'drizzle-orm';
import { db } from '../database/db.ts';
import { assertUnused } from './filesInUse.ts';

/** Files per statement, so that each statement stays within the time limit of a request. */
const batchSize = 5000;

/**
 * Deletes all files of the repository, in the current transaction. Content is garbage-collected
 * later. Throws `HttpError` 409 while one of them is in use.
 */
export async function removeRepositoryFiles(repo: string): Promise<void> {
  await assertUnused(repo);
  let removed: number | null;
  do {
    const result = await db().execute(sql`
      DELETE FROM files WHERE id IN (SELECT id FROM files WHERE repo = ${repo} LIMIT ${batchSize})`);
    removed = result.rowCount;
  } while (removed === batchSize);
  await db().execute(sql`DELETE FROM file_counts WHERE repo = ${repo}`);
}
