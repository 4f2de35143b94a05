import { type SQL, sql } from 'drizzle-orm';
import { type Action, authorise, type Caller } from '../../access/gateway.ts';
import { HttpError } from '../../http/errors.ts';
import { db, transaction } from '../../storage/db.ts';
import { visibleIn } from './children.ts';
import { inReach, reachOf, type Within } from './reach.ts';

/** A file, or a folder with all that lies below it. */
export interface Subtree {
  readonly repo: string;
  /** Never empty. */
  readonly path: string;
}

/** Its files, as a condition on `files f`: one stretch of the index, without what begins with its name and goes on otherwise. */
export function within({ repo, path }: Subtree): SQL {
  return sql`f.repo = ${repo} AND f.path >= ${path} AND f.path < ${`${path}0`} AND (f.path = ${path} OR f.path > ${`${path}/`})`;
}

/** Throws `HttpError` 401 or 403 unless the caller may do it to every file of it, naming one that he may not. */
export async function authoriseAll(
  caller: Caller,
  action: Exclude<Action, 'admin'>,
  subtree: Subtree,
): Promise<void> {
  const reach = await reachOf(caller, action, subtree.repo);
  if (reach === 'all') return;
  if (reach.length === 0) return authorise(caller, action, subtree);
  const { rows } = await db().execute<{ path: string }>(sql`
    SELECT f.path FROM files f WHERE ${within(subtree)} AND NOT ${inReach(reach)} ORDER BY f.path LIMIT 1`);
  const [forbidden] = rows;
  if (forbidden)
    throw new HttpError(
      403,
      'FORBIDDEN',
      `User ${caller.userName} has no ${action} permission on ${subtree.repo}/${forbidden.path}`,
    );
}

/** For counts over millions of files, which are exact or nothing. */
export function patiently<T>(work: () => Promise<T>): Promise<T> {
  return transaction(async () => {
    await db().execute(sql`SET LOCAL statement_timeout = '30s'`);
    return work();
  });
}

/** How much it is. */
export async function measure(subtree: Subtree): Promise<{ files: number; bytes: number }> {
  const { rows } = await db().execute<{ files: number; bytes: number }>(sql`
    SELECT count(*)::float8 AS files, coalesce(sum(b.size), 0)::float8 AS bytes
    FROM files f JOIN blobs b ON b.sha256 = f.sha256 WHERE ${within(subtree)}`);
  return rows[0] ?? { files: 0, bytes: 0 };
}

/** Which versions of packages its files belong to. */
export async function versionsIn(subtree: Subtree): Promise<{ versions: number; packages: number }> {
  const { rows } = await db().execute<{ versions: number; packages: number }>(sql`
    SELECT count(DISTINCT v.id)::float8 AS versions, count(DISTINCT v.package_id)::float8 AS packages
    FROM files f JOIN version_files vf ON vf.file_id = f.id JOIN versions v ON v.id = vf.version_id
    WHERE ${within(subtree)}`);
  return rows[0] ?? { versions: 0, packages: 0 };
}

/** How much of a folder the caller may see; a virtual repository's file that several members have counts once for each. */
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
