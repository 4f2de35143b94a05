import { sql } from 'drizzle-orm';
import { db } from '../../storage/db.ts';

/** Removes all files of the repository, in the current transaction, which may take its time; bytes go with a later collection. */
export async function removeRepositoryFiles(repo: string): Promise<void> {
  await db().execute(sql`SET LOCAL statement_timeout = 0`);
  await db().execute(sql`DELETE FROM files WHERE repo = ${repo}`);
  await db().execute(sql`DELETE FROM file_counts WHERE repo = ${repo}`);
}
