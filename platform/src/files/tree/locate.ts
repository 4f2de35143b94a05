import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { type FileRow, selectFiles } from '../files.ts';
import { visibleIn } from './children.ts';
import { inReach, type Within } from './reach.ts';

/** What lies at a path. */
export interface Place {
  /** The file there, of the first repository that has one. */
  file?: FileRow;
  /** Those of the repositories that have it; of a folder, those that have something below it. */
  holders: string[];
  /** Nothing lies below it: only the root of a repository can be so. */
  empty: boolean;
}

/**
 * What is at the path, as far as the caller may see; `''` is the repository itself, which is always there. Throws `HttpError` 404, the
 * same for what is not there as for what may not be seen.
 */
export async function locate(key: string, repositories: readonly Within[], path: string): Promise<Place> {
  const holders: string[] = [];
  let file: FileRow | undefined;
  for (const { repository, reach } of path === '' ? [] : repositories) {
    const [found] = await selectFiles(
      sql`f.repo = ${repository.key} AND f.path = ${path} AND ${inReach(reach)}`,
    );
    if (!found) continue;
    file ??= found;
    holders.push(repository.key);
  }
  if (file) return { file, holders, empty: false };
  for (const { repository, reach } of repositories) {
    const below = await db().execute(sql`
      SELECT FROM files f WHERE ${visibleIn(repository.key, reach, path)} LIMIT 1`);
    if (below.rowCount) holders.push(repository.key);
  }
  if (holders.length === 0 && path !== '') throw nothingAt(key, path);
  return { holders, empty: holders.length === 0 };
}

export function nothingAt(key: string, path: string): HttpError {
  return new HttpError(404, 'NOT_FOUND', `Path ${path} not found in ${key}`);
}
