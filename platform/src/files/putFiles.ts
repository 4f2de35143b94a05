import { sql } from 'drizzle-orm';
import type { BlobInfo } from '../blobs/BlobStore.ts';
import { db, transaction } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { isAnnounced } from '../events/announce.ts';
import type { Place } from '../events/Event.ts';
import { queueArchives } from './archiveQueue.ts';
import { announceFile, type FileRow, refusal, selectFiles } from './files.ts';
import { assertUnused } from './filesInUse.ts';
import { checkPath, foldersOf } from './paths.ts';

/** A file to store together with others. */
export interface NewFile {
  path: string;
  blob: BlobInfo;
  mimeType: string;
  /** Source of a copy, for the event. Without it, the file is announced as deployed. */
  source?: Place;
}

/**
 * Locks the repositories until the end of the current transaction, so that other uploads to them
 * wait. Also locks the content. Must be called once, before the first `putFiles`: uploads take
 * locks in the same order. Throws `HttpError` 404 and 409.
 */
export async function holdForFiles(repos: readonly string[], sha256s: Iterable<string>): Promise<void> {
  const wanted = [...new Set(sha256s)];
  const held = await db().execute(sql`
    WITH held AS MATERIALIZED (
      SELECT sha256 FROM blobs WHERE sha256 = ANY(${sql.param(wanted)}::text[]) ORDER BY sha256 FOR NO KEY UPDATE
    ) UPDATE blobs b SET touched = now() FROM held WHERE b.sha256 = held.sha256`);
  if (held.rowCount !== wanted.length)
    throw new HttpError(409, 'BLOB_GONE', 'The content of some files no longer exists. Upload them again.');
  const keys = [...new Set(repos)];
  const { rowCount } = await db().execute(sql`
    SELECT FROM repositories WHERE key = ANY(${sql.param(keys)}::text[]) ORDER BY key FOR UPDATE`);
  if (rowCount !== keys.length)
    throw new HttpError(404, 'NOT_FOUND', 'A repository was deleted concurrently');
}

/**
 * Like `putFile`, for many files of one repository with one statement, after `holdForFiles`. Paths
 * must be unique, and none may be a folder of another. Returns the rows in the order of the files.
 * Throws like `putFile`, for the first file that cannot be stored.
 */
export async function putFiles(
  repo: string,
  files: readonly NewFile[],
  by: string,
  options: { overwrite?: boolean } = {},
): Promise<FileRow[]> {
  if (files.length === 0) return [];
  for (const { path } of files) checkPath(path);
  return transaction(async () => {
    const overwrite = options.overwrite ?? false;
    const before =
      overwrite && isAnnounced('artifact.copied') ? await rowsAt(repo, pathsOf(files)) : new Map();
    const modified = new Date();
    const put = await write(repo, files, { by, modified, overwrite });
    queueArchives(
      files.filter(({ path }) => put.has(path)).map(({ path, blob: { sha256 } }) => ({ path, sha256 })),
    );
    const others = files.filter(({ path }) => !put.get(path)?.isNew);
    const found = await rowsAt(repo, pathsOf(others));
    const replaced = others.filter(({ path }) => put.has(path));
    await assertUnused(repo, pathsOf(replaced));
    const rows: FileRow[] = [];
    for (const file of files) {
      const { path, blob, mimeType, source } = file;
      const row = put.get(path);
      const there = found.get(path);
      if (!row && there?.sha256 !== blob.sha256) throw await refusal(repo, path, there !== undefined);
      const old = before.get(path);
      const as = source ? { as: { was: 'copied' as const, source } } : {};
      if (row) announceFile(repo, path, { ...(old ? { before: old } : {}), after: blob }, as);
      const dates = { created: modified, createdBy: by, modified, modifiedBy: by };
      const { sha256, sha1, md5, size } = blob;
      rows.push(
        there ?? {
          ...{ id: row?.id ?? '', repo, path, sha256, sha1, md5, size, mimeType, ...dates },
          ...{ downloads: 0, properties: {} },
        },
      );
    }
    return rows;
  });
}

interface Written {
  id: string;
  isNew: boolean;
}

/** Returns the written files, by path. */
async function write(
  repo: string,
  files: readonly NewFile[],
  { by, modified, overwrite }: { by: string; modified: Date; overwrite: boolean },
): Promise<Map<string, Written>> {
  const rows = files.map(({ path, blob, mimeType }) => ({
    ...{ repo, path, folders: foldersOf(path), sha256: blob.sha256, mime_type: mimeType },
    ...{ put_at: modified.toISOString(), put_by: by },
  }));
  const written = await db().execute<{ path: string; id: string; isNew: boolean }>(sql`
    SELECT put_path AS path, file_id::text AS id, is_new AS "isNew" FROM put_files(
      ARRAY(SELECT g FROM json_populate_recordset(NULL::file_to_put, ${JSON.stringify(rows)}::json) g), ${overwrite})`);
  return new Map(written.rows.map(({ path, id, isNew }) => [path, { id, isNew }]));
}

async function rowsAt(repo: string, paths: readonly string[]): Promise<Map<string, FileRow>> {
  if (paths.length === 0) return new Map();
  const rows = await selectFiles(sql`f.repo = ${repo} AND f.path = ANY(${sql.param([...paths])}::text[])`);
  return new Map(rows.map((row) => [row.path, row]));
}

function pathsOf(files: readonly { path: string }[]): string[] {
  return files.map(({ path }) => path);
}
