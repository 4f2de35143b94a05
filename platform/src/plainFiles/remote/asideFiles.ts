import { sql } from 'drizzle-orm';
import type { BlobInfo } from '../../blobs/BlobStore.ts';
import { rememberBlob } from '../../blobs/rememberBlob.ts';
import { db } from '../../database/db.ts';
import { type FileRow, findFile, putFile } from '../../files/files.ts';
import { mimeTypeOf } from '../../files/mimeTypes.ts';

/** Path prefix that no regular file has. */
const mark = '//';

/** Returns the path of a file for the format's internal use, which is hidden from clients. */
export function asidePath(path: string): string {
  return mark + path;
}

export function isAside(path: string): boolean {
  return path.startsWith(mark);
}

/**
 * Returns a file that is served without being cached. Garbage collection deletes its content later,
 * because nothing refers to it.
 */
export async function passingFile(repo: string, path: string, blob: BlobInfo): Promise<FileRow> {
  await rememberBlob(blob);
  return aside(repo, path, blob, new Date());
}

/** Finds a regular or internal file. */
export async function findKept(repo: string, path: string): Promise<FileRow | undefined> {
  if (!path.startsWith(mark)) return findFile(repo, path);
  const { rows } = await db().execute<{
    sha256: string;
    sha1: string;
    md5: string;
    size: number;
    modified: number;
  }>(sql`
    SELECT p.sha256, b.sha1, b.md5, b.size::float8 AS size, (extract(epoch FROM p.modified) * 1000)::float8 AS modified
    FROM upstream_pages p JOIN blobs b ON b.sha256 = p.sha256 WHERE p.repo = ${repo} AND p.path = ${path}`);
  const [row] = rows;
  return row && aside(repo, path, row, new Date(row.modified));
}

/** Stores or replaces a file at the path, in the current transaction. */
export async function putKept(repo: string, path: string, blob: BlobInfo): Promise<FileRow> {
  if (!path.startsWith(mark)) return putFile(repo, path, blob, 'system', { overwrite: true, as: 'cached' });
  await rememberBlob(blob);
  await db().execute(sql`
    INSERT INTO upstream_pages (repo, path, sha256) VALUES (${repo}, ${path}, ${blob.sha256})
    ON CONFLICT (repo, path) DO UPDATE SET sha256 = excluded.sha256, modified = now()`);
  return aside(repo, path, blob, new Date());
}

/** Deletes the internal files of a deleted repository or a previous upstream. */
export async function forgetAside(repo: string): Promise<void> {
  await db().execute(sql`DELETE FROM upstream_pages WHERE repo = ${repo}`);
}

function aside(
  repo: string,
  path: string,
  { sha256, sha1, md5, size }: Pick<FileRow, 'sha256' | 'sha1' | 'md5' | 'size'>,
  modified: Date,
): FileRow {
  return {
    ...{
      id: '',
      repo,
      path,
      sha256,
      sha1,
      md5,
      size,
      mimeType: mimeTypeOf(path),
      downloads: 0,
      properties: {},
    },
    ...{ created: modified, createdBy: 'system', modified, modifiedBy: 'system' },
  };
}
