import type { BlobInfo } from '../blobs/BlobStore.ts';
import { gather } from '../blobs/gather.ts';
import { Hashes } from '../blobs/hashes.ts';
import { blobs } from '../storage/storage.ts';
import { type ArchiveBytes, bytesOf, bytesOfBlob } from './ArchiveBytes.ts';

/** Up to this many bytes nothing is stored before all of it was looked at. */
export const small = 1024 * 1024;

/** An archive that has arrived whole. */
export interface ReceivedArchive {
  blob: BlobInfo;
  /** To look into it. */
  bytes: ArchiveBytes;
  /**
   * Makes it durable, where it is not yet, before the rows that refer to it; its own row comes with them. `confirm` is to be called once
   * they are durable, before that is acknowledged.
   */
  keep(): Promise<{ confirm(): Promise<void> }>;
}

/** Takes the bytes: few of them into memory, more of them into the store, where they belong to nothing yet. */
export async function receiveArchive(
  source: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<ReceivedArchive> {
  const { whole, rest } = await gather(source, small);
  if (!whole) {
    const blob = await blobs().put(rest, { limit });
    return { blob, bytes: bytesOfBlob(blob), keep: async () => ({ confirm: async () => undefined }) };
  }
  const blob = new Hashes().update(whole).info();
  return { blob, bytes: bytesOf(whole), keep: () => blobs().write(whole, blob.sha256) };
}

/**
 * Looks into an archive while its bytes are being written. One that does not hold leaves bytes behind that no row refers to, which are
 * swept up like those of a crash. `keeping` is to be waited for by whoever commits rows that refer to them.
 */
export async function lookInto<Contents>(
  received: ReceivedArchive,
  read: (bytes: ArchiveBytes) => Promise<Contents>,
): Promise<{ contents: Contents; keeping: Promise<{ confirm(): Promise<void> }> }> {
  const keeping = received.keep();
  // Whoever refuses them does not look how that ended.
  keeping.catch(() => undefined);
  return { contents: await read(received.bytes), keeping };
}
