import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { db, prepared, sendPrepared } from '../../database/db.ts';
import type { FileRow } from '../../files/files.ts';
import { setCreated } from '../../packages/indexing.ts';
import type { FileKind } from './fileNames.ts';
import type { NewFile } from './upload/NewFile.ts';

/** A distribution that a repository publishes or caches. */
export interface ReleaseFile {
  repo: string;
  project: string;
  version: string;
  filename: string;
  path: string;
  kind: FileKind;
  python: string;
  requiresPython: string | null;
  sha256: string;
  md5: string;
  sha1: string;
  blake2: string;
  size: number;
  mimeType: string;
  metadataSha256: string;
  yanked: string | null;
  uploaded: Date;
  uploadedBy: string;
}

interface Row extends Omit<ReleaseFile, 'uploaded'>, Record<string, unknown> {
  uploaded: number;
}

/**
 * Selects by a condition on `pypi_files p`. `name` identifies a condition with constant text, so
 * that the database plans it once per connection.
 */
async function select(where: SQL, name?: string): Promise<ReleaseFile[]> {
  const statement = sql`
    SELECT p.repo, p.project, p.version, p.filename, f.path, p.kind, p.python, p.requires_python AS "requiresPython",
      f.sha256, b.md5, b.sha1, p.blake2, b.size::float8 AS size, f.mime_type AS "mimeType",
      p.metadata_sha256 AS "metadataSha256", p.yanked, (extract(epoch FROM p.uploaded) * 1000)::float8 AS uploaded,
      p.uploaded_by AS "uploadedBy"
    FROM pypi_files p JOIN files f ON f.id = p.file_id JOIN blobs b ON b.sha256 = f.sha256
    WHERE ${where} ORDER BY p.uploaded, p.filename`;
  const rows = name ? await prepared<Row>(name, statement) : (await db().execute<Row>(statement)).rows;
  return rows.map((row) => ({ ...row, uploaded: new Date(row.uploaded) }));
}

export function filesOfProject(repo: string, project: string): Promise<ReleaseFile[]> {
  return select(sql`p.repo = ${repo} AND p.project = ${project}`);
}

export function filesOfRelease(repo: string, project: string, version: string): Promise<ReleaseFile[]> {
  return select(sql`p.repo = ${repo} AND p.project = ${project} AND p.version = ${version}`);
}

export async function findReleaseFile(
  repo: string,
  project: string,
  filename: string,
): Promise<ReleaseFile | undefined> {
  return (await select(sql`p.repo = ${repo} AND p.project = ${project} AND p.filename = ${filename}`))[0];
}

/** The METADATA or PKG-INFO in the file, unchanged. */
export async function rawMetadata(
  repo: string,
  project: string,
  filename: string,
): Promise<Buffer | undefined> {
  const { rows } = await db().execute<{ metadata: Buffer }>(sql`
    SELECT metadata FROM pypi_files WHERE repo = ${repo} AND project = ${project} AND filename = ${filename}`);
  return rows[0]?.metadata;
}

/**
 * Sets the upload time from the upstream, in the current transaction. A release is as old as its
 * first file.
 */
export async function saveUploadTime(
  { repo, project, version, filename }: Pick<ReleaseFile, 'repo' | 'project' | 'version' | 'filename'>,
  time: Date,
): Promise<void> {
  await db().execute(sql`
    UPDATE pypi_files SET uploaded = ${time.toISOString()}::timestamptz
    WHERE repo = ${repo} AND project = ${project} AND filename = ${filename}`);
  const [first] = await filesOfRelease(repo, project, version);
  if (first) await setCreated({ repo, type: 'pypi', name: project, version }, first.uploaded);
}

/** Whether the repository publishes or published the project. */
export async function ownsProject(repo: string, project: string): Promise<boolean> {
  const { rowCount } = await db().execute(sql`
    SELECT FROM pypi_projects WHERE repo = ${repo} AND name = ${project}`);
  return Boolean(rowCount);
}

/** Names of projects with files, sorted. */
export async function projectsOf(repos: readonly string[]): Promise<string[]> {
  const { rows } = await db().execute<{ project: string }>(sql`
    SELECT DISTINCT project FROM pypi_files WHERE repo = ANY(${sql.param([...repos])}::text[]) ORDER BY project`);
  return rows.map(({ project }) => project);
}

/**
 * Locks the project until the transaction ends, because index entries of a release depend on all
 * its files.
 */
export async function lockProject(repo: string, project: string): Promise<void> {
  await prepared(
    'lock-python-project',
    sql`
    INSERT INTO pypi_projects (repo, name) VALUES (${repo}, ${project})
    ON CONFLICT (repo, name) DO UPDATE SET name = excluded.name`,
  );
}

/**
 * Locks the project. Returns the files of the release, plus the file with this name if it belongs
 * to another release.
 */
export async function lockRelease(
  repo: string,
  project: string,
  version: string,
  filename: string,
): Promise<ReleaseFile[]> {
  const where = sql`p.repo = ${repo} AND p.project = ${project} AND (p.version = ${version} OR p.filename = ${filename})`;
  // Sent together; the second one runs once the first has the lock.
  const [, files] = await Promise.all([lockProject(repo, project), select(where, 'files-of-python-release')]);
  return files;
}

/** Records the file's distribution in the current transaction. */
export function saveReleaseFile(
  { id, repo, modified, modifiedBy }: FileRow,
  { request, distribution, blake2, requiresPython }: NewFile & { requiresPython: string | null },
): void {
  const { project, version, file, parsed } = request;
  const { raw } = distribution;
  sendPrepared(
    'save-python-file',
    sql`
    INSERT INTO pypi_files (file_id, repo, project, version, filename, kind, python, requires_python, blake2, metadata,
      metadata_sha256, uploaded, uploaded_by)
    VALUES (${id}::bigint, ${repo}, ${project}, ${version}, ${file}, ${parsed.kind}, ${parsed.python}, ${requiresPython}, ${blake2},
      ${raw}::bytea, ${createHash('sha256').update(raw).digest('hex')}, ${modified.toISOString()}::timestamptz, ${modifiedBy})`,
  );
}
