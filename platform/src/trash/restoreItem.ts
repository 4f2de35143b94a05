import { sql } from 'drizzle-orm';
import type { Caller } from '../access/Caller.ts';
import { allows } from '../access/gateway.ts';
import { HttpError } from '../errors/HttpError.ts';
import { otherContentAt } from '../files/otherContentAt.ts';
import { setCreated } from '../packages/indexing.ts';
import { formatOf, type TrashedFile } from '../pipeline/Format.ts';
import { authorizeWrite } from '../pipeline/writeTarget.ts';
import { findRepository, type Repository } from '../repositories/repositories.ts';
import { restorePlainFiles } from './restorePlainFiles.ts';
import { filesOfItem, purge, type TrashRow } from './trashTable.ts';

/**
 * Whether the caller can see an item: administrators see all, others those that they deleted, and
 * those that they could have deleted.
 */
export async function maySee(caller: Caller, { repo, path, deletedBy }: TrashRow): Promise<boolean> {
  if (!(await allows(caller, 'read', { repo, path }))) return false;
  return deletedBy === caller.userName || allows(caller, 'delete', { repo, path });
}

/**
 * Restores an item and removes it from the trash. If the server stops in between, the item stays,
 * and restoring it again changes nothing. Throws `HttpError` 401 or 403 without permission, and 409
 * if other content exists at one of its paths.
 */
export async function restoreItem(caller: Caller, item: TrashRow): Promise<void> {
  const repository = await findRepository(item.repo);
  if (repository?.type !== 'local' || repository.packageType !== item.packageType)
    throw new HttpError(409, 'REPOSITORY_CHANGED', `Repository ${item.repo} no longer accepts the item.`);
  const files = await filesOfItem(item.id);
  for (const { path, file } of files) {
    if (file) await authorizeWrite(caller, 'deploy', repository, path);
  }
  await assertFree(repository, files);
  const restore = formatOf(item.packageType)?.trash?.restore ?? restorePlainFiles;
  await restore(repository, files, caller.userName);
  if (item.owner?.created) await setCreated(item.owner.key, item.owner.created);
  await purge(sql`i.id = ${item.id}::uuid`);
}

async function assertFree({ key }: Repository, files: readonly TrashedFile[]): Promise<void> {
  // Parts have the names of their content, or are not published individually.
  const own = files.filter(({ file }) => file).map(({ path, blob }) => ({ path, sha256: blob.sha256 }));
  const other = await otherContentAt(key, own);
  if (other === undefined) return;
  throw new HttpError(
    409,
    'EXISTS',
    `${key}/${other} exists with different content. Delete or move that file first.`,
  );
}
