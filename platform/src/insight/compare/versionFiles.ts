import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { fileNameOf } from '../../files/paths.ts';
import type { View } from '../../packages/sql/readable.ts';
import type { StoredVersion } from '../storedVersions.ts';
import { samePath } from './pairFiles.ts';

/** A stored file of a version. */
export interface VersionFileRow extends Record<string, unknown> {
  path: string;
  size: number;
  sha256: string;
}

/** Files of a version. */
const maxFiles = 20_000;

interface VersionFiles {
  /**
   * By name, or by path for files with the same name, such as manifests of an image for several
   * platforms.
   */
  files: Map<string, VersionFileRow>;
  /** The version has more files. */
  truncated: boolean;
}

async function filesOfVersion(versionId: string): Promise<VersionFiles> {
  const { rows: found } = await db().execute<VersionFileRow>(sql`
    SELECT f.path, b.size::float8 AS size, b.sha256
    FROM version_files vf JOIN files f ON f.id = vf.file_id JOIN blobs b ON b.sha256 = f.sha256
    WHERE vf.version_id = ${versionId} ORDER BY f.path LIMIT ${maxFiles + 1}`);
  const rows = found.slice(0, maxFiles);
  const counts = new Map<string, number>();
  for (const { path } of rows) counts.set(fileNameOf(path), (counts.get(fileNameOf(path)) ?? 0) + 1);
  const files = new Map(
    rows.map((row) => {
      const name = fileNameOf(row.path);
      return [counts.get(name) === 1 ? name : row.path, row];
    }),
  );
  return { files, truncated: found.length > maxFiles };
}

/** The files of a version that the caller can read. */
export async function readableFiles({ id, repo }: StoredVersion, view: View): Promise<VersionFiles> {
  const { files, truncated } = await filesOfVersion(id);
  if (view.partial.has(repo))
    for (const [name, { path }] of files) if (!(await view.mayRead(repo, path))) files.delete(name);
  return { files, truncated };
}

export interface Side {
  version: string;
  leadPath: string;
  files: ReadonlyMap<string, VersionFileRow>;
  /** The version has more files. */
  truncated: boolean;
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
