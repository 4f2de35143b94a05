import { sql } from 'drizzle-orm';
import { db } from '../database/db.ts';
import type { FileRow } from './files.ts';

export type FileFacts = Pick<
  FileRow,
  'created' | 'createdBy' | 'modified' | 'modifiedBy' | 'downloads' | 'lastDownloaded'
>;

/** Restores the dates, users, and downloads of a file that was stored again. */
export async function restoreFacts(
  { repo, path }: Pick<FileRow, 'repo' | 'path'>,
  { created, createdBy, modified, modifiedBy, downloads, lastDownloaded }: FileFacts,
): Promise<void> {
  await db().execute(sql`
    UPDATE files SET created = ${created.toISOString()}::timestamptz, created_by = ${createdBy},
      modified = ${modified.toISOString()}::timestamptz, modified_by = ${modifiedBy}, downloads = ${downloads},
      last_downloaded = ${lastDownloaded?.toISOString() ?? null}::timestamptz
    WHERE repo = ${repo} AND path = ${path}`);
}
