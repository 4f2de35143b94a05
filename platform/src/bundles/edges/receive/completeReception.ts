import type { Reception } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import type { BlobInfo } from '../../../blobs/BlobStore.ts';
import { db } from '../../../database/db.ts';
import { transactionWithRetry } from '../../../database/transactionWithRetry.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { mimeTypeOf } from '../../../files/mimeTypes.ts';
import { formatOf, plainFilesOf, type TrashedFile } from '../../../pipeline/Format.ts';
import { createRepository, findRepository, type Repository } from '../../../repositories/repositories.ts';
import { assertCapacityForAll } from '../../../storage/capacity.ts';
import { isRepublished } from '../../content/describeVersions.ts';
import { type Prepared, writeCopies } from '../../promotion/copyArtifacts.ts';
import { type Republication, versionFile } from '../../promotion/republish.ts';
import type { Source } from '../pairing.ts';
import { announceReceived } from './announceReceived.ts';
import { findReceived, type ReceivedRow, receptionOf, requireReceived } from './receivedRows.ts';

interface Line extends Record<string, unknown>, BlobInfo {
  repo: string;
  path: string;
  packageType: string;
  properties: Record<string, string[]>;
  /** Null for plain files and parts of versions. */
  state: unknown;
  /** SHA-256 of the existing file at the path; null: none. */
  there: string | null;
}

/**
 * Makes all files of a version visible in one transaction once all content has arrived; otherwise
 * returns the missing content. Idempotent. Throws `HttpError` 404, or 409 with the first file that
 * cannot be stored.
 */
export async function completeReception(source: Source, name: string, version: string): Promise<Reception> {
  const row = await requireReceived(source, name, version);
  const reception = await inTransaction(() => receptionOf(row.id));
  if (reception.state === 'complete' || reception.missing.length > 0) return reception;
  const lines = await linesOf(row.id);
  const other = lines.find(({ there, sha256 }) => there !== null && there !== sha256);
  if (other)
    throw notPlaceable(
      other,
      'Other content exists there. Delete it at the edge, or exclude it from the bundle',
    );
  assertCapacityForAll(lines.filter(({ there }) => there === null));
  const targets = await targetsOf(row, lines);
  const prepared: Prepared[] = [];
  for (const line of lines) {
    const target = targets.get(line.repo);
    if (line.there !== null || !target || isRepublished(formatOf(line.packageType))) continue;
    prepared.push(await prepare(line, target));
  }
  const versions = publicationsOf(lines, targets, row.sourceName);
  await transactionWithRetry(async () => {
    const current = await findReceived(name, version);
    if (current?.id !== row.id) throw gone(name, version);
    if (current.state === 'complete') return;
    await writeCopies({ files: prepared, versions }, row.sourceName).catch((error: unknown) => {
      throw isUnreadable(error) ? unreadable(name, version) : error;
    });
    await place(
      row.id,
      lines.filter(({ there }) => there === null).map(({ repo, path }) => `${repo}/${path}`),
    );
    announceReceived({ name, version, source: row.sourceName }, 'received');
  });
  return { state: 'complete', missing: [] };
}

async function inTransaction<T>(work: () => Promise<T>): Promise<T> {
  let result: { value: T } | undefined;
  await transactionWithRetry(async () => {
    result = { value: await work() };
  });
  if (!result) throw new Error('The transaction returned nothing');
  return result.value;
}

async function linesOf(id: string): Promise<Line[]> {
  const { rows } = await db().execute<Line>(sql`
    SELECT a.repo, a.path, a.sha256, b.sha1, b.md5, b.size::float8 AS size, a.package_type AS "packageType", a.properties, a.state, f.sha256 AS there
    FROM received_artifacts a JOIN blobs b ON b.sha256 = a.sha256 LEFT JOIN files f ON f.repo = a.repo AND f.path = a.path
    WHERE a.bundle_id = ${id}::bigint ORDER BY a.repo, a.path`);
  return rows;
}

/**
 * Returns the repositories with the same keys. Creates missing ones if the source requested that.
 */
async function targetsOf(
  { createRepositories, sourceName }: ReceivedRow,
  lines: readonly Line[],
): Promise<Map<string, Repository>> {
  const targets = new Map<string, Repository>();
  for (const line of lines) {
    const { repo, packageType } = line;
    if (targets.has(repo)) continue;
    const format = formatOf(packageType);
    if (!format?.plainFiles && !isRepublished(format))
      throw notPlaceable(line, `${format?.displayName ?? packageType} packages cannot be distributed`);
    const known = await findRepository(repo);
    if (!known && !createRepositories)
      throw notPlaceable(
        line,
        `Repository ${repo} does not exist. Create it, or distribute with creation of repositories`,
      );
    if (known && (known.type !== 'local' || known.packageType !== packageType))
      throw notPlaceable(line, `${repo} is not a local ${packageType} repository there`);
    const description = `Created for release bundles from ${sourceName}`;
    const created: Repository = { key: repo, type: 'local', packageType, description, options: {} };
    if (!known && !(await createRepository(created)))
      throw notPlaceable(line, `Repository ${repo} was created meanwhile. Distribute again`);
    targets.set(repo, known ?? created);
  }
  return targets;
}

/** The versions that the formats publish, with everything that they need. */
function publicationsOf(
  lines: readonly Line[],
  targets: ReadonlyMap<string, Repository>,
  by: string,
): Republication[] {
  const all: Republication[] = [];
  for (const target of targets.values()) {
    const format = formatOf(target.packageType);
    if (!isRepublished(format)) continue;
    const own = lines.filter(({ repo }) => repo === target.key);
    const unknown = own.find(({ state, path, there }) => !state && !there && !format?.partOf?.(path));
    if (unknown)
      throw notPlaceable(
        unknown,
        'The bundle does not contain how to publish it. Create a new version of it',
      );
    const files = own.map(({ state, there, ...line }) =>
      state && there === null
        ? versionFile(line, { ...line, mimeType: mimeTypeOf(line.path) }, state, by)
        : blobOf(line),
    );
    all.push({ target, files });
  }
  return all;
}

function blobOf({ path, sha256, sha1, md5, size }: BlobInfo & { path: string }): TrashedFile {
  return { path, blob: { sha256, sha1, md5, size } };
}

async function prepare(line: Line, target: Repository): Promise<Prepared> {
  const { path, properties, sha256, sha1, md5, size } = line;
  const format = plainFilesOf(target.packageType);
  format.check?.(path);
  const blob = { sha256, sha1, md5, size };
  const index = await format.inspect?.({ repository: target, path, blob, existing: 'none' });
  const artifact = { path, properties };
  return { blob, mimeType: mimeTypeOf(path), artifact, target, replaces: false, ...(index ? { index } : {}) };
}

/**
 * Links the version to its files and releases the received content. `placed`: files that did not
 * exist before.
 */
async function place(id: string, placed: readonly string[]): Promise<void> {
  await db().execute(sql`
    UPDATE received_artifacts a SET file_id = f.id, placed = (f.repo || '/' || f.path) = ANY(${sql.param([...placed])}::text[])
    FROM files f WHERE a.bundle_id = ${id}::bigint AND f.repo = a.repo AND f.path = a.path AND f.sha256 = a.sha256`);
  const { rows } = await db().execute<Pick<Line, 'repo' | 'path' | 'packageType'> & { exists: boolean }>(sql`
    SELECT a.repo, a.path, a.package_type AS "packageType", f.id IS NOT NULL AS exists FROM received_artifacts a
    LEFT JOIN files f ON f.repo = a.repo AND f.path = a.path WHERE a.bundle_id = ${id}::bigint AND a.file_id IS NULL LIMIT 1`);
  const [absent] = rows;
  if (absent && !absent.exists && isRepublished(formatOf(absent.packageType)))
    throw notPlaceable(absent, 'No version of the bundle needs it. Create the bundle without it');
  if (absent) throw notPlaceable(absent, 'It was changed concurrently. Distribute again');
  await db().execute(sql`DELETE FROM received_blobs WHERE bundle_id = ${id}::bigint`);
  await db().execute(
    sql`UPDATE received_bundles SET state = 'complete', received = now() WHERE id = ${id}::bigint`,
  );
}

function notPlaceable({ repo, path }: { repo: string; path: string }, why: string): HttpError {
  return new HttpError(409, 'NOT_PLACEABLE', `Nothing became visible at the edge. ${repo}/${path}: ${why}`);
}

/**
 * Whether a description of a version has another form than its format expects: also for values that
 * PostgreSQL cannot read or that are absent.
 */
function isUnreadable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof TypeError || error instanceof SyntaxError) return true;
  return /^22\w{3}$|^23502$/.test(`${(error as NodeJS.ErrnoException).code}`) || isUnreadable(error.cause);
}

function unreadable(name: string, version: string): HttpError {
  const why = 'contains a description of a package version that this server cannot read';
  return new HttpError(409, 'NOT_PLACEABLE', `Nothing became visible at the edge. ${name} ${version} ${why}`);
}

function gone(name: string, version: string): HttpError {
  return new HttpError(409, 'CHANGED', `${name} ${version} was removed concurrently. Distribute it again`);
}
