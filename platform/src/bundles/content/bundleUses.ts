import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import type { FileUse } from '../../files/filesInUse.ts';

interface Row extends Record<string, unknown> {
  path: string;
  name: string;
  version: string;
}

/**
 * Returns the first of these files that a bundle version contains; without paths, of all files of
 * the repository.
 */
export async function bundleUse(repo: string, paths?: readonly string[]): Promise<FileUse | undefined> {
  const which = paths ? sql`AND a.path = ANY(${sql.param([...paths])}::text[])` : sql``;
  const { rows } = await db().execute<Row>(sql`
    SELECT a.path, b.name, b.version FROM release_bundle_artifacts a JOIN release_bundles b ON b.id = a.bundle_id
    WHERE a.repo = ${repo} ${which} ORDER BY a.path, b.id LIMIT 1`);
  const [row] = rows;
  if (!row) return undefined;
  const { path, name, version } = row;
  return { path, why: `Release bundle ${name} ${version} contains it. Delete that bundle version first` };
}
