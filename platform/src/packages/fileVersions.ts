import { sql } from 'drizzle-orm';
import { db, transaction } from '../database/db.ts';
import type { FileRow } from '../files/files.ts';
import { unindexVersion, type VersionKey } from './indexing.ts';
import { refreshListing } from './listings.ts';
import { ensurePackage, lockPackage } from './packageRows.ts';
import { checkNames } from './storable.ts';
import { versionOrderOf } from './versionOrders.ts';

/**
 * Makes the file one of the version's, in the current transaction; the version comes with its first file, which leads it.
 * For versions that arrive file by file, of which nothing is known but the files.
 */
export async function addFileToVersion(key: VersionKey, file: FileRow): Promise<void> {
  checkNames(key);
  const { sortKey, prerelease } = versionOrderOf(key.type, key.version);
  const [created, modified] = [file.created.toISOString(), file.modified.toISOString()];
  await transaction(async () => {
    const packageId = await ensurePackage(key.type, key.name);
    const result = await db().execute<{ id: string }>(sql`
      INSERT INTO versions AS v (package_id, repo, name, sort_key, prerelease, created, modified, size, lead_path, licenses)
      VALUES (${packageId}, ${key.repo}, ${key.version}, ${sortKey}, ${prerelease}, ${created}, ${modified}, 0,
        ${file.path}, '{}')
      ON CONFLICT (package_id, sort_key, name, repo) DO UPDATE SET modified = greatest(v.modified, excluded.modified)
      RETURNING id::text`);
    const versionId = result.rows[0]?.id;
    if (versionId === undefined) throw new Error(`Failed to write version ${key.name}@${key.version}`);
    await db().execute(sql`
      INSERT INTO version_details (version_id, keywords, dependencies, dev_dependencies)
      VALUES (${versionId}, '{}', '{}', '{}') ON CONFLICT DO NOTHING`);
    await db().execute(sql`
      INSERT INTO version_files (version_id, file_id) VALUES (${versionId}, ${file.id}) ON CONFLICT DO NOTHING`);
    await sumUp(versionId);
    await refreshListing(packageId, key.repo);
  });
}

/** After the file was removed, or several were, in the current transaction: a version without any goes with its last one. */
export async function fileRemoved(key: VersionKey, path: string | readonly string[]): Promise<void> {
  await transaction(async () => {
    const packageId = await lockPackage(key.type, key.name);
    if (!packageId) return;
    const { sortKey } = versionOrderOf(key.type, key.version);
    const result = await db().execute<{ id: string; lead: string; next: string | null }>(sql`
      SELECT v.id::text, v.lead_path AS lead, (SELECT f.path FROM version_files vf JOIN files f ON f.id = vf.file_id
        WHERE vf.version_id = v.id ORDER BY f.id LIMIT 1) AS next
      FROM versions v WHERE v.package_id = ${packageId} AND v.sort_key = ${sortKey} AND v.name = ${key.version}
        AND v.repo = ${key.repo}`);
    const [version] = result.rows;
    if (!version) return;
    if (version.next === null) return unindexVersion(key);
    if ([path].flat().includes(version.lead)) {
      await db().execute(sql`UPDATE versions SET lead_path = ${version.next} WHERE id = ${version.id}`);
    }
    await sumUp(version.id);
    await refreshListing(packageId, key.repo);
  });
}

async function sumUp(versionId: string): Promise<void> {
  await db().execute(sql`
    UPDATE versions SET size = (SELECT coalesce(sum(b.size), 0) FROM version_files vf JOIN files f ON f.id = vf.file_id
      JOIN blobs b ON b.sha256 = f.sha256 WHERE vf.version_id = versions.id)
    WHERE id = ${versionId}`);
}
