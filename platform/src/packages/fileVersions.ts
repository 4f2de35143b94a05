import { sql } from 'drizzle-orm';
import { db, transaction } from '../database/db.ts';
import type { FileRow } from '../files/files.ts';
import { unindexVersion, type VersionKey } from './indexing.ts';
import { refreshListing } from './listings.ts';
import { ensurePackage, lockPackage } from './packageRows.ts';
import { queueScans } from './scanQueue.ts';
import { checkNames } from './storable.ts';
import { versionOrderOf } from './versionOrders.ts';

/**
 * Adds the file to a version, in the current transaction. The first file creates the version and
 * becomes its lead file. For versions that are uploaded file by file and have no other metadata.
 */
export async function addFileToVersion(key: VersionKey, file: FileRow): Promise<void> {
  checkNames(key);
  const { sortKey, prerelease } = versionOrderOf(key.type, key.version);
  const [created, modified] = [file.created.toISOString(), file.modified.toISOString()];
  await transaction(async () => {
    const packageId = await ensurePackage(key.type, key.name);
    const result = await db().execute<{ id: string }>(sql`
      WITH written AS (
        INSERT INTO versions AS v (package_id, repo, name, sort_key, prerelease, created, modified, size, lead_path, licenses)
        VALUES (${packageId}, ${key.repo}, ${key.version}, ${sortKey}, ${prerelease}, ${created}, ${modified}, 0,
          ${file.path}, '{}')
        ON CONFLICT (package_id, sort_key, name, repo) DO UPDATE SET modified = greatest(v.modified, excluded.modified)
        RETURNING id, package_id, sort_key, name AS version, xmax = 0 AS to_scan
      ), queued AS (${sql.raw(queueScans('written'))})
      SELECT id::text FROM written`);
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

/**
 * Call after files were removed, in the current transaction: deletes the version if no file is
 * left.
 */
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
