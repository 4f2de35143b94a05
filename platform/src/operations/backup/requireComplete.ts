import { type BackupTarget, BadTarget } from './BackupTarget.ts';
import { readBlobList } from './blobLists.ts';
import { type Manifest, partsOf } from './Manifest.ts';

/**
 * Throws `BadTarget` if anything of a backup is absent or has another size, before the manifest
 * completes it. Another installation with the same ID may have deleted it: in a bucket, only their
 * databases lock. Lists all blobs once more, one request for a thousand of them.
 */
export async function requireComplete(
  target: BackupTarget,
  { name, manifest, parts }: { name: string; manifest: Manifest; parts: ReadonlyMap<string, number> },
): Promise<void> {
  const files = target.files(name);
  for (const { file, size } of partsOf(manifest))
    if (parts.get(file) !== size) throw changed(files.pathOf(file));
  const missing = new Set(manifest.blobs.missing);
  for await (const { prefix, blobs } of readBlobList(files, manifest)) {
    const stored = await target.blobSizes(prefix);
    for (const { sha256, size } of blobs)
      if (stored.get(sha256) !== size && !missing.has(sha256)) throw changed(target.pathOfBlob(sha256));
  }
}

function changed(path: string): BadTarget {
  return new BadTarget(
    `${path} was deleted or changed during the backup. Another installation with the same ID, such as a restored copy, ` +
      'may use this target: give it another prefix, then back up again',
  );
}
