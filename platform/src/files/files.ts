import { type SQL, sql } from 'drizzle-orm';
import type { BlobInfo } from '../blobs/BlobStore.ts';
import { rememberBlob } from '../blobs/rememberBlob.ts';
import { db, prepared, sendPrepared, transaction } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { announce, isAnnounced } from '../events/announce.ts';
import type { Content, Place } from '../events/Event.ts';
import { holdCapacity } from '../storage/capacity.ts';
import { queueArchives } from './archiveQueue.ts';
import { type FileOwner, keepBeforeDeletion } from './deletions.ts';
import { changeFileCount } from './fileCounts.ts';
import { assertUnused } from './filesInUse.ts';
import { mimeTypeOf } from './mimeTypes.ts';
import { checkPath, foldersOf } from './paths.ts';

export { countDownload } from './downloads.ts';

/** A file: a path in a repository, and its content. */
export interface FileRow {
  /** ID of the row, for tables that reference it. */
  id: string;
  repo: string;
  /** Without a leading slash. */
  path: string;
  /** Checksums are lowercase hexadecimal, and the size is in bytes. */
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

/** The fields that are needed to send a file. */
export type ServedFile = Pick<
  FileRow,
  'repo' | 'path' | 'sha256' | 'sha1' | 'md5' | 'size' | 'mimeType' | 'modified'
>;

export interface PutFileOptions {
  /** Default: derived from the file extension. */
  mimeType?: string;
  /** Whether to replace an existing file with other content, including its properties. */
  overwrite?: boolean;
  /** Whether the transaction has already locked the row of the content. */
  held?: boolean;
  /** Event to announce. Default: `deployed`. */
  as?: 'deployed' | 'cached' | { was: 'moved' | 'copied'; source: Place };
}

/**
 * Stores content at a path, in the current transaction. Storing the same content again changes
 * nothing. Throws `HttpError` 409 if another file exists there and `overwrite` is not set, or if
 * the path would be both a file and a folder. Throws 400 for an invalid path, and 404 if the
 * repository was deleted concurrently.
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
    const written = await awaitBoth(remembered, writeRow(row, options.overwrite ?? false));
    if (written) assertRoom(repo, blob.size - (before?.size ?? 0), options);
    if (written) queueArchives([row]);
    if (written?.inserted) {
      const { sha1, md5, size } = blob;
      const { modified: created, modifiedBy: createdBy } = row;
      announceFile(repo, path, { after: blob }, options);
      return { ...row, id: written.id, sha1, md5, size, created, createdBy, downloads: 0, properties: {} };
    }
    const file = await findFile(repo, path);
    // After the row is locked, to detect a use that began concurrently.
    if (written) await assertUnused(repo, [path]);
    if (written) announceFile(repo, path, { ...(before ? { before } : {}), after: blob }, options);
    if (file?.sha256 === blob.sha256) return file;
    throw await refusal(repo, path, Boolean(file));
  });
}

/**
 * Checks the quotas with the final size, which a client does not announce in every protocol, and
 * keeps the room until the current transaction has ended. Downloads continue with a used-up quota,
 * so what they cache counts, but is not rejected. Throws `HttpError` 507.
 */
export function assertRoom(
  repo: string,
  bytes: number,
  { as = 'deployed' }: Pick<PutFileOptions, 'as'>,
): void {
  if (as === 'cached' || bytes <= 0) return;
  holdCapacity(repo, bytes, typeof as === 'object' && as.was === 'moved' ? as.source.repo : undefined);
}

function eventOf({ as = 'deployed' }: PutFileOptions) {
  return `artifact.${typeof as === 'string' ? as : as.was}` as const;
}

type Contents = Partial<Record<'before' | 'after', Content>>;

/** Announces files stored by another statement. Unchanged files are not announced. */
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

/** Announces files deleted by another statement. */
export function announceRemoval(repo: string, files: readonly ({ path: string } & Content)[]): void {
  announce('artifact.deleted', () =>
    files.map((file) => ({ repo, path: file.path, before: contentOf(file) })),
  );
}

function contentOf({ sha256, size }: Content): Content {
  return { sha256, size };
}

/** Awaits two pipelined queries. If both fail, throws the error of the first. */
async function awaitBoth<T>(first: Promise<void>, second: Promise<T>): Promise<T> {
  second.catch(() => undefined);
  await first;
  return second;
}

type Writable = Pick<FileRow, 'repo' | 'path' | 'sha256' | 'mimeType' | 'modified' | 'modifiedBy'>;

/**
 * Writes the row of a file. Returns nothing if the row must not be overwritten or already has this
 * content. Of two concurrent uploads, one could create a folder where the other creates a file,
 * because users select the path. An upload that creates a file locks its path until the end of the
 * transaction, and its folders, outermost first, in shared mode. The second upload waits, and then
 * sees the file of the first.
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

/** Returns why the path could not be written. */
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

/** Returns the file at the path, if any. */
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

/**
 * LATERAL with LIMIT forces one index lookup per file, regardless of table statistics at planning
 * time.
 */
const blobOfEach = sql`CROSS JOIN LATERAL (SELECT * FROM blobs o WHERE o.sha256 = f.sha256 LIMIT 1) b`;

/**
 * Returns files by a condition on `files f` and `blobs b`, which may include order and limit.
 * `name`: for a condition with a constant text, which is parsed and planned once per connection.
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
 * Removes files with exactly this content from a repository, without an event, in the current
 * transaction. Returns a file that was changed or removed concurrently: the transaction must then
 * be rolled back. Throws `HttpError` 409 if one is in use.
 */
export async function removeExactly(
  repo: string,
  files: readonly Pick<FileRow, 'id' | 'path' | 'sha256'>[],
): Promise<string | undefined> {
  await assertUnused(
    repo,
    files.map(({ path }) => path),
  );
  const given = JSON.stringify(files.map(({ id, path, sha256 }) => ({ id, path, sha256 })));
  const { rows } = await db().execute<{ path: string }>(sql`
    DELETE FROM files f USING jsonb_to_recordset(${given}::jsonb) AS g (id bigint, path text, sha256 text)
    WHERE f.id = g.id AND f.repo = ${repo} AND f.path = g.path AND f.sha256 = g.sha256 RETURNING f.path`);
  await changeFileCount(repo, -rows.length);
  const removed = new Set(rows.map(({ path }) => path));
  return files.find(({ path }) => !removed.has(path))?.path;
}

/**
 * Deletes a file. Returns `false` if it does not exist. `owner`: the version of the file, if the
 * index does not list it. The content is garbage-collected later.
 */
export async function removeFile(
  repo: string,
  path: string,
  { owner }: { owner?: FileOwner } = {},
): Promise<boolean> {
  await assertUnused(repo, [path]);
  return transaction(async () => {
    await keepBeforeDeletion(repo, [path], owner);
    const { rows } = await db().execute<{ path: string; sha256: string; size: number }>(sql`
      DELETE FROM files f WHERE repo = ${repo} AND path = ${path}
      RETURNING path, sha256, (SELECT size::float8 FROM blobs b WHERE b.sha256 = f.sha256) AS size`);
    if (rows.length === 0) return false;
    await changeFileCount(repo, -1);
    announceRemoval(repo, rows);
    return true;
  });
}
