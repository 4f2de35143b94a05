import { type SQL, sql } from 'drizzle-orm';
import type { Action, Caller } from '../../access/Caller.ts';
import { authorize } from '../../access/gateway.ts';
import { db, transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { visibleIn } from './children.ts';
import { nothingAt } from './locate.ts';
import { inReach, type Reach, reachOf, type Within } from './reach.ts';

type Asked = Exclude<Action, 'admin'>;

/** A file, or a folder with everything below it. */
export interface Subtree {
  readonly repo: string;
  /** Never empty. */
  readonly path: string;
  /** Limits it to these paths. All files if absent. */
  readonly reach?: Reach;
}

/**
 * Returns a condition on `files f` that scans one range of the index, without paths that only share
 * a name prefix.
 */
export function within({ repo, path, reach = 'all' }: Subtree): SQL {
  const reached = reach === 'all' ? sql`` : sql`AND ${inReach(reach)}`;
  return sql`f.repo = ${repo} AND f.path >= ${path} AND f.path < ${`${path}0`}
    AND (f.path = ${path} OR f.path > ${`${path}/`}) ${reached}`;
}

/**
 * Requires a file that the caller can see. Throws `HttpError` 401 or 403 for a path outside of the
 * caller's permissions, and 404 otherwise: the response is the same for hidden and for missing
 * files. `again`: the call continues an earlier one and may find nothing left.
 */
export async function requireVisible(
  caller: Caller,
  action: Asked,
  visible: Subtree,
  again: boolean,
): Promise<void> {
  if ((await firstOf(within(visible))) !== undefined) return;
  await authorize(caller, action, { repo: visible.repo, path: visible.path });
  if (!again) throw nothingAt(visible.repo, visible.path);
}

/**
 * Requires the permission on every file of the subtree. Throws `HttpError` 401 or 403. The message
 * mentions a file only if the caller can read it.
 */
export async function authorizeAll(caller: Caller, action: Asked, subtree: Subtree): Promise<void> {
  const allowed = await reachOf(caller, action, subtree.repo);
  if (allowed === 'all') return;
  const denied = sql`${within(subtree)} AND NOT ${inReach(allowed)}`;
  if ((await firstOf(denied)) === undefined) return;
  const readable = await reachOf(caller, 'read', subtree.repo);
  const named = await firstOf(sql`${denied} AND ${inReach(readable)}`);
  throw new HttpError(
    403,
    'FORBIDDEN',
    named === undefined
      ? `User ${caller.userName} does not have ${action} permission on every file in ${subtree.repo}/${subtree.path}`
      : `User ${caller.userName} has no ${action} permission on ${subtree.repo}/${named}`,
  );
}

async function firstOf(condition: SQL): Promise<string | undefined> {
  const { rows } = await db().execute<{ path: string }>(sql`
    SELECT f.path FROM files f WHERE ${condition} ORDER BY f.path LIMIT 1`);
  return rows[0]?.path;
}

/** Runs a query with a higher time limit, for exact counts over millions of files. */
export function withLongTimeout<T>(work: () => Promise<T>): Promise<T> {
  return transaction(async () => {
    await db().execute(sql`SET LOCAL statement_timeout = '30s'`);
    return work();
  });
}

/** Returns the number and size of its files. */
export async function measure(subtree: Subtree): Promise<{ files: number; bytes: number }> {
  const { rows } = await db().execute<{ files: number; bytes: number }>(sql`
    SELECT count(*)::float8 AS files, coalesce(sum(b.size), 0)::float8 AS bytes
    FROM files f JOIN blobs b ON b.sha256 = f.sha256 WHERE ${within(subtree)}`);
  return rows[0] ?? { files: 0, bytes: 0 };
}

/** Counts the package versions that contain its files. */
export async function versionsIn(subtree: Subtree): Promise<{ versions: number; packages: number }> {
  const { rows } = await db().execute<{ versions: number; packages: number }>(sql`
    SELECT count(DISTINCT v.id)::float8 AS versions, count(DISTINCT v.package_id)::float8 AS packages
    FROM files f JOIN version_files vf ON vf.file_id = f.id JOIN versions v ON v.id = vf.version_id
    WHERE ${within(subtree)}`);
  return rows[0] ?? { versions: 0, packages: 0 };
}

/**
 * Counts the files in a folder that the caller can see. A file of several members of a virtual
 * repository counts once for each.
 */
export async function measureVisible(
  repositories: readonly Within[],
  path: string,
): Promise<{ files: number; bytes: number }> {
  const sum = { files: 0, bytes: 0 };
  for (const { repository, reach } of repositories) {
    const { rows } = await db().execute<{ files: number; bytes: number }>(sql`
      SELECT count(*)::float8 AS files, coalesce(sum(b.size), 0)::float8 AS bytes
      FROM files f JOIN blobs b ON b.sha256 = f.sha256 WHERE ${visibleIn(repository.key, reach, path)}`);
    sum.files += rows[0]?.files ?? 0;
    sum.bytes += rows[0]?.bytes ?? 0;
  }
  return sum;
}
