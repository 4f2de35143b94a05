import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { fileNameOf } from '../../files/paths.ts';
import type { View } from '../../packages/search/readable.ts';
import type { StoredVersion } from '../storedVersions.ts';
import { samePath } from './pairFiles.ts';

/** A stored file of a version. */
export interface VersionFileRow extends Record<string, unknown> {
  path: string;
  size: number;
  sha256: string;
}

/**
 * The files of a version by name, or by path for files with the same name, such as manifests of an
 * image for several platforms.
 */
async function filesOfVersion(versionId: string): Promise<Map<string, VersionFileRow>> {
  const { rows } = await db().execute<VersionFileRow>(sql`
    SELECT f.path, b.size::float8 AS size, b.sha256
    FROM version_files vf JOIN files f ON f.id = vf.file_id JOIN blobs b ON b.sha256 = f.sha256
    WHERE vf.version_id = ${versionId} ORDER BY f.path LIMIT 10000`);
  const counts = new Map<string, number>();
  for (const { path } of rows) counts.set(fileNameOf(path), (counts.get(fileNameOf(path)) ?? 0) + 1);
  return new Map(
    rows.map((row) => {
      const name = fileNameOf(row.path);
      return [counts.get(name) === 1 ? name : row.path, row];
    }),
  );
}

/** The files of a version that the caller can read. */
export async function readableFiles(
  { id, repo }: StoredVersion,
  view: View,
): Promise<Map<string, VersionFileRow>> {
  const files = await filesOfVersion(id);
  if (view.partial.has(repo))
    for (const [name, { path }] of files) if (!(await view.mayRead(repo, path))) files.delete(name);
  return files;
}

export interface Side {
  version: string;
  leadPath: string;
  files: ReadonlyMap<string, VersionFileRow>;
}

/**
 * The archives to compare: the lead file of the second version and the same file of the first one,
 * or the lead files of both.
 */
export function archivesOf(from: Side, to: Side): { from: VersionFileRow; to: VersionFileRow } | undefined {
  const lead = leadOf(to);
  const now = to.files.get(lead);
  const same = samePath(lead, to.version, from.files, from.version) ?? leadOf(from);
  const old = from.files.get(same);
  return now && old && { from: old, to: now };
}

function leadOf({ leadPath, files }: Side): string {
  return files.has(leadPath) ? leadPath : fileNameOf(leadPath);
}
