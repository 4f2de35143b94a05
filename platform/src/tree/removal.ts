import type { TreeChange } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import type { Caller } from '../access/Caller.ts';
import { authorize } from '../access/gateway.ts';
import { db, transaction } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { keepBeforeDeletion } from '../files/deletions.ts';
import { changeFileCount } from '../files/fileCounts.ts';
import { announceRemoval } from '../files/files.ts';
import { assertUnused } from '../files/filesInUse.ts';
import { either, reachOf } from '../files/tree/reach.ts';
import {
  authorizeAll,
  measure,
  requireVisible,
  type Subtree,
  versionsIn,
  within,
  withLongTimeout,
} from '../files/tree/subtree.ts';
import { unindexVersion, type VersionKey } from '../packages/indexing.ts';
import { formatOf, type PlainFiles } from '../pipeline/Format.ts';
import type { Repository } from '../repositories/repositories.ts';
import { requireChangeable } from '../repositories/serving.ts';
import { trashDaysOf } from '../trash/trashSettings.ts';
import { removalRefusal } from './rules.ts';

/** Files per transaction. */
const batch = 200;

/** A file to delete. */
export interface DeletedFile {
  id: string;
  path: string;
  sha256: string;
  size: number;
}

/**
 * Returns the effect of a deletion. Throws `HttpError` 401, 403, 404, or 409 if the format does not
 * allow it.
 */
export async function dryRemoval(
  caller: Caller,
  repository: Repository,
  path: string,
): Promise<TreeChange & { files: number }> {
  const subtree = await authorizeRemoval(caller, repository, path);
  const measured = await withLongTimeout(() => measure(subtree));
  await checkWhole(repository, subtree);
  const trashDays = await trashDaysOf([repository.key]);
  return {
    ...measured,
    ...(await withLongTimeout(() => versionsIn(subtree))),
    ...(trashDays === undefined ? {} : { trashDays }),
  };
}

/**
 * Deletes a file, or a folder with its content, in batches until the time `until` (of
 * `performance.now()`); `left`: files remain. Completed batches are durable regardless of later
 * errors. Throws like `dryRemoval`, and 409 `CHANGED` if the number of files differs from the
 * expected one.
 */
export async function removeSubtree(
  caller: Caller,
  repository: Repository,
  path: string,
  options: { expect?: number; again?: boolean; until?: number; signal?: AbortSignal } = {},
): Promise<{ files: number; bytes: number; left: boolean }> {
  const subtree = await authorizeRemoval(caller, repository, path, options.again);
  await checkWhole(repository, subtree);
  if (options.expect !== undefined) await checkExpected(subtree, options.expect);
  const done = { files: 0, bytes: 0 };
  for (;;) {
    const gone = await transaction(() => removeBatch(repository, subtree));
    done.files += gone.length;
    done.bytes += gone.reduce((sum, { size }) => sum + size, 0);
    if (gone.length < batch) break;
    if (options.signal?.aborted || performance.now() > (options.until ?? Number.POSITIVE_INFINITY))
      return { ...done, left: true };
  }
  return { ...done, left: false };
}

async function authorizeRemoval(
  caller: Caller,
  repository: Repository,
  path: string,
  again = false,
): Promise<Subtree> {
  const subtree = { repo: repository.key, path };
  const [readable, deletable] = [
    await reachOf(caller, 'read', subtree.repo),
    await reachOf(caller, 'delete', subtree.repo),
  ];
  if (deletable.length === 0) await authorize(caller, 'delete', subtree);
  const refused = removalRefusal(repository);
  if (refused) throw new HttpError(409, 'NOT_ALLOWED_BY_FORMAT', refused);
  await requireChangeable(caller, repository, 'delete', path);
  await requireVisible(caller, 'delete', { ...subtree, reach: either(readable, deletable) }, again);
  await authorizeAll(caller, 'delete', subtree);
  return subtree;
}

async function checkExpected(subtree: Subtree, expected: number): Promise<void> {
  const { files } = await withLongTimeout(() => measure(subtree));
  if (files === expected) return;
  throw new HttpError(
    409,
    'CHANGED',
    `The content changed: ${subtree.repo}/${subtree.path} now has ${files} files, not ${expected}. Check it again.`,
  );
}

/** Returns the deletion of a version, for formats whose files cannot be deleted individually. */
function byVersions({ type, packageType }: Repository): ((version: VersionKey) => Promise<void>) | undefined {
  const format = formatOf(packageType);
  return type === 'local' && !format?.plainFiles ? format?.removeVersion : undefined;
}

/**
 * Allows only whole versions: throws `HttpError` 409 for a part of a version and for files without
 * one.
 */
async function checkWhole(repository: Repository, subtree: Subtree): Promise<void> {
  const { branches } = formatOf(repository.packageType) ?? {};
  if (branches) return branches.check(subtree.repo, subtree.path);
  if (!byVersions(repository)) return;
  const { rows } = await db().execute<{ path: string; name: string | null; version: string | null }>(sql`
    SELECT f.path, p.name, v.name AS version FROM files f
    LEFT JOIN version_files vf ON vf.file_id = f.id
    LEFT JOIN versions v ON v.id = vf.version_id LEFT JOIN packages p ON p.id = v.package_id
    WHERE ${within(subtree)} AND (vf.version_id IS NULL OR EXISTS (
      SELECT FROM version_files o JOIN files other ON other.id = o.file_id
      WHERE o.version_id = vf.version_id AND NOT (other.path = ${subtree.path}
        OR (other.path > ${`${subtree.path}/`} AND other.path < ${`${subtree.path}0`}))))
    ORDER BY f.path LIMIT 1`);
  const [part] = rows;
  if (!part) return;
  const kind = formatOf(repository.packageType)?.displayName ?? repository.packageType;
  throw new HttpError(
    409,
    'NOT_ALLOWED_BY_FORMAT',
    part.version === null
      ? `${part.path} belongs to no known version. Use a client for ${kind}.`
      : `${part.path} is part of ${part.name} ${part.version}, which has files elsewhere. ${kind} removes only whole versions.`,
  );
}

/** Deletes a batch in the current transaction. */
async function removeBatch(repository: Repository, subtree: Subtree): Promise<DeletedFile[]> {
  const { rows } = await db().execute<DeletedFile & Record<string, unknown>>(sql`
    SELECT f.id::text, f.path, f.sha256, b.size::float8 AS size FROM files f JOIN blobs b ON b.sha256 = f.sha256
    WHERE ${within(subtree)} ORDER BY f.path LIMIT ${batch}`);
  if (rows.length === 0) return rows;
  const { repo } = subtree;
  const paths = rows.map(({ path }) => path);
  const { branches } = formatOf(repository.packageType) ?? {};
  if (branches) {
    await keepBeforeDeletion(repo, paths);
    await branches.forget(repo, subtree.path, paths);
    // Deleting a file may have deleted others of its package already.
    await deleteRows(repo, rows);
    return rows;
  }
  const removeVersion = byVersions(repository);
  if (removeVersion) {
    for (const version of await versionsOf(rows))
      await removeVersion({ ...version, repo, type: repository.packageType });
    // Remaining files belong to no version any more.
    await keepBeforeDeletion(repo, paths);
    await deleteRows(repo, rows);
    return rows;
  }
  await removeFiles(repository, rows);
  return rows;
}

/**
 * Deletes files and their index entries in the current transaction. For caches, and for formats
 * whose files can be deleted individually.
 */
export async function removeFiles(repository: Repository, rows: readonly DeletedFile[]): Promise<void> {
  const { key: repo } = repository;
  const versions = await versionsOf(rows);
  await holdFirst(repo, rows);
  await keepBeforeDeletion(
    repo,
    rows.map(({ path }) => path),
  );
  await deleteRows(repo, rows);
  const plain = formatOf(repository.packageType)?.plainFiles;
  if (plain) await unindexFiles(plain, repo, rows);
  else for (const version of versions) await unindexEmpty(repository, version);
}

async function unindexFiles(plain: PlainFiles, repo: string, files: readonly DeletedFile[]): Promise<void> {
  const paths = files.map(({ path }) => path);
  if (plain.unindexMany) return plain.unindexMany(repo, paths);
  for (const path of paths) await plain.unindex(repo, path);
}

async function versionsOf(files: readonly DeletedFile[]): Promise<{ name: string; version: string }[]> {
  const { rows } = await db().execute<{ name: string; version: string }>(sql`
    SELECT DISTINCT p.name, v.name AS version FROM version_files vf JOIN versions v ON v.id = vf.version_id
    JOIN packages p ON p.id = v.package_id
    WHERE vf.file_id = ANY(${sql.param(files.map(({ id }) => id))}::bigint[]) ORDER BY p.name, v.name`);
  return rows;
}

/**
 * Locks rows in the order of uploads: the file count, the package, then existing files of the
 * version. Another order would deadlock.
 */
async function holdFirst(repo: string, files: readonly DeletedFile[]): Promise<void> {
  await changeFileCount(repo, 0);
  await db().execute(sql`
    SELECT FROM packages WHERE id IN (
      SELECT v.package_id FROM version_files vf JOIN versions v ON v.id = vf.version_id
      WHERE vf.file_id = ANY(${sql.param(files.map(({ id }) => id))}::bigint[])
    ) ORDER BY type, name FOR NO KEY UPDATE`);
}

async function deleteRows(repo: string, files: readonly DeletedFile[]): Promise<void> {
  await assertUnused(
    repo,
    files.map(({ path }) => path),
  );
  const { rows } = await db().execute<{ id: string }>(sql`
    DELETE FROM files WHERE id = ANY(${sql.param(files.map(({ id }) => id))}::bigint[]) RETURNING id::text`);
  if (rows.length === 0) return;
  await changeFileCount(repo, -rows.length);
  const gone = new Set(rows.map(({ id }) => id));
  announceRemoval(
    repo,
    files.filter(({ id }) => gone.has(id)),
  );
}

/** Removes cached versions without files from the index. */
async function unindexEmpty(
  { key: repo, packageType: type }: Repository,
  { name, version }: { name: string; version: string },
): Promise<void> {
  const { rowCount } = await db().execute(sql`
    SELECT FROM version_files vf JOIN versions v ON v.id = vf.version_id JOIN packages p ON p.id = v.package_id
    WHERE p.type = ${type} AND p.name = ${name} AND v.name = ${version} AND v.repo = ${repo} LIMIT 1`);
  if (!rowCount) await unindexVersion({ repo, type, name, version });
}
