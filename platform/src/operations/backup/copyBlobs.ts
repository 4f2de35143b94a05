import { Readable } from 'node:stream';
import type { BlobReader } from '../../blobs/BlobLocation.ts';
import type { BackupFiles } from './BackupFiles.ts';
import type { BackupTarget } from './BackupTarget.ts';
import { readBlobList } from './blobLists.ts';
import { inParallel } from './inParallel.ts';
import type { Manifest } from './Manifest.ts';
import type { Pace } from './Pace.ts';

export interface CopiedBlobs {
  /** All blobs of the backup. */
  count: number;
  bytes: number;
  /** Blobs that earlier backups did not have, or that were damaged in the target. */
  copied: { count: number; bytes: number };
  missing: string[];
}

export interface CopyOptions {
  target: BackupTarget;
  source: BlobReader;
  files: BackupFiles;
  list: Pick<Manifest, 'blobs'>;
  pace: Pace;
  progress: (done: number, total: number) => void | Promise<void>;
  signal?: AbortSignal;
}

/** While clients are served, this part of the parallel copies is made. */
const busyShare = 4;

/** Copies the blobs of a list that the target lacks, or has with another size. */
export async function copyBlobs(options: CopyOptions): Promise<CopiedBlobs> {
  const { target, files, list, pace, progress, signal } = options;
  const needed = await countNeeded(options);
  await target.requireSpace(needed.bytes);
  const result: CopiedBlobs = {
    ...{ count: needed.count, bytes: needed.all },
    copied: { count: 0, bytes: 0 },
    missing: [],
  };
  let done = 0;
  await progress(0, needed.bytes);
  for await (const { prefix, blobs } of readBlobList(files, list)) {
    const stored = await target.blobsWith(prefix);
    const { count } = result.copied;
    const lacking = blobs.filter(({ sha256 }) => !stored.has(sha256) || needed.damaged.has(sha256));
    const parallel = () => (pace.isBusy ? Math.ceil(target.parallel / busyShare) : target.parallel);
    await inParallel(lacking, parallel, async ({ sha256, size }) => {
      signal?.throwIfAborted();
      const isCopied = await copy(options, sha256);
      if (isCopied) {
        result.copied.count += 1;
        result.copied.bytes += size;
      } else result.missing.push(sha256);
      done += size;
      await progress(done, needed.bytes);
      if (target.isLocal) await pace.rest();
    });
    // Each wait for the disk delays uploads. Blobs that the source lacks need none.
    if (result.copied.count > count) await target.syncBlobs(prefix);
  }
  result.missing.sort();
  return result;
}

/** Returns false if the source lacks the blob, or has damaged content. */
async function copy({ source, target, pace, signal }: CopyOptions, sha256: string): Promise<boolean> {
  const content = await source.open(sha256);
  if (!content) return false;
  try {
    return await target.addBlob(sha256, target.isLocal ? pace.of(content) : content, signal);
  } finally {
    // A target that fails first does not read it, and its file stays open otherwise.
    if (content instanceof Readable) content.destroy();
  }
}

/**
 * A blob of another size in the target is damaged, and is copied again. Sizes are read only in this
 * pass, because they can take long. `verifyTarget` finds other damage, because it reads everything.
 */
async function countNeeded({ target, files, list, pace, signal }: CopyOptions) {
  const needed = { count: 0, all: 0, bytes: 0, damaged: new Set<string>() };
  for await (const { prefix, blobs } of readBlobList(files, list)) {
    const stored = await target.blobSizes(prefix);
    needed.count += blobs.length;
    for (const { sha256, size } of blobs) {
      needed.all += size;
      const found = stored.get(sha256);
      if (found === size) continue;
      needed.bytes += size;
      if (found !== undefined) needed.damaged.add(sha256);
    }
    signal?.throwIfAborted();
    if (target.isLocal) await pace.rest();
  }
  return needed;
}
