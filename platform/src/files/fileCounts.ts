import { sql } from 'drizzle-orm';
import { db } from '../database/db.ts';

/** Slots keep publishers from waiting for each other's row; a slot alone says nothing and may be below zero. */
export async function changeFileCount(repo: string, by: number): Promise<void> {
  await db().execute(sql`
    INSERT INTO file_counts AS c (repo, slot, files) VALUES (${repo}, pg_backend_pid() % 16, ${by})
    ON CONFLICT (repo, slot) DO UPDATE SET files = c.files + excluded.files`);
}

/** How many files each of the repositories holds, those without any left out. */
export async function fileCounts(): Promise<Map<string, number>> {
  const result = await db().execute<{ repo: string; files: number }>(sql`
    SELECT repo, sum(files)::float8 AS files FROM file_counts GROUP BY repo HAVING sum(files) > 0`);
  return new Map(result.rows.map(({ repo, files }) => [repo, files]));
}
