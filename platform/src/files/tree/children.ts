import { type SQL, sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { inReach, type Reach, spanOf, type Within } from './reach.ts';

/** A direct child of a folder. */
export interface Child {
  /** Last segment of its path. */
  name: string;
  folder: boolean;
  /**
   * For a folder: the deepest folder of a chain in which each folder contains only one folder.
   * Otherwise, the folder itself.
   */
  compact: string;
}

/** A child with the repositories that contain it. */
export interface MergedChild extends Child {
  members: string[];
}

export interface Wanted {
  readonly limit: number;
  /** Children after this key, see `keyOf`. */
  readonly after?: string;
  /** The closest children before this key. */
  readonly before?: string;
  /** Starts with the first child that has this name or a later one. */
  readonly from?: string;
}

export interface ChildPage {
  /** Sorted by the bytes of their keys. */
  children: MergedChild[];
  /** Whether there are more, in the requested direction. */
  more: boolean;
}

/**
 * Returns the sort key of a child. A folder has a trailing slash, so that it sorts like its paths.
 */
export function keyOf({ name, folder }: Pick<Child, 'name' | 'folder'>): string {
  return folder ? `${name}/` : name;
}

/**
 * Returns the direct children of a folder (`''` for the repository itself), merged over the
 * repositories.
 */
export async function childPage(
  repositories: readonly Within[],
  folder: string,
  wanted: Wanted,
): Promise<ChildPage> {
  const merged = new Map<string, MergedChild>();
  for (const { repository, reach } of repositories) {
    for (const child of await childrenIn(repository.key, reach, folder, wanted)) {
      const known = merged.get(keyOf(child));
      if (known) known.members.push(repository.key);
      else merged.set(keyOf(child), { ...child, members: [repository.key] });
      // The common chain of folders of all repositories.
      if (known?.folder) known.compact = commonFolder(known.compact, child.compact);
    }
  }
  const direction = wanted.before === undefined ? 1 : -1;
  const sorted = [...merged].sort(([a], [b]) => direction * Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const children = sorted.slice(0, wanted.limit).map(([, child]) => child);
  return { children: direction > 0 ? children : children.reverse(), more: sorted.length > wanted.limit };
}

/** Whether the caller can see nothing in the folder. */
export async function isEmpty(repositories: readonly Within[], folder: string): Promise<boolean> {
  return (await childPage(repositories, folder, { limit: 1 })).children.length === 0;
}

interface Row extends Record<string, unknown> {
  path: string;
  folder: boolean;
  other: string | null;
}

/**
 * Returns up to one more than the limit. Consecutive files are read directly, up to the first
 * folder.
 */
async function childrenIn(repo: string, reach: Reach, folder: string, wanted: Wanted): Promise<Child[]> {
  const { limit, before } = wanted;
  const prefix = folder === '' ? '' : `${folder}/`;
  const { rows } = await db().execute<{ path: string }>(sql`
    SELECT f.path FROM files f WHERE ${visibleIn(repo, reach, folder)} AND ${startAt(prefix, wanted)}
    ORDER BY f.path ${before === undefined ? sql`ASC` : sql`DESC`} LIMIT ${limit + 1}`);
  const names = rows.map(({ path }) => path.slice(prefix.length));
  const end = names.findIndex((name) => name.includes('/'));
  const run = end < 0 ? names : names.slice(0, end);
  const files = run.map((name) => ({ name, folder: false, compact: prefix + name }));
  if (end < 0) return files;
  const last = run.at(-1);
  const from = last === undefined ? wanted : before === undefined ? { after: last } : { before: last };
  return [...files, ...(await walk(repo, reach, folder, { ...from, limit: limit - run.length }))];
}

/**
 * Returns up to one more than the limit. Each child costs one index lookup, regardless of the
 * content below it: the next child begins after the last possible path of this one.
 */
async function walk(repo: string, reach: Reach, folder: string, wanted: Wanted): Promise<Child[]> {
  const prefix = folder === '' ? '' : `${folder}/`;
  const start = sql`${[...prefix].length + 1}::integer`;
  const name = sql`split_part(substr(found.path, ${start}), '/', 1)`;
  const isFolder = sql`strpos(substr(found.path, ${start}), '/') > 0`;
  const back = wanted.before !== undefined;
  const visible = visibleIn(repo, reach, folder);
  const order = back ? sql`DESC` : sql`ASC`;
  // `0` is the character after `/`.
  const next = back
    ? sql`f.path < CASE WHEN ${isFolder} THEN ${prefix} || ${name} || '/' ELSE found.path END`
    : sql`f.path >= CASE WHEN ${isFolder} THEN ${prefix} || ${name} || '0' ELSE found.path || E'\\x01' END`;
  const other = (
    to: SQL,
    direction: SQL,
  ) => sql`CASE WHEN ${isFolder} THEN (SELECT f.path FROM files f WHERE ${visible}
    AND f.path > ${prefix} || ${name} || '/' AND ${to} ORDER BY f.path ${direction} LIMIT 1) END`;
  const otherEnd = back
    ? other(sql`f.path <= found.path`, sql`ASC`)
    : other(sql`f.path < ${prefix} || ${name} || '0'`, sql`DESC`);
  const result = await db().execute<Row>(sql`
    WITH RECURSIVE found AS (
      (SELECT f.path, 1 AS number FROM files f WHERE ${visible} AND ${startAt(prefix, wanted)}
        ORDER BY f.path ${order} LIMIT 1)
      UNION ALL
      SELECT (SELECT f.path FROM files f WHERE ${visible} AND ${next} ORDER BY f.path ${order} LIMIT 1), number + 1
      FROM found WHERE found.path IS NOT NULL AND number <= ${wanted.limit}::integer
    )
    SELECT found.path, ${isFolder} AS folder, ${otherEnd} AS other
    FROM found WHERE found.path IS NOT NULL ORDER BY number`);
  return result.rows.map((row) => childOf(row, prefix));
}

function childOf({ path, folder, other }: Row, prefix: string): Child {
  const [name = ''] = path.slice(prefix.length).split('/', 1);
  const compact = folder ? commonFolder(parent(path), parent(other ?? path)) : path;
  return { name, folder, compact };
}

/** Returns a condition on `files f` for paths below the folder that the caller can see. */
export function visibleIn(repo: string, reach: Reach, folder: string): SQL {
  const within = folder === '' ? sql`true` : sql`f.path > ${`${folder}/`} AND f.path < ${`${folder}0`}`;
  const span = spanOf(reach);
  const near = span ? sql`f.path >= ${span.from} AND f.path < ${span.below}` : sql`true`;
  return sql`f.repo = ${repo} AND ${within} AND ${near} AND ${inReach(reach)}`;
}

function startAt(prefix: string, { after, before, from }: Wanted): SQL {
  if (after !== undefined) {
    const last = `${prefix}${after}`;
    return after.endsWith('/') ? sql`f.path >= ${`${last.slice(0, -1)}0`}` : sql`f.path > ${last}`;
  }
  if (before !== undefined) return sql`f.path < ${`${prefix}${before}`}`;
  if (from !== undefined) return sql`f.path >= ${`${prefix}${from}`}`;
  return sql`true`;
}

function parent(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

/** Returns the deepest common parent folder. */
function commonFolder(one: string, other: string): string {
  const [a, b] = [one.split('/'), other.split('/')];
  const end = a.findIndex((segment, at) => segment !== b[at]);
  return end < 0 ? one : a.slice(0, end).join('/');
}
