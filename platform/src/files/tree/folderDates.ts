import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { visibleIn } from './children.ts';
import type { Within } from './reach.ts';

export interface FolderDates {
  created: Date;
  modified: Date;
}

/**
 * Returns the dates of the folder's oldest and newest file. Returns nothing if there are no files,
 * or too many to scan.
 */
export async function folderDates(
  { repository, reach }: Within,
  folder: string,
): Promise<FolderDates | undefined> {
  const most = 10_000;
  const result = await db().execute<{ files: number; created: number; modified: number }>(sql`
    SELECT count(*)::integer AS files, (extract(epoch FROM min(created)) * 1000)::float8 AS created,
      (extract(epoch FROM max(modified)) * 1000)::float8 AS modified
    FROM (SELECT f.created, f.modified FROM files f WHERE ${visibleIn(repository.key, reach, folder)} LIMIT ${most}) f`);
  const [row] = result.rows;
  if (!row?.files || row.files === most) return undefined;
  return { created: new Date(row.created), modified: new Date(row.modified) };
}
