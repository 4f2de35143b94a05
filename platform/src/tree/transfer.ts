import type { TreeChange } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import type { Caller } from '../access/Caller.ts';
import { allows, authorise } from '../access/gateway.ts';
import { db, transaction } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { type FileRow, findFile, putFile, removeFile, selectFiles } from '../files/files.ts';
import { checkPath } from '../files/paths.ts';
import { setProperties } from '../files/properties.ts';
import { either, inReach, reachOf } from '../files/tree/reach.ts';
import {
  authoriseAll,
  measure,
  patiently,
  requireVisible,
  type Subtree,
  within,
} from '../files/tree/subtree.ts';
import { formatOf, plainFilesOf } from '../pipeline/Format.ts';
import { authoriseWrite } from '../pipeline/writeTarget.ts';
import type { Repository } from '../repositories/repositories.ts';

/** Files that go together: each batch is durable by itself. */
const batch = 100;

/** Where files come from and where they go to. */
export interface Way {
  readonly caller: Caller;
  readonly source: Repository;
  readonly path: string;
  readonly target: Repository;
  /** The file's or folder's own new path. */
  readonly targetPath: string;
  readonly move: boolean;
}

/** What a copy or a move would do with the files that the caller can see. Throws `HttpError` 400, 401, 403, 404, and 409 where a format does not allow it. */
export async function dryTransfer(way: Way): Promise<TreeChange> {
  const subtree = await authoriseTransfer(way);
  const measured = await patiently(() => measure(subtree));
  const { caller, path, target, targetPath } = way;
  const known = either(
    await reachOf(caller, 'read', target.key),
    await reachOf(caller, 'delete', target.key),
  );
  const { rows } = await db().execute<{ replaces: number }>(sql`
    SELECT count(*)::float8 AS replaces FROM files f JOIN files t ON t.repo = ${target.key}
      AND t.path = ${targetPath} || substr(f.path, ${[...path].length + 1}::integer) AND t.sha256 <> f.sha256
    WHERE ${within(subtree)} AND ${inReach(known, sql`t.path`)}`);
  return { ...measured, replaces: rows[0]?.replaces ?? 0 };
}

/**
 * Copies or moves the file, or the folder with all that lies below it, batch after batch until `until` is over: each file is whole at its
 * old or at its new place whatever happens, and the same call again goes on. Throws as `dryTransfer`.
 */
export async function transferSubtree(
  way: Way,
  options: { after?: string; until?: number; signal?: AbortSignal } = {},
): Promise<TreeChange> {
  const subtree = await authoriseTransfer(way, options.after !== undefined);
  const done = { files: 0, bytes: 0 };
  let after = options.after ?? '';
  for (;;) {
    const from = after;
    const looks = await lookInto(way, subtree, from);
    const files = await transaction(() => transferBatch(way, subtree, from, looks));
    done.files += files.length;
    done.bytes += files.reduce((sum, { size }) => sum + size, 0);
    after = files.at(-1)?.path ?? after;
    if (files.length < batch) break;
    if (options.signal?.aborted || performance.now() > (options.until ?? Number.POSITIVE_INFINITY))
      return { ...done, continueState: after };
  }
  return done;
}

/** The files of the source that the caller can read: files in a folder that it cannot read stay where they are. */
async function authoriseTransfer(way: Way, again = false): Promise<Subtree> {
  const { caller, source, path, target, targetPath, move } = way;
  const subtree = { repo: source.key, path, reach: await reachOf(caller, 'read', source.key) };
  if (subtree.reach.length === 0) await authorise(caller, 'read', subtree);
  await authoriseWrite(caller, 'deploy', target, targetPath);
  if (move) await authoriseWrite(caller, 'delete', source, path);
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
  // After all that doesn't depend on files, so that a hidden file and a missing one get the same answer.
  await requireVisible(caller, 'read', subtree, again);
  if (move) await authoriseAll(caller, 'delete', subtree);
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

/** What the target's format does with each file once it is there, by the file's row and content. */
type Looks = ReadonlyMap<string, (file: FileRow) => Promise<void>>;

/** Lets the target's format look into the files of a batch, as into what is published: before the transaction begins. */
async function lookInto(way: Way, subtree: Subtree, after: string): Promise<Looks> {
  const { path, target, targetPath } = way;
  const format = plainFilesOf(target.packageType);
  const looks = new Map<string, (file: FileRow) => Promise<void>>();
  if (!format.inspect) return looks;
  for (const file of await filesAfter(subtree, after)) {
    const to = checkPath(targetPath + file.path.slice(path.length));
    format.check?.(to);
    const index = await format.inspect({ repository: target, path: to, blob: file });
    looks.set(lookKey(file), index ?? format.index);
  }
  return looks;
}

function lookKey({ id, sha256 }: FileRow): string {
  return `${id} ${sha256}`;
}

function filesAfter(subtree: Subtree, after: string): Promise<FileRow[]> {
  return selectFiles(sql`${within(subtree)} AND f.path > ${after} ORDER BY f.path LIMIT ${batch}`);
}

/** In the current transaction. */
async function transferBatch(way: Way, subtree: Subtree, after: string, looks: Looks): Promise<FileRow[]> {
  const { path, targetPath } = way;
  const files = await filesAfter(subtree, after);
  for (const file of files) await transferFile(way, file, targetPath + file.path.slice(path.length), looks);
  return files;
}

async function transferFile(way: Way, file: FileRow, to: string, looks: Looks): Promise<void> {
  const { caller, source, target, move } = way;
  const format = plainFilesOf(target.packageType);
  checkPath(to);
  format.check?.(to);
  await authoriseWrite(caller, 'deploy', target, to);
  const there = await findFile(target.key, to);
  const replaces = there !== undefined && there.sha256 !== file.sha256;
  if (replaces && !(await allows(caller, 'delete', { repo: target.key, path: to }))) {
    throw new HttpError(
      409,
      'EXISTS',
      `${target.key}/${to} already exists with different content, and you have no permission to replace it`,
    );
  }
  const index = format.inspect ? looks.get(lookKey(file)) : format.index;
  if (!index) throw changed(file);
  const as = { was: move ? ('moved' as const) : ('copied' as const), source: file };
  const options = { overwrite: replaces, mimeType: file.mimeType, as };
  const written = await putFile(target.key, to, file, caller.userName, options);
  await setProperties(written, file.properties);
  await index(written);
  if (!move) return;
  // What somebody has put there meanwhile is not what was moved.
  if (!(await removeFile(source.key, file.path, file, { announced: false }))) throw changed(file);
  await plainFilesOf(source.packageType).unindex(source.key, file.path);
}

function changed({ repo, path }: FileRow): HttpError {
  return new HttpError(409, 'CHANGED', `${repo}/${path} was changed concurrently. Try again.`);
}
