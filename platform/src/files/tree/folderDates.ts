import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { visibleIn } from './children.ts';
import type { Within } from './reach.ts';

export interface FolderDates {
  created: Date;
  modified: Date;
}

/** Of the folder's oldest and newest file; nothing when there are none, or too many to look at. */
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
