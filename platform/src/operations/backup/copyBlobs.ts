import type { BlobReader } from '../../blobs/BlobLocation.ts';
import type { BackupFiles } from './BackupFiles.ts';
import type { BackupTarget } from './BackupTarget.ts';
import { type ListedBlob, readBlobList } from './blobLists.ts';
import { inParallel } from './inParallel.ts';
import type { Manifest } from './Manifest.ts';

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
  files: BackupFiles;
  list: Pick<Manifest, 'blobs'>;
  progress: (done: number, total: number) => void | Promise<void>;
  signal?: AbortSignal;
}

/** Copies the blobs of a list that the target lacks. */
export async function copyBlobs(options: CopyOptions): Promise<CopiedBlobs> {
  const { target, files, list, progress, signal } = options;
  const needed = await countNeeded(target, files, list);
  await target.requireSpace(needed.bytes);
  const result: CopiedBlobs = {
    ...{ count: needed.count, bytes: needed.all },
    copied: { count: 0, bytes: 0 },
    missing: [],
  };
  let done = 0;
  await progress(0, needed.bytes);
  for await (const { prefix, blobs } of readBlobList(files, list)) {
    const lacking = await lackingOf(target, prefix, blobs);
    await inParallel(lacking, target.parallel, async ({ sha256, size }) => {
      signal?.throwIfAborted();
      const content = await options.source.open(sha256);
      const isCopied = content && (await target.addBlob(sha256, content, signal));
      if (isCopied) {
        result.copied.count += 1;
        result.copied.bytes += size;
      } else result.missing.push(sha256);
      done += size;
      await progress(done, needed.bytes);
    });
    if (lacking.length > 0) await target.syncBlobs(prefix);
  }
  result.missing.sort();
  return result;
}

async function countNeeded(target: BackupTarget, files: BackupFiles, list: Pick<Manifest, 'blobs'>) {
  const needed = { count: 0, all: 0, bytes: 0 };
  for await (const { prefix, blobs } of readBlobList(files, list)) {
    for (const { size } of blobs) needed.all += size;
    needed.count += blobs.length;
    for (const { size } of await lackingOf(target, prefix, blobs)) needed.bytes += size;
  }
  return needed;
}

async function lackingOf(
  target: BackupTarget,
  prefix: string,
  blobs: readonly ListedBlob[],
): Promise<ListedBlob[]> {
  const known = await target.blobsWith(prefix);
  return blobs.filter(({ sha256 }) => !known.has(sha256));
}
