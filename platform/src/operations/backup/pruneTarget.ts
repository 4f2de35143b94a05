import type { BackupTarget } from './BackupTarget.ts';
import { mergeBlobLists, readBlobList } from './blobLists.ts';
import { inParallel } from './inParallel.ts';
import { readManifest } from './Manifest.ts';

/** Number of blobs to delete between two checks. */
const batch = 100;

/**
 * Deletes all but the newest backups, then blobs that no remaining backup references. Throws
 * without deleting anything if a remaining backup is corrupted, because its blobs are unknown. The
 * caller must have taken the target; `isAlone` throws if it no longer has it. Returns the deleted
 * backups.
 */
export async function pruneTarget(
  target: BackupTarget,
  keep: number,
  isAlone: () => Promise<void>,
): Promise<string[]> {
  const names = await target.list();
  const old = names.slice(Math.max(keep, 1));
  if (old.length === 0) return [];
  const remaining = await Promise.all(
    names.slice(0, Math.max(keep, 1)).map(async (name) => {
      const files = target.files(name);
      return { backup: name, groups: readBlobList(files, await readManifest(files)) };
    }),
  );
  const unused: string[] = [];
  for await (const { prefix, blobs } of mergeBlobLists(remaining))
    for (const sha256 of await target.blobsWith(prefix)) if (!blobs.has(sha256)) unused.push(sha256);
  for (const name of old) {
    await isAlone();
    await target.delete(name);
  }
  for (let at = 0; at < unused.length; at += batch) {
    await isAlone();
    await inParallel(unused.slice(at, at + batch), target.parallel, (sha256) => target.deleteBlob(sha256));
  }
  return old;
}
