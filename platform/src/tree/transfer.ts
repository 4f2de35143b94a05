import type { TreeChange } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import type { Caller } from '../access/Caller.ts';
import { allows, authorize } from '../access/gateway.ts';
import { db, transaction } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { type FileRow, findFile, putFile, removeExactly, selectFiles } from '../files/files.ts';
import { checkPath } from '../files/paths.ts';
import { setProperties } from '../files/properties.ts';
import { restoreAllFacts } from '../files/restoreFacts.ts';
import { either, inReach, reachOf } from '../files/tree/reach.ts';
import {
  authorizeAll,
  measure,
  requireVisible,
  type Subtree,
  within,
  withLongTimeout,
} from '../files/tree/subtree.ts';
import { formatOf, plainFilesOf } from '../pipeline/Format.ts';
import { authorizeWrite } from '../pipeline/writeTarget.ts';
import type { Repository } from '../repositories/repositories.ts';

/** Files per transaction. */
const batch = 100;

/** Source and target of a copy or move. */
export interface Transfer {
  readonly caller: Caller;
  readonly source: Repository;
  readonly path: string;
  readonly target: Repository;
  /** New path of the file or folder itself. */
  readonly targetPath: string;
  readonly move: boolean;
}

/**
 * Returns the effect of a copy or move on files that the caller can see. Throws `HttpError` 400,
 * 401, 403, 404, or 409 if a format does not allow it.
 */
export async function dryTransfer(transfer: Transfer): Promise<TreeChange> {
  const subtree = await authorizeTransfer(transfer);
  const measured = await withLongTimeout(() => measure(subtree));
  const { caller, path, target, targetPath } = transfer;
  const known = either(
    await reachOf(caller, 'read', target.key),
    await reachOf(caller, 'delete', target.key),
  );
  const { rows } = await db().execute<{ replaces: number; targetExists: boolean }>(sql`
    SELECT count(*)::float8 AS replaces, EXISTS (SELECT FROM files f
        WHERE ${within({ repo: target.key, path: targetPath, reach: known })}) AS "targetExists"
    FROM files f JOIN files t ON t.repo = ${target.key}
      AND t.path = ${targetPath} || substr(f.path, ${[...path].length + 1}::integer) AND t.sha256 <> f.sha256
    WHERE ${within(subtree)} AND ${inReach(known, sql`t.path`)}`);
  return { ...measured, ...(rows[0] ?? { replaces: 0, targetExists: false }) };
}

/**
 * Copies or moves a file, or a folder with its content, in batches until the time `until`. Each
 * file is always complete at its old or new path, and repeating the request continues. Throws like
 * `dryTransfer`.
 */
export async function transferSubtree(
  transfer: Transfer,
  options: { after?: string; until?: number; signal?: AbortSignal } = {},
): Promise<TreeChange> {
  const subtree = await authorizeTransfer(transfer, options.after !== undefined);
  const done = { files: 0, bytes: 0 };
  let after = options.after ?? '';
  for (;;) {
    const from = after;
    const inspections = await inspectBatch(transfer, subtree, from);
    const files = await transaction(() => transferBatch(transfer, subtree, from, inspections));
    done.files += files.length;
    done.bytes += files.reduce((sum, { size }) => sum + size, 0);
    after = files.at(-1)?.path ?? after;
    if (files.length < batch) break;
    if (options.signal?.aborted || performance.now() > (options.until ?? Number.POSITIVE_INFINITY))
      return { ...done, continueState: after };
  }
  return done;
}

/** Returns the source files that the caller can read. Files in unreadable folders are not moved. */
async function authorizeTransfer(transfer: Transfer, again = false): Promise<Subtree> {
  const { caller, source, path, target, targetPath, move } = transfer;
  const subtree = { repo: source.key, path, reach: await reachOf(caller, 'read', source.key) };
  if (subtree.reach.length === 0) await authorize(caller, 'read', subtree);
  await authorizeWrite(caller, 'deploy', target, targetPath);
  if (move) await authorizeWrite(caller, 'delete', source, path);
  checkPath(targetPath);
  for (const [which, { key, type, packageType }] of [
    ['source', source],
    ['target', target],
  ] as const) {
    const refused = transferRefusal(which, key, type, packageType, move);
    if (refused) throw new HttpError(409, 'NOT_ALLOWED_BY_FORMAT', refused);
  }
  if (source.key === target.key && `${targetPath}/`.startsWith(`${path}/`)) {
    const where = targetPath === path ? 'to the same path' : 'into itself';
    throw new HttpError(400, 'BAD_REQUEST', `${source.key}/${path} cannot be copied or moved ${where}`);
  }
  // Checked last, so that hidden and missing files return the same error.
  await requireVisible(caller, 'read', subtree, again);
  if (move) await authorizeAll(caller, 'delete', subtree);
  return subtree;
}

function transferRefusal(
  which: 'source' | 'target',
  key: string,
  type: Repository['type'],
  packageType: string,
  move: boolean,
): string | undefined {
  const format = formatOf(packageType);
  const name = format?.displayName ?? packageType;
  if (type === 'virtual') return `${key} shows the content of its members. Select one of them.`;
  if (which === 'source') {
    if (move && type !== 'local') return `${key} is a cache. Copy from it instead of moving.`;
    if (move && !format?.plainFiles)
      return `${key} contains ${name} with a fixed layout. Copy instead of moving.`;
    return undefined;
  }
  if (type === 'remote') return `${key} caches an upstream and accepts no uploads`;
  return format?.plainFiles
    ? undefined
    : `${key} contains ${name}, which does not accept individual files. Publish to it with a client for ${name}.`;
}

/** Actions of the target's format for each file after its transfer, by row and content. */
type Inspections = ReadonlyMap<string, (file: FileRow) => Promise<void>>;

/**
 * Lets the target's format inspect the files of a batch, as on publish, before the transaction
 * begins.
 */
async function inspectBatch(transfer: Transfer, subtree: Subtree, after: string): Promise<Inspections> {
  const { path, target, targetPath } = transfer;
  const format = plainFilesOf(target.packageType);
  const inspections = new Map<string, (file: FileRow) => Promise<void>>();
  if (!format.inspect) return inspections;
  for (const file of await filesAfter(subtree, after)) {
    const to = checkPath(targetPath + file.path.slice(path.length));
    format.check?.(to);
    const index = await format.inspect({ repository: target, path: to, blob: file });
    inspections.set(lookKey(file), index ?? format.index);
  }
  return inspections;
}

function lookKey({ id, sha256 }: FileRow): string {
  return `${id} ${sha256}`;
}

function filesAfter(subtree: Subtree, after: string): Promise<FileRow[]> {
  return selectFiles(sql`${within(subtree)} AND f.path > ${after} ORDER BY f.path LIMIT ${batch}`);
}

/** Transfers a batch in the current transaction. */
async function transferBatch(
  transfer: Transfer,
  subtree: Subtree,
  after: string,
  inspections: Inspections,
): Promise<FileRow[]> {
  const { source, path, target, targetPath, move } = transfer;
  const files = await filesAfter(subtree, after);
  const written: FileRow[] = [];
  for (const file of files)
    written.push(await writeFile(transfer, file, targetPath + file.path.slice(path.length)));
  if (move) await keepFacts(target.key, files, written);
  const format = plainFilesOf(target.packageType);
  if (!format.inspect && format.indexMany) await format.indexMany(target.key, written);
  else
    for (const [at, row] of written.entries()) {
      const file = files[at] as FileRow;
      const index = format.inspect ? inspections.get(lookKey(file)) : format.index;
      if (!index) throw changed(file);
      await index(row);
    }
  if (move) await removeMoved(source, files);
  return files;
}

/** Moved files keep their dates, users, and downloads. */
async function keepFacts(repo: string, from: readonly FileRow[], written: readonly FileRow[]): Promise<void> {
  const moved = written.map((row, at) => ({ row, facts: from[at] as FileRow }));
  for (const { row, facts } of moved) {
    const { created, createdBy, modified, modifiedBy } = facts;
    Object.assign(row, { created, createdBy, modified, modifiedBy });
  }
  await restoreAllFacts(
    repo,
    moved.map(({ row, facts }) => ({ path: row.path, facts })),
  );
}

/** Writes a file at its new path, without an entry in the index. */
async function writeFile(transfer: Transfer, file: FileRow, to: string): Promise<FileRow> {
  const { caller, target, move } = transfer;
  const format = plainFilesOf(target.packageType);
  checkPath(to);
  format.check?.(to);
  await authorizeWrite(caller, 'deploy', target, to);
  const there = await findFile(target.key, to);
  const replaces = there !== undefined && there.sha256 !== file.sha256;
  if (replaces && !(await allows(caller, 'delete', { repo: target.key, path: to }))) {
    throw new HttpError(
      409,
      'EXISTS',
      `${target.key}/${to} already exists with different content, and you have no permission to replace it`,
    );
  }
  const as = { was: move ? ('moved' as const) : ('copied' as const), source: file };
  const options = { overwrite: replaces, mimeType: file.mimeType, as };
  const written = await putFile(target.key, to, file, caller.userName, options);
  await setProperties(written, file.properties);
  return written;
}

/** Removes moved files and their index entries. Throws `HttpError` 409 if one was replaced. */
async function removeMoved(source: Repository, files: readonly FileRow[]): Promise<void> {
  const format = plainFilesOf(source.packageType);
  const kept = await removeExactly(source.key, files);
  if (kept !== undefined) throw changed({ repo: source.key, path: kept });
  const paths = files.map(({ path }) => path);
  if (format.unindexMany) return format.unindexMany(source.key, paths);
  for (const path of paths) await format.unindex(source.key, path);
}

function changed({ repo, path }: Pick<FileRow, 'repo' | 'path'>): HttpError {
  return new HttpError(409, 'CHANGED', `${repo}/${path} was changed concurrently. Try again.`);
}
