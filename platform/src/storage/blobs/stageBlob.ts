import { HttpError } from '../../http/errors.ts';
import { blobs } from '../storage.ts';
import type { BlobInfo } from './BlobStore.ts';
import { gather } from './gather.ts';
import { Hashes } from './hashes.ts';
import { registerTogether } from './registerBlob.ts';

/** Up to this many bytes are held in memory until they are referred to. */
const small = 256 * 1024;

/** Durable bytes, and what is left to do for them by who refers to them. */
export interface StagedBytes {
  blob: BlobInfo;
  /** Writes their row, in the transaction that writes the row which refers to them. */
  register(): Promise<void>;
  /** Once that transaction is durable, and before anybody is told. */
  confirm(): Promise<void>;
}

/**
 * As `BlobStore.put`, for who refers to the bytes right after: few bytes get their row with that one, which saves a commit of their own.
 * Throws `HttpError` 413 for more than `limit` bytes.
 */
export async function stageBlob(source: AsyncIterable<Uint8Array>, limit: number): Promise<StagedBytes> {
  const { whole, rest } = await gather(source, small);
  if (!whole) return stagedAlready(await blobs().put(rest, { limit }));
  if (whole.length > limit)
    throw new HttpError(
      413,
      'TOO_LARGE',
      `The content is larger than the ${limit} bytes that are taken here`,
    );
  const blob = new Hashes().update(whole).info();
  const { confirm } = await blobs().write(whole, blob.sha256);
  return { blob, register: () => registerTogether(blob), confirm };
}

/** Of bytes that have their row. */
export function stagedAlready(blob: BlobInfo): StagedBytes {
  return { blob, register: async () => undefined, confirm: async () => undefined };
}
