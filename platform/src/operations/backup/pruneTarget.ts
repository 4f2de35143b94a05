import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupTarget } from './BackupTarget.ts';
import { mergeBlobLists, readBlobList } from './blobLists.ts';
import { readManifest } from './Manifest.ts';

/**
 * Deletes all but the newest backups, then blobs that no remaining backup references. Throws
 * without deleting anything if a remaining backup is corrupted, because its blobs are unknown. The
 * caller must have locked the target. Returns the deleted backups.
 */
export async function pruneTarget(target: BackupTarget, keep: number): Promise<string[]> {
  const names = await target.list();
  const old = names.slice(Math.max(keep, 1));
  if (old.length === 0) return [];
  const remaining = await Promise.all(
    names.slice(0, Math.max(keep, 1)).map(async (name) => {
      const folder = target.folderOf(name);
      return { backup: name, groups: readBlobList(folder, await readManifest(folder)) };
    }),
  );
  const unused: string[] = [];
  for await (const { prefix, blobs } of mergeBlobLists(remaining)) {
    const place = join(target.blobs, prefix);
    for (const name of await readdir(place)) if (!blobs.has(name)) unused.push(join(place, name));
  }
  for (const name of old) await target.delete(name);
  for (const path of unused) await rm(path, { force: true });
  return old;
}
