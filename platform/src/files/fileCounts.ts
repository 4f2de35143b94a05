import { sql } from 'drizzle-orm';
import { db } from '../database/db.ts';

/**
 * Changes the number of files. Slots prevent concurrent publishes from waiting for the same row.
 * The value of a single slot has no meaning and may be negative.
 */
export async function changeFileCount(repo: string, by: number): Promise<void> {
  await db().execute(sql`
    INSERT INTO file_counts AS c (repo, slot, files) VALUES (${repo}, pg_backend_pid() % 16, ${by})
    ON CONFLICT (repo, slot) DO UPDATE SET files = c.files + excluded.files`);
}

/** Returns the number of files per repository, without empty repositories. */
export async function fileCounts(): Promise<Map<string, number>> {
  const result = await db().execute<{ repo: string; files: number }>(sql`
    SELECT repo, sum(files)::float8 AS files FROM file_counts GROUP BY repo HAVING sum(files) > 0`);
  return new Map(result.rows.map(({ repo, files }) => [repo, files]));
}
