import { sql } from 'drizzle-orm';
import type { BlobInfo } from '../../blobs/BlobStore.ts';
import { rememberBlob } from '../../blobs/rememberBlob.ts';
import { db } from '../../database/db.ts';
import { type FileRow, findFile, putFile } from '../../files/files.ts';
import { mimeTypeOf } from '../../files/mimeTypes.ts';

/** No file's path begins so. */
const mark = '//';

/** The path of what is kept for the format's own use, which is no file of the repository: nobody else gets to see it. */
export function asidePath(path: string): string {
  return mark + path;
}

/** A file, or what is kept aside. */
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

/** Keeps it at the path, in the current transaction, in place of what stands there. */
export async function putKept(repo: string, path: string, blob: BlobInfo): Promise<FileRow> {
  if (!path.startsWith(mark)) return putFile(repo, path, blob, 'system', { overwrite: true, as: 'cached' });
  await rememberBlob(blob);
  await db().execute(sql`
    INSERT INTO upstream_pages (repo, path, sha256) VALUES (${repo}, ${path}, ${blob.sha256})
    ON CONFLICT (repo, path) DO UPDATE SET sha256 = excluded.sha256, modified = now()`);
  return aside(repo, path, blob, new Date());
}

/** With the repository, or the upstream that it had. */
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
