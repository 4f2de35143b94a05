import { sql } from 'drizzle-orm';
import { HttpError } from '../../http/errors.ts';
import { transaction } from '../../storage/db.ts';
import { findFile, removeFile, selectFiles } from '../files/files.ts';
import { unindexGenericFile } from './indexing.ts';

/** How many files go at once with their folder. */
const mostAtOnce = 1000;

/** Removes the file, or the folder with all that lies below it; throws `HttpError` 404 when there is neither. */
export async function removePath(repo: string, path: string): Promise<void> {
  await transaction(async () => {
    const file = await findFile(repo, path);
    const inFolder = sql`f.repo = ${repo} AND f.path > ${`${path}/`} AND f.path < ${`${path}0`}`;
    const files = file ? [file] : await selectFiles(sql`${inFolder} ORDER BY f.path LIMIT ${mostAtOnce + 1}`);
    if (!files.length) throw new HttpError(404, 'NOT_FOUND', `There is nothing at ${path} in ${repo}`);
    if (files.length > mostAtOnce) {
      throw new HttpError(
        409,
        'TOO_MANY',
        `${repo}/${path} has more than ${mostAtOnce} files below it: remove its folders one by one`,
      );
    }
    for (const each of files) {
      await removeFile(repo, each.path);
      await unindexGenericFile(repo, each.path);
    }
  });
}
