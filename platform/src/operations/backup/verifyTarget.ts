import { createHash } from 'node:crypto';
import type { BackupTarget } from './BackupTarget.ts';
import { mergeBlobLists, readBlobList } from './blobLists.ts';
import { inParallel } from './inParallel.ts';
import {
  DamagedBackup,
  type Manifest,
  manifestFile,
  NewerBackup,
  partsOf,
  readManifest,
} from './Manifest.ts';
import { readPart } from './parts.ts';

export interface Fault {
  /** Names of the backups that cannot be restored completely. */
  backups: string[];
  /** Path of the file in the target. */
  path: string;
  reason: 'damaged' | 'missing';
  /** Whether it is a blob, which a later backup can copy again. */
  isBlob: boolean;
}

export interface Verified {
  /** Number of backups that were read. */
  backups: number;
  blobs: number;
  bytes: number;
  faults: Fault[];
  /** Why each of the other backups could not be read. Their blobs were not checked. */
  unread: string[];
}

/** Reads and hashes all files of the backups. */
export async function verifyTarget(
  target: BackupTarget,
  names: readonly string[],
  progress: (done: number, total: number) => void = () => undefined,
): Promise<Verified> {
  const result: Verified = { backups: names.length, blobs: 0, bytes: 0, faults: [], unread: [] };
  const readable: { name: string; manifest: Manifest }[] = [];
  for (const name of names) {
    const { manifest, faults, unread } = await verifyParts(target, name);
    result.faults.push(...faults);
    if (unread !== undefined) {
      result.backups -= 1;
      result.unread.push(unread);
    }
    if (manifest) readable.push({ name, manifest });
  }
  const lists = readable.map(({ name, manifest }) => ({
    backup: { name, missing: new Set(manifest.blobs.missing) },
    groups: readBlobList(target.files(name), manifest),
  }));
  for await (const { prefix, blobs } of mergeBlobLists(lists)) {
    await inParallel(blobs, target.parallel, async ([sha256, { size, backups }]) => {
      const reason = await faultOf(target, sha256);
      result.blobs += 1;
      result.bytes += size;
      // A blob that was already missing when a backup was created was reported then. Other backups
      // may have it.
      const affected = backups.filter(({ missing }) => !(reason === 'missing' && missing.has(sha256)));
      if (reason && affected.length > 0)
        result.faults.push({
          backups: affected.map(({ name }) => name),
          ...{ path: target.pathOfBlob(sha256), reason, isBlob: true },
        });
    });
    progress(Number.parseInt(prefix, 16) + 1, 256);
  }
  return result;
}

async function verifyParts(
  target: BackupTarget,
  name: string,
): Promise<{ manifest?: Manifest; faults: Fault[]; unread?: string }> {
  const files = target.files(name);
  let manifest: Manifest;
  try {
    manifest = await readManifest(files);
  } catch (error) {
    if (error instanceof NewerBackup) return { faults: [], unread: error.message };
    if (!(error instanceof DamagedBackup)) throw error;
    const path = files.pathOf(manifestFile);
    return { faults: [{ backups: [name], path, reason: 'damaged', isBlob: false }] };
  }
  const found = new Map<string, Fault>();
  const parts = partsOf(manifest);
  await inParallel(parts, target.parallel, async (part) => {
    try {
      for await (const _ of readPart(files, part));
    } catch (error) {
      if (!(error instanceof DamagedBackup)) throw error;
      const reason = error.message.endsWith('missing') ? 'missing' : 'damaged';
      found.set(part.file, { backups: [name], path: files.pathOf(part.file), reason, isBlob: false });
    }
  });
  const faults = parts.flatMap(({ file }) => found.get(file) ?? []);
  // Without its list, the blobs of the backup are unknown.
  const isListed = !faults.some(({ path }) => path === files.pathOf(manifest.blobs.file));
  return { ...(isListed ? { manifest } : {}), faults };
}

async function faultOf(target: BackupTarget, sha256: string): Promise<Fault['reason'] | undefined> {
  const content = await target.open(sha256);
  if (!content) return 'missing';
  const hash = createHash('sha256');
  for await (const bytes of content) hash.update(bytes);
  return hash.digest('hex') === sha256 ? undefined : 'damaged';
}
