import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import type { FileRow } from '../../files/files.ts';

export interface FoundVersion {
  /** ID of the version's row. */
  id: string;
  file: FileRow;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

/** Returns the version of the type that contains the file. */
export async function findVersion(type: string, file: FileRow): Promise<FoundVersion | undefined> {
  const result = await db().execute<Omit<FoundVersion, 'file'> & Record<string, unknown>>(sql`
    SELECT v.id::text, d.dependencies, d.dev_dependencies AS "devDependencies"
    FROM version_files vf JOIN versions v ON v.id = vf.version_id JOIN packages p ON p.id = v.package_id
    JOIN version_details d ON d.version_id = v.id
    WHERE vf.file_id = ${file.id} AND p.type = ${type} ORDER BY v.id LIMIT 1`);
  const [row] = result.rows;
  return row && { ...row, file };
}

/** Returns the readme; empty if there is none. */
export async function readReadme(versionId: string): Promise<string> {
  const result = await db().execute<{ readme: string | null }>(sql`
    SELECT readme FROM version_details WHERE version_id = ${versionId}`);
  return result.rows[0]?.readme ?? '';
}

/** Returns the checksums of all files of the version. */
export async function filesOf(versionId: string): Promise<Pick<FileRow, 'sha1' | 'sha256'>[]> {
  const result = await db().execute<Pick<FileRow, 'sha1' | 'sha256'> & Record<string, unknown>>(sql`
    SELECT b.sha1, b.sha256 FROM version_files vf JOIN files f ON f.id = vf.file_id JOIN blobs b ON b.sha256 = f.sha256
    WHERE vf.version_id = ${versionId} LIMIT 1000`);
  return result.rows;
}
