import { sql } from 'drizzle-orm';
import { db } from '../../../database/db.ts';
import type { FileUse } from '../../../files/filesInUse.ts';

/**
 * Returns the first of these files that belongs to a received version, which protects it from
 * changes.
 */
export async function receivedUse(repo: string, paths?: readonly string[]): Promise<FileUse | undefined> {
  const which = paths ? sql`AND a.path = ANY(${sql.param([...paths])}::text[])` : sql``;
  const { rows } = await db().execute<{ path: string; name: string; version: string; source: string }>(sql`
    SELECT a.path, b.name, b.version, b.source_name AS source FROM received_artifacts a JOIN received_bundles b ON b.id = a.bundle_id
    WHERE a.repo = ${repo} AND a.file_id IS NOT NULL ${which} ORDER BY a.path, b.id LIMIT 1`);
  const [row] = rows;
  if (!row) return undefined;
  const { path, name, version, source } = row;
  return {
    path,
    why: `Release bundle ${name} ${version}, received from ${source}, contains it. Remove that version from this server first`,
  };
}
