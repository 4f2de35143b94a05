import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { type FileRow, selectFiles } from '../files.ts';
import { visibleIn } from './children.ts';
import { inReach, type Within } from './reach.ts';

/** The content of a path. */
export interface Place {
  /** The file at the path, from the first repository that has one. */
  file?: FileRow;
  /** Repositories that contain the file or, for a folder, files below it. */
  holders: string[];
  /** Whether there are no files below it, which is possible only for the root of a repository. */
  empty: boolean;
}

/**
 * Returns what the caller can see at the path. `''` is the repository itself, which always exists.
 * Throws `HttpError` 404, which is the same for hidden and for missing content.
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
