import { readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobReader } from '../../blobs/BlobLocation.ts';
import { syncFolder } from '../../blobs/syncFolder.ts';
import type { BackupTarget } from './BackupTarget.ts';
import { BadTarget } from './BackupTarget.ts';
import { type ListedBlob, readBlobList } from './blobLists.ts';
import { copyBlob } from './copyBlob.ts';
import { inParallel } from './inParallel.ts';
import type { Manifest } from './Manifest.ts';

/** Number of parallel copies, to overlap disk waits. */
const parallel = 4;

export interface CopiedBlobs {
  /** All blobs of the backup. */
  count: number;
  bytes: number;
  /** Blobs that earlier backups did not have. */
  copied: { count: number; bytes: number };
  missing: string[];
}

export interface CopyOptions {
  target: BackupTarget;
  source: BlobReader;
  folder: string;
  list: Pick<Manifest, 'blobs'>;
  progress: (done: number, total: number) => void | Promise<void>;
  signal?: AbortSignal;
}

/** Copies the blobs of a list that the target lacks. */
export async function copyBlobs(options: CopyOptions): Promise<CopiedBlobs> {
  const { target, folder, progress, signal } = options;
  const list = options.list as Manifest;
  const needed = await countNeeded(target, folder, list);
  await requireSpace(target.path, needed.bytes);
  const result: CopiedBlobs = {
    ...{ count: needed.count, bytes: needed.all },
    copied: { count: 0, bytes: 0 },
    missing: [],
  };
  let done = 0;
  await progress(0, needed.bytes);
  for await (const { prefix, blobs } of readBlobList(folder, list)) {
    const place = join(target.blobs, prefix);
    const lacking = await lackingOf(place, blobs);
    await inParallel(lacking, parallel, async ({ sha256, size }) => {
      signal?.throwIfAborted();
      const content = await options.source.open(sha256);
      const isCopied = content && (await copyBlob(content, sha256, join(place, sha256), signal));
      if (isCopied) {
        result.copied.count += 1;
        result.copied.bytes += size;
      } else result.missing.push(sha256);
      done += size;
      await progress(done, needed.bytes);
    });
    if (lacking.length > 0) await syncFolder(place);
  }
  result.missing.sort();
  return result;
}

async function countNeeded(target: BackupTarget, folder: string, list: Manifest) {
  const needed = { count: 0, all: 0, bytes: 0 };
  for await (const { prefix, blobs } of readBlobList(folder, list)) {
    for (const { size } of blobs) needed.all += size;
    needed.count += blobs.length;
    for (const { size } of await lackingOf(join(target.blobs, prefix), blobs)) needed.bytes += size;
  }
  return needed;
}

/**
 * Returns missing blobs. Existing names are sufficient, because a file gets its name only when
 * complete.
 */
async function lackingOf(place: string, blobs: readonly ListedBlob[]): Promise<ListedBlob[]> {
  const known = new Set(await readdir(place));
  return blobs.filter(({ sha256 }) => !known.has(sha256));
}

/** Requires slightly more free space than the number of bytes, because files use whole blocks. */
async function requireSpace(path: string, bytes: number): Promise<void> {
  const { bsize, bavail } = await statfs(path);
  const free = bsize * bavail;
  const needed = Math.ceil(bytes * 1.02);
  if (free < needed)
    throw new BadTarget(
      `${path} has ${free} bytes of free space, and this backup needs ${needed}. Free some space or use a larger disk`,
    );
}
