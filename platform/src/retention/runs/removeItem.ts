import { sql } from 'drizzle-orm';
import { db, transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { formatOf } from '../../pipeline/Format.ts';
import { findRepository } from '../../repositories/repositories.ts';
import { removeFiles } from '../../tree/removal.ts';
import type { Conditions } from './Conditions.ts';
import { type OpenItem, setItem } from './itemTable.ts';
import { protect } from './protect.ts';

/**
 * Deletes an item unless it was changed, used, or protected since its selection, and records the
 * outcome.
 */
export async function removeItem(run: string, item: OpenItem, conditions: Conditions): Promise<void> {
  const stays = await reasonToStay(item, conditions);
  if (stays !== undefined) return setItem(run, item.number, 'kept', stays);
  try {
    // In one transaction, so that the report matches the deletion even if the server is killed.
    await transaction(async () => {
      const kept = await remove(item, conditions);
      await setItem(run, item.number, kept === undefined ? 'deleted' : 'kept', kept);
    });
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    await setItem(run, item.number, error.code === 'IN_USE' ? 'kept' : 'failed', error.message);
  }
}

/** Returns why the item was kept. */
async function remove(
  { repo, packageName: name, packageVersion: version, path, files }: OpenItem,
  { settings, changedBefore }: Conditions,
): Promise<string | undefined> {
  const repository = await findRepository(repo);
  const format = repository && formatOf(repository.packageType);
  if (!format) return undefined;
  // Layers are deleted once the run has deleted all manifests that require them.
  if (settings.select === 'untagged') return format.untagged?.remove(repo, path, changedBefore);
  const byVersion = repository.type === 'local' || format.branches;
  if (name !== undefined && version !== undefined && format.removeVersion && byVersion)
    await format.removeVersion({ repo, type: format.packagesType ?? format.type, name, version });
  else await removeFiles(repository, files);
  return undefined;
}

async function reasonToStay(item: OpenItem, conditions: Conditions): Promise<string | undefined> {
  const repository = await findRepository(item.repo);
  const format = repository && formatOf(repository.packageType);
  if (!format) return 'The repository was deleted';
  const { rows } = await db().execute<{
    sha256: string;
    changed: number;
    downloaded: number | null;
    id: string;
  }>(sql`
    SELECT id::text, sha256, (extract(epoch FROM modified) * 1000)::float8 AS changed,
      (extract(epoch FROM last_downloaded) * 1000)::float8 AS downloaded
    FROM files WHERE id = ANY(${sql.param(item.files.map(({ id }) => id))}::bigint[])`);
  const now = new Map(rows.map((row) => [row.id, row]));
  if (item.files.some(({ id, sha256 }) => now.has(id) && now.get(id)?.sha256 !== sha256))
    return 'Its content changed after the selection';
  if (rows.some(({ downloaded }) => conditions.wasUsed(downloaded)))
    return 'It was downloaded after the selection';
  return (await protect(item.repo, format, [item], conditions.settings))[0]?.reason;
}
