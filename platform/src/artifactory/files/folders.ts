import { sql } from 'drizzle-orm';
import { db } from '../../storage/db.ts';

export interface Child {
  /** The last part of its path. */
  name: string;
  folder: boolean;
}

/** How many a folder shows at once. */
export const mostChildren = 10_000;

/**
 * What lies directly in the folder, `''` being the repository itself, by name; `mostChildren` at most. Each costs one look into
 * the index of paths, however much lies below it. Empty for what is no folder.
 */
export async function childrenOf(repo: string, folder: string): Promise<Child[]> {
  const prefix = folder === '' ? '' : `${folder}/`;
  // `0` follows `/`, and no path has a control character.
  const inFolder = prefix === '' ? sql`repo = ${repo}` : sql`repo = ${repo} AND path < ${`${folder}0`}`;
  const result = await db().execute<Child & Record<string, unknown>>(sql`
    WITH RECURSIVE found AS (
      (SELECT path FROM files WHERE ${inFolder} AND path > ${prefix} ORDER BY path LIMIT 1)
      UNION ALL
      SELECT (SELECT f.path FROM files f WHERE ${inFolder} AND f.path >=
        CASE strpos(substr(found.path, ${prefix.length + 1}::integer), '/') WHEN 0 THEN found.path || E'\\x01'
          ELSE ${prefix} || split_part(substr(found.path, ${prefix.length + 1}::integer), '/', 1) || '0' END
        ORDER BY f.path LIMIT 1)
      FROM found WHERE found.path IS NOT NULL
    )
    SELECT split_part(rest, '/', 1) AS name, strpos(rest, '/') > 0 AS folder
    FROM (SELECT substr(path, ${prefix.length + 1}::integer) AS rest FROM found WHERE path IS NOT NULL LIMIT ${mostChildren}) f`);
  return result.rows.sort((a, b) => (a.name < b.name ? -1 : 1));
}

export interface FolderDates {
  created: Date;
  modified: Date;
}

/** Of the folder's oldest and newest file; nothing when there are none, or too many to look at. */
export async function folderDates(repo: string, folder: string): Promise<FolderDates | undefined> {
  const most = 10_000;
  const inFolder = folder === '' ? sql`true` : sql`path > ${`${folder}/`} AND path < ${`${folder}0`}`;
  const result = await db().execute<{ files: number; created: number; modified: number }>(sql`
    SELECT count(*)::integer AS files, (extract(epoch FROM min(created)) * 1000)::float8 AS created,
      (extract(epoch FROM max(modified)) * 1000)::float8 AS modified
    FROM (SELECT created, modified FROM files WHERE repo = ${repo} AND ${inFolder} LIMIT ${most}) f`);
  const [row] = result.rows;
  if (!row?.files || row.files === most) return undefined;
  return { created: new Date(row.created), modified: new Date(row.modified) };
}
