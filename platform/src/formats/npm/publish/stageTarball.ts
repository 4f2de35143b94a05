import type { Readable } from 'node:stream';
import type { StagedBlob } from '../../../blobs/BlobStore.ts';
import { blobs } from '../../../storage/storage.ts';

/** Bytes of a tarball at most. */
export const tarballLimit = 100 * 1024 * 1024;
/** Up to this many bytes are kept in memory too, so that looking into them needs no second way to the disk. */
const keptSize = 1024 * 1024;

export interface StagedTarball {
  blob: StagedBlob;
  /** The bytes once more. */
  open(): Promise<Buffer | Readable>;
}

/** Stores the bytes under their hash; they belong to nothing until a version refers to them. */
export async function stageTarball(bytes: AsyncIterable<Uint8Array>): Promise<StagedTarball> {
  let kept: Uint8Array[] | undefined = [];
  async function* watched() {
    let size = 0;
    for await (const part of bytes) {
      size += part.length;
      if (size > keptSize) kept = undefined;
      kept?.push(part);
      yield part;
    }
  }
  const blob = await blobs().put(watched(), { limit: tarballLimit, sha512: true });
  const copy = kept && Buffer.concat(kept);
  return { blob, open: async () => copy ?? blobs().open(blob.sha256) };
}
