import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { bufferSize } from '../../blobs/streams.ts';
import type { BackupTarget } from './BackupTarget.ts';
import { mergeBlobLists, readBlobList } from './blobLists.ts';
import { inParallel } from './inParallel.ts';
import { isMissing } from './isMissing.ts';
import { DamagedBackup, type Manifest, partsOf, readManifest } from './Manifest.ts';
import { readPart } from './parts.ts';

const parallel = 4;

interface Fault {
  /** Names of the backups that cannot be restored completely. */
  backups: string[];
  /** Path of the file in the target. */
  path: string;
  reason: 'damaged' | 'missing';
}

export interface Verified {
  backups: number;
  blobs: number;
  bytes: number;
  faults: Fault[];
}

/** Reads and hashes all files of the backups. */
export async function verifyTarget(
  target: BackupTarget,
  names: readonly string[],
  progress: (done: number, total: number) => void = () => undefined,
): Promise<Verified> {
  const result: Verified = { backups: names.length, blobs: 0, bytes: 0, faults: [] };
  const readable: { name: string; manifest: Manifest }[] = [];
  for (const name of names) {
    const { manifest, faults } = await verifyParts(target, name);
    result.faults.push(...faults);
    if (manifest) readable.push({ name, manifest });
  }
  const missing = new Set(readable.flatMap(({ manifest }) => manifest.blobs.missing));
  const lists = readable.map(({ name, manifest }) => ({
    backup: name,
    groups: readBlobList(target.folderOf(name), manifest),
  }));
  for await (const { prefix, blobs } of mergeBlobLists(lists)) {
    await inParallel(blobs, parallel, async ([sha256, { size, backups }]) => {
      const path = join(target.blobs, prefix, sha256);
      const reason = await faultOf(path, sha256);
      result.blobs += 1;
      result.bytes += size;
      // Blobs that were already missing when the backup was created were reported then.
      if (reason && !(reason === 'missing' && missing.has(sha256)))
        result.faults.push({ backups, path, reason });
    });
    progress(Number.parseInt(prefix, 16) + 1, 256);
  }
  return result;
}

async function verifyParts(
  target: BackupTarget,
  name: string,
): Promise<{ manifest?: Manifest; faults: Fault[] }> {
  const folder = target.folderOf(name);
  let manifest: Manifest;
  try {
    manifest = await readManifest(folder);
  } catch (error) {
    if (!(error instanceof DamagedBackup)) throw error;
    return { faults: [{ backups: [name], path: join(folder, 'manifest.json'), reason: 'damaged' }] };
  }
  const faults: Fault[] = [];
  for (const part of partsOf(manifest)) {
    try {
      for await (const _ of readPart(folder, part));
    } catch (error) {
      if (!(error instanceof DamagedBackup)) throw error;
      const reason = error.message.endsWith('missing') ? 'missing' : 'damaged';
      faults.push({ backups: [name], path: join(folder, part.file), reason });
    }
  }
  // Without its list, the blobs of the backup are unknown.
  const isListed = !faults.some(({ path }) => path === join(folder, manifest.blobs.file));
  return { ...(isListed ? { manifest } : {}), faults };
}

async function faultOf(path: string, sha256: string): Promise<Fault['reason'] | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const bytes of createReadStream(path, { highWaterMark: bufferSize }))
      hash.update(bytes as Buffer);
  } catch (error) {
    if (isMissing(error)) return 'missing';
    throw error;
  }
  return hash.digest('hex') === sha256 ? undefined : 'damaged';
}
