import { sql } from 'drizzle-orm';
import { db, withStorage } from '../database/db.ts';
import type { TestPlatform } from './testPlatform.ts';

/** Counts the files of a repository, the rows of `table`, and the versions in the index. */
export async function countRows({ storage }: TestPlatform, repo: string, table: string): Promise<number[]> {
  const { rows } = await withStorage(storage, () =>
    db().execute<{ files: number; described: number; indexed: number }>(sql`
      SELECT (SELECT count(*)::integer FROM files WHERE repo = ${repo}) AS files,
        (SELECT count(*)::integer FROM ${sql.identifier(table)}) AS described,
        (SELECT count(*)::integer FROM versions WHERE repo = ${repo}) AS indexed`),
  );
  return rows.flatMap(({ files, described, indexed }) => [files, described, indexed]);
}
