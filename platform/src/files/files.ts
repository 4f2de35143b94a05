import { type SQL, sql } from 'drizzle-orm';
import type { BlobInfo } from '../blobs/BlobStore.ts';
import { rememberBlob } from '../blobs/rememberBlob.ts';
import { db, prepared, sendPrepared, transaction } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { announce, isAnnounced } from '../events/announce.ts';
import type { Content, Place } from '../events/Event.ts';
import { changeFileCount } from './fileCounts.ts';
import { assertUnused } from './filesInUse.ts';
import { mimeTypeOf } from './mimeTypes.ts';
import { checkPath, foldersOf } from './paths.ts';

export { countDownload } from './downloads.ts';

/** A file: a path in a repository, and the bytes that it refers to. */
export interface FileRow {
  /** Of the row: for tables that refer to it. */
  id: string;
  repo: string;
  /** Without a slash before it. */
  path: string;
  /** Checksums are hexadecimal in lower case, the size is in bytes. */
  sha256: string;
  sha1: string;
  md5: string;
  size: number;
  mimeType: string;
  created: Date;
  createdBy: string;
  modified: Date;
  modifiedBy: string;
  downloads: number;
  lastDownloaded?: Date;
  properties: Record<string, string[]>;
}

/** What it takes to send a file. */
export type ServedFile = Pick<
  FileRow,
  'repo' | 'path' | 'sha256' | 'sha1' | 'md5' | 'size' | 'mimeType' | 'modified'
>;

export interface PutFileOptions {
  /** By the path's ending when absent. */
  mimeType?: string;
  /** Whether a file with other content that stands there already is replaced; its properties go with it. */
  overwrite?: boolean;
  /** Whether the transaction holds the row of the bytes already. */
  held?: boolean;
  /** What is announced of the file: `deployed`, unless it says otherwise. */
  as?: 'deployed' | 'cached' | { was: 'moved' | 'copied'; source: Place };
}

/**
 * Makes the path refer to the bytes, in the current transaction. The same bytes again change nothing. Throws
 * `HttpError` 409 when another file stands there and `overwrite` is not set, or when the path would be a file and a
 * folder at once; 400 for a path that breaks the grammar. A repository that is gone meanwhile ends in 404.
 */
export async function putFile(
  repo: string,
  path: string,
  blob: BlobInfo,
  by: string,
  options: PutFileOptions = {},
): Promise<FileRow> {
  checkPath(path);
  return transaction(async () => {
    const before =
      options.overwrite && isAnnounced(eventOf(options)) ? await findFile(repo, path) : undefined;
    const row = {
      repo,
      path,
      sha256: blob.sha256,
      mimeType: options.mimeType ?? mimeTypeOf(path),
      modified: new Date(),
      modifiedBy: by,
    };
    const remembered = options.held ? Promise.resolve() : rememberBlob(blob);
    const written = await inOrder(remembered, writeRow(row, options.overwrite ?? false));
    if (written?.inserted) {
      const { sha1, md5, size } = blob;
      const { modified: created, modifiedBy: createdBy } = row;
      announceFile(repo, path, { after: blob }, options);
      return { ...row, id: written.id, sha1, md5, size, created, createdBy, downloads: 0, properties: {} };
    }
    const file = await findFile(repo, path);
    // After the row is locked, so that a use that began meanwhile is seen.
    if (written) await assertUnused(repo, [path]);
    if (written) announceFile(repo, path, { ...(before ? { before } : {}), after: blob }, options);
    if (file?.sha256 === blob.sha256) return file;
    throw await refusal(repo, path, Boolean(file));
  });
}

function eventOf({ as = 'deployed' }: PutFileOptions) {
  return `artifact.${typeof as === 'string' ? as : as.was}` as const;
}

type Contents = Partial<Record<'before' | 'after', Content>>;

/** For what stores files by a statement of its own. Files that are as they were are not announced. */
export function announceFile(
  repo: string,
  path: string,
  { before, after }: Contents,
  options: Pick<PutFileOptions, 'as'> = {},
): void {
  const source = typeof options.as === 'object' ? { source: options.as.source } : {};
  announce(eventOf(options), () => ({
    ...{ repo, path, ...source },
    ...(before ? { before: contentOf(before) } : {}),
    ...(after ? { after: contentOf(after) } : {}),
  }));
}

/** For what removes files by a statement of its own. */
export function announceRemoval(repo: string, files: readonly ({ path: string } & Content)[]): void {
  announce('artifact.deleted', () =>
    files.map((file) => ({ repo, path: file.path, before: contentOf(file) })),
  );
}

function contentOf({ sha256, size }: Content): Content {
  return { sha256, size };
}

/** Two queries that were sent one behind the other: the first says what is wrong, where both do. */
async function inOrder<T>(first: Promise<void>, second: Promise<T>): Promise<T> {
  second.catch(() => undefined);
  await first;
  return second;
}

type Writable = Pick<FileRow, 'repo' | 'path' | 'sha256' | 'mimeType' | 'modified' | 'modifiedBy'>;

/**
 * Nothing when the row may not be written, or holds these bytes already. Users select the path: of two concurrent uploads, one can create
 * a folder where the other creates a file. An upload that creates a file locks its path until the end of the transaction, and the
 * folders, outermost first, in shared mode: the second upload waits, and then sees the file of the first.
 */
async function writeRow(
  { repo, path, sha256, mimeType, modified, modifiedBy }: Writable,
  overwrite: boolean,
): Promise<{ id: string; inserted: boolean } | undefined> {
  const folders = sql.param(foldersOf(path));
  const key = (of: SQL) => sql`hashtextextended(${repo}::text || '/' || ${of}, 0)`;
  const isNew = sql`NOT EXISTS (SELECT FROM files f WHERE f.repo = ${repo} AND f.path = ${path})`;
  sendPrepared(
    'lock-new-path',
    sql`
    SELECT pg_advisory_xact_lock_shared(${key(sql`folder`)}) FROM unnest(${folders}::text[]) AS folder WHERE ${isNew}
    UNION ALL SELECT pg_advisory_xact_lock(${key(sql`${path}::text`)}) WHERE ${isNew}`,
  );
  const rows = await prepared<{ id: string; inserted: boolean }>(
    'put-file',
    sql`
    SELECT file_id::text AS id, is_new AS inserted FROM put_files(ARRAY[ROW(${repo}::text, ${path}::text, ${folders}::text[],
      ${sha256}::text, ${mimeType}::text, ${modified.toISOString()}::timestamptz, ${modifiedBy}::text)::file_to_put], ${overwrite})`,
  );
  return rows[0];
}

/** Why nothing could be put at the path. */
export async function refusal(repo: string, path: string, exists: boolean): Promise<HttpError> {
  if (exists) return new HttpError(409, 'EXISTS', `${repo}/${path} already exists with different content`);
  const folder = foldersOf(path);
  const result = await db().execute<{ path: string }>(sql`
    SELECT path FROM files WHERE repo = ${repo} AND path = ANY(${sql.param(folder)}::text[]) LIMIT 1`);
  const file = result.rows[0]?.path;
  return new HttpError(
    409,
    'EXISTS',
    file ? `${repo}/${file} is a file and cannot contain other files` : `${repo}/${path} is a folder`,
  );
}

/** The file at the path, if there is one. */
export async function findFile(repo: string, path: string): Promise<FileRow | undefined> {
  return (await selectFiles(sql`f.repo = ${repo} AND f.path = ${path}`, 'find-file'))[0];
}

interface RawFile extends Record<string, unknown> {
  id: string;
  repo: string;
  path: string;
  sha256: string;
  sha1: string;
  md5: string;
  size: number;
  mimeType: string;
  created: number;
  createdBy: string;
  modified: number;
  modifiedBy: string;
  downloads: number;
  lastDownloaded: number | null;
  properties: Record<string, string[]> | null;
}

/** However it is planned, and however few rows there were then: one look into the index for each. */
const blobOfEach = sql`CROSS JOIN LATERAL (SELECT * FROM blobs o WHERE o.sha256 = f.sha256 LIMIT 1) b`;

/**
 * Files by a condition on `files f` and `blobs b`; the caller orders and limits within it. `name`: of a condition that has the same
 * text each time, which is read and planned once for each connection.
 */
export async function selectFiles(where: SQL, name?: string): Promise<FileRow[]> {
  const statement = sql`
    SELECT f.id::text, f.repo, f.path, f.sha256, b.sha1, b.md5, b.size::float8 AS size,
      f.mime_type AS "mimeType", f.created_by AS "createdBy", f.modified_by AS "modifiedBy",
      (extract(epoch FROM f.created) * 1000)::float8 AS created,
      (extract(epoch FROM f.modified) * 1000)::float8 AS modified,
      f.downloads::float8 AS downloads,
      (extract(epoch FROM f.last_downloaded) * 1000)::float8 AS "lastDownloaded",
      (SELECT jsonb_object_agg(key, "values") FROM
        (SELECT key, jsonb_agg(value ORDER BY value) AS "values" FROM file_properties p
          WHERE p.file_id = f.id GROUP BY key) each) AS properties
    FROM files f ${name ? blobOfEach : sql`JOIN blobs b ON b.sha256 = f.sha256`}
    WHERE ${where}`;
  const rows = name
    ? await prepared<RawFile>(name, statement)
    : (await db().execute<RawFile>(statement)).rows;
  return rows.map(({ created, modified, lastDownloaded, properties, ...rest }) => ({
    ...rest,
    created: new Date(created),
    modified: new Date(modified),
    ...(lastDownloaded === null ? {} : { lastDownloaded: new Date(lastDownloaded) }),
    properties: properties ?? {},
  }));
}

/**
 * False when there was none, or where it is not the file `only`, with that content: somebody else may have put another there meanwhile.
 * `announced: false` where another event says it, such as of a move.
 * The bytes go with a later collection.
 */
export async function removeFile(
  repo: string,
  path: string,
  only?: Pick<FileRow, 'id' | 'sha256'>,
  options: { announced?: boolean } = {},
): Promise<boolean> {
  await assertUnused(repo, [path]);
  return transaction(async () => {
    const same = only ? sql`AND id = ${only.id}::bigint AND sha256 = ${only.sha256}` : sql``;
    const { rows } = await db().execute<{ path: string; sha256: string; size: number }>(sql`
      DELETE FROM files f WHERE repo = ${repo} AND path = ${path} ${same}
      RETURNING path, sha256, (SELECT size::float8 FROM blobs b WHERE b.sha256 = f.sha256) AS size`);
    if (rows.length === 0) return false;
    await changeFileCount(repo, -1);
    if (options.announced !== false) announceRemoval(repo, rows);
    return true;
  });
}
