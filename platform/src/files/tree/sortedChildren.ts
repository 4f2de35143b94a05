import { type SQL, sql } from 'drizzle-orm';
import { decodeCursor, encodeCursor, type ListName } from '../../database/cursor.ts';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { asciiLower } from '../../globs/asciiLower.ts';
import type { ChildDetails } from './childDetails.ts';
import { keyOf, type MergedChild, visibleIn } from './children.ts';
import type { Within } from './reach.ts';

/** Columns that no index of a folder answers: all of its files are read. */
export const detailSorts = ['size', 'created', 'modified', 'downloads', 'kind'] as const;
export type DetailSort = (typeof detailSorts)[number];

/** Files of a folder, at any depth, that are read to sort its children. */
const maxSorted = 200_000;

export interface SortedRequest {
  readonly sortBy: DetailSort;
  readonly descending: boolean;
  /** Part of a child's name; empty: all children. */
  readonly filter: string;
  readonly limit: number;
  readonly cursor: string | undefined;
}

export interface SortedPage {
  children: { child: Omit<MergedChild, 'compact'>; details: ChildDetails }[];
  next: string | undefined;
}

interface Row extends Record<string, unknown> {
  scanned: number;
  /** Null: no children after the cursor. */
  name: string | null;
  folder: boolean;
  size: number;
  created: number;
  modified: number;
  downloads: number;
  mime_type: string | null;
  ranks: number[];
  place: string | number;
}

const columns: Readonly<Record<DetailSort, SQL>> = {
  size: sql`size`,
  created: sql`created`,
  modified: sql`modified`,
  downloads: sql`downloads`,
  kind: sql`CASE WHEN folder THEN '' ELSE mime_type END COLLATE "C"`,
};

/**
 * Returns a page of a folder's children, sorted by a detail. Throws `HttpError` 400 for a folder
 * with too many files.
 */
export async function sortedChildren(
  repositories: readonly Within[],
  folder: string,
  request: SortedRequest,
  most = maxSorted,
): Promise<SortedPage> {
  const { sortBy, descending, limit } = request;
  const list: ListName = ['children', sortBy, descending ? 'DESC' : 'ASC'];
  const rows = await rowsOf(repositories, folder, request, list, most);
  if ((rows[0]?.scanned ?? 0) > most)
    throw new HttpError(
      400,
      'TOO_MANY',
      `${folder === '' ? 'The repository' : `Folder ${folder}`} contains more than ${most} files, too many to sort by ${sortBy}. Sort by name.`,
    );
  const found = rows.flatMap((row) => (row.name === null ? [] : [{ ...row, name: row.name }]));
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    children: shown.map((row) => ({
      child: {
        name: row.name,
        folder: row.folder,
        members: row.ranks.map((rank) => repositories[rank]?.repository.key ?? ''),
      },
      details: {
        size: row.size,
        created: row.created,
        modified: row.modified,
        downloads: row.downloads,
        ...(row.folder || row.mime_type === null ? {} : { mimeType: row.mime_type }),
      },
    })),
    next:
      last && found.length > limit ? encodeCursor(list, { key: last.place, tie: keyOf(last) }) : undefined,
  };
}

async function rowsOf(
  repositories: readonly Within[],
  folder: string,
  { sortBy, descending, filter, limit, cursor }: SortedRequest,
  list: ListName,
  most: number,
): Promise<Row[]> {
  const start = sql`${folder === '' ? 1 : [...folder].length + 2}::integer`;
  const direction = descending ? sql`DESC` : sql`ASC`;
  const place = columns[sortBy];
  const tie = sql`(name || CASE WHEN folder THEN '/' ELSE '' END)`;
  const matches = filter === '' ? sql`true` : sql`strpos(lower(name), ${asciiLower(filter)}) > 0`;
  const { rows } = await db().execute<Row>(sql`
    WITH scanned AS MATERIALIZED (${scanOf(repositories, folder, most)}),
    parts AS (
      SELECT *, split_part(substr(path, ${start}), '/', 1) AS name, strpos(substr(path, ${start}), '/') > 0 AS folder
      FROM scanned WHERE (SELECT count(*) FROM scanned) <= ${most}::integer
    ),
    children AS (
      SELECT name, folder, ${sumsOf(repositories)}, ${ranksOf(repositories)} AS ranks
      FROM parts p JOIN blobs b ON b.sha256 = p.sha256 WHERE ${matches} GROUP BY name, folder
    )
    SELECT counted.*, page.* FROM (SELECT count(*)::integer AS scanned FROM scanned) counted LEFT JOIN (
      SELECT *, ${place} AS place, ${tie} AS tie FROM children WHERE ${beyond(cursor, list, place, tie)}
      ORDER BY ${place} ${direction}, ${tie} ${direction} LIMIT ${limit + 1}
    ) page ON true ORDER BY page.place ${direction}, page.tie ${direction}`);
  return rows;
}

function beyond(cursor: string | undefined, list: ListName, place: SQL, tie: SQL): SQL {
  if (cursor === undefined) return sql`true`;
  const after = decodeCursor(list, cursor);
  const key = typeof after.key === 'number' ? sql`${after.key}::float8` : sql`${after.key}::text`;
  const comes = list[2] === 'DESC' ? sql`<` : sql`>`;
  return sql`(${place}, ${tie}) ${comes} (${key}, ${after.tie}::text)`;
}

/** Returns one file more than the limit at most, with the rank of its repository. */
function scanOf(repositories: readonly Within[], folder: string, most: number): SQL {
  const scans = repositories.map(
    ({ repository, reach }, rank) => sql`
      (SELECT f.path, f.sha256, f.created, f.modified, f.downloads, f.mime_type, ${rank}::integer AS rank
      FROM files f WHERE ${visibleIn(repository.key, reach, folder)} LIMIT ${most + 1})`,
  );
  const all = sql.join(scans, sql` UNION ALL `);
  if (scans.length === 1) return sql`SELECT *, rank AS first FROM ${all} s`;
  return sql`SELECT *, min(rank) OVER (PARTITION BY path) AS first FROM (${all}) s`;
}

/** Members that contain the child. A single one needs no aggregate that sorts all files. */
function ranksOf(repositories: readonly Within[]): SQL {
  return repositories.length === 1
    ? sql`ARRAY[0]::integer[]`
    : sql`array_agg(DISTINCT p.rank ORDER BY p.rank)`;
}

/** Files have the details of the first member that contains them; folders the sum of all. */
function sumsOf(repositories: readonly Within[]): SQL {
  const counts = repositories.length === 1 ? sql`` : sql`FILTER (WHERE folder OR p.rank = p.first)`;
  const epoch = (date: SQL) => sql`(extract(epoch FROM ${date}) * 1000)::float8`;
  return sql`(sum(b.size) ${counts})::float8 AS size, (sum(p.downloads) ${counts})::float8 AS downloads,
    ${epoch(sql`min(p.created) ${counts}`)} AS created, ${epoch(sql`max(p.modified) ${counts}`)} AS modified,
    min(p.mime_type) ${counts} AS mime_type`;
}
