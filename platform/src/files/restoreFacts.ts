import { sql } from 'drizzle-orm';
import { db } from '../database/db.ts';
import type { FileRow } from './files.ts';

export type FileFacts = Pick<
  FileRow,
  'created' | 'createdBy' | 'modified' | 'modifiedBy' | 'downloads' | 'lastDownloaded'
>;

/** Restores the dates, users, and downloads of a file that was stored again. */
export function restoreFacts(file: Pick<FileRow, 'repo' | 'path'>, facts: FileFacts): Promise<void> {
  return restoreAllFacts(file.repo, [{ path: file.path, facts }]);
}

/** The same for files of one repository, with one statement. */
export async function restoreAllFacts(
  repo: string,
  files: readonly { path: string; facts: FileFacts }[],
): Promise<void> {
  const rows = files.map(({ path, facts }) => {
    const { created, createdBy, modified, modifiedBy, downloads, lastDownloaded = null } = facts;
    return {
      path,
      created,
      created_by: createdBy,
      modified,
      modified_by: modifiedBy,
      downloads,
      lastDownloaded,
    };
  });
  await db().execute(sql`
    UPDATE files f SET created = k.created, created_by = k.created_by, modified = k.modified,
      modified_by = k.modified_by, downloads = k.downloads, last_downloaded = k."lastDownloaded"
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS k (path text, created timestamptz, created_by text,
      modified timestamptz, modified_by text, downloads bigint, "lastDownloaded" timestamptz)
    WHERE f.repo = ${repo} AND f.path = k.path`);
}
