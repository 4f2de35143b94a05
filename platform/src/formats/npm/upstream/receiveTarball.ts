import type { Readable } from 'node:stream';
import type { BlobInfo } from '../../../blobs/BlobStore.ts';
import { gather } from '../../../blobs/gather.ts';
import { Hashes } from '../../../blobs/hashes.ts';
import { blobs } from '../../../storage/storage.ts';
import { tarballLimit } from '../tarball.ts';

/** Up to this many bytes nothing is stored before all of it was looked at. */
const small = 1024 * 1024;

/** A tarball that has arrived whole. */
export interface ReceivedTarball {
  blob: BlobInfo;
  /** The bytes, to look into them. */
  open(): Promise<Buffer | Readable>;
  /**
   * Makes them durable. `confirm` is to be called once a version refers to them, before that is
   * acknowledged.
   */
  keep(): Promise<{ confirm(): Promise<void> }>;
}

/**
 * Takes the bytes: few of them into memory, more of them into the store, where they belong to
 * nothing yet.
 */
export async function receiveTarball(bytes: AsyncIterable<Uint8Array>): Promise<ReceivedTarball> {
  const { whole, rest } = await gather(bytes, small);
  if (whole) {
    const blob = new Hashes({ sha512: true }).update(whole).info();
    return { blob, open: async () => whole, keep: () => blobs().write(whole, blob.sha256) };
  }
  const blob = await blobs().put(rest, { limit: tarballLimit, sha512: true });
  return {
    blob,
    open: () => blobs().open(blob.sha256),
    keep: async () => ({ confirm: async () => undefined }),
  };
}
