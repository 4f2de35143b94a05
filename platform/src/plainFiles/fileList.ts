import type { FileList, LastModified } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { storageUri } from '../files/fileInfo.ts';
import { visibleIn } from '../files/tree/children.ts';
import { nothingAt } from '../files/tree/locate.ts';
import { inReach, type Within } from '../files/tree/reach.ts';

/** Maximum listed files. */
const maxFiles = 10_000;

interface Listed extends Record<string, unknown> {
  path: string;
  size: number;
  modified: number;
  sha1: string;
  sha256: string;
}

/**
 * Lists the visible files of a folder. In virtual repositories, the first member with a path wins.
 */
export async function fileList(
  origin: string,
  repo: string,
  members: readonly Within[],
  folder: string,
  query: ReadonlyMap<string, string>,
): Promise<FileList> {
  const depth = depthOf(query);
  const found = new Map<string, Listed>();
  let truncated = false;
  const start = folder === '' ? 0 : [...folder].length + 1;
  for (const { repository, reach } of members) {
    const segments = sql`length(substr(f.path, ${start + 1}::integer))
      - length(replace(substr(f.path, ${start + 1}::integer), '/', '')) < ${depth}::integer`;
    const { rows } = await db().execute<Listed>(sql`
      SELECT f.path, b.size::float8 AS size, (extract(epoch FROM f.modified) * 1000)::float8 AS modified, b.sha1, b.sha256
      FROM files f JOIN blobs b ON b.sha256 = f.sha256
      WHERE ${visibleIn(repository.key, reach, folder)} AND ${segments} ORDER BY f.path LIMIT ${maxFiles + 1}`);
    truncated ||= rows.length > maxFiles;
    for (const row of rows.slice(0, maxFiles)) if (!found.has(row.path)) found.set(row.path, row);
  }
  const below = (path: string) => `/${folder === '' ? path : path.slice(folder.length + 1)}`;
  const files: FileList['files'] = [...found.values()].map(({ path, size, modified, sha1, sha256 }) => ({
    uri: below(path),
    size,
    lastModified: new Date(modified).toISOString(),
    folder: false,
    sha1,
    sha2: sha256,
  }));
  const all = query.get('listFolders') === '1' ? [...foldersIn(files, depth), ...files] : files;
  all.sort((a, b) => Buffer.compare(Buffer.from(a.uri), Buffer.from(b.uri)));
  return {
    uri: storageUri(origin, repo, folder),
    created: new Date().toISOString(),
    files: all,
    ...(truncated ? { truncated } : {}),
  };
}

/** Returns the folders of the paths, each with the date of its newest file. */
function foldersIn(files: FileList['files'], depth: number): FileList['files'] {
  const folders = new Map<string, FileList['files'][number]>();
  for (const { uri, lastModified } of files) {
    const segments = uri.split('/').slice(1, -1);
    for (let at = 1; at <= Math.min(segments.length, depth); at += 1) {
      const folder = `/${segments.slice(0, at).join('/')}`;
      const known = folders.get(folder);
      if (!known) folders.set(folder, { uri: folder, size: -1, lastModified, folder: true });
      else if (known.lastModified < lastModified) known.lastModified = lastModified;
    }
  }
  return [...folders.values()];
}

function depthOf(query: ReadonlyMap<string, string>): number {
  if (query.get('deep') !== '1') return 1;
  const given = query.get('depth');
  if (given === undefined) return 1_000;
  if (/^[1-9]\d{0,2}$/.test(given)) return Number(given);
  throw new HttpError(400, 'BAD_REQUEST', 'Invalid depth. Expected a number of folders from 1 to 999.');
}

/**
 * Date of the folder's newest file, or of the file itself. Throws `HttpError` 404 for a missing
 * path.
 */
export async function lastModified(
  origin: string,
  repo: string,
  members: readonly Within[],
  path: string,
): Promise<LastModified> {
  let newest: { path: string; modified: number } | undefined;
  for (const { repository, reach } of members) {
    const { rows } = await db().execute<{ path: string; modified: number }>(sql`
      SELECT f.path, (extract(epoch FROM f.modified) * 1000)::float8 AS modified FROM files f
      WHERE (${visibleIn(repository.key, reach, path)})
        OR (f.repo = ${repository.key} AND f.path = ${path} AND ${inReach(reach)}) ORDER BY f.modified DESC LIMIT 1`);
    const [row] = rows;
    if (row && row.modified > (newest?.modified ?? 0)) newest = row;
  }
  if (!newest) throw nothingAt(repo, path);
  return {
    uri: storageUri(origin, repo, newest.path),
    lastModified: new Date(newest.modified).toISOString(),
  };
}
