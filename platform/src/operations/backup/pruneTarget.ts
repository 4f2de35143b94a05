import type { BackupTarget } from './BackupTarget.ts';
import { mergeBlobLists, readBlobList } from './blobLists.ts';
import { inParallel } from './inParallel.ts';
import { readManifest } from './Manifest.ts';

/** Number of blobs to delete between two checks. */
const batch = 100;

interface Retention {
  /** Number of backups to keep, at least 1. */
  keep: number;
  /** The backup that was just created. Always kept. */
  own: string;
  /** Throws if the caller no longer has the target. */
  isAlone: () => Promise<void>;
}

/**
 * Deletes all but the newest backups, then blobs that no remaining backup references. Throws
 * without deleting anything if a remaining backup is corrupted, because its blobs are unknown. The
 * caller must have taken the target. Returns the deleted backups.
 */
export async function pruneTarget(
  target: BackupTarget,
  { keep, own, isAlone }: Retention,
): Promise<string[]> {
  const others = (await target.list()).filter((name) => name !== own);
  const kept = Math.max(keep, 1) - 1;
  const old = others.slice(kept);
  if (old.length === 0) return [];
  const remaining = await Promise.all(
    [own, ...others.slice(0, kept)].map(async (name) => {
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
