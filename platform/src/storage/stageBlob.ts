import type { BlobInfo } from '../blobs/BlobStore.ts';
import { gather } from '../blobs/gather.ts';
import { Hashes } from '../blobs/hashes.ts';
import { registerTogether } from '../blobs/registerBlob.ts';
import { commitAfter } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { currentStorage } from '../storage/storage.ts';
import { blobs } from './storage.ts';

/** Up to this many bytes are held in memory until they are referred to. */
const small = 256 * 1024;

/** Bytes that are durable, or about to be, and what is left to do for them by who refers to them. */
export interface StagedBytes {
  blob: BlobInfo;
  /**
   * In the transaction that writes the row which refers to them, and before that: writes their own, where there is none, and has the
   * commit wait for the disk. Says whether the transaction holds that row now, as by `rememberBlob`.
   */
  register(): boolean;
  /** Rejects when the bytes could not be written: the reason why they are not found, either. */
  written(): Promise<unknown>;
  /** Once that transaction is durable, and before anybody is told. */
  confirm(): Promise<void>;
}

/**
 * As `BlobStore.put`, for who refers to the bytes right after: few bytes get their row with that one, which saves a commit of their own,
 * and are written while that one is looked for. Throws `HttpError` 413 for more than `limit` bytes.
 */
export async function stageBlob(source: AsyncIterable<Uint8Array>, limit: number): Promise<StagedBytes> {
  currentStorage().space.require();
  const { whole, rest } = await gather(source, small);
  if (!whole) return stagedAlready(await blobs().put(rest, { limit }));
  if (whole.length > limit)
    throw new HttpError(413, 'TOO_LARGE', `The content exceeds the limit of ${limit} bytes`);
  const blob = new Hashes().update(whole).info();
  return stagedTogether(blob, blobs().write(whole, blob.sha256));
}

/** Of bytes that are being written, and have no row. */
function stagedTogether(blob: BlobInfo, writing: Promise<{ confirm(): Promise<void> }>): StagedBytes {
  // Whoever refuses them does not look how that ended.
  writing.catch(() => undefined);
  return {
    blob,
    register: () => {
      registerTogether(blob);
      commitAfter(writing);
      return true;
    },
    written: () => writing,
    confirm: async () => (await writing).confirm(),
  };
}

/** Of bytes that have their row. */
export function stagedAlready(blob: BlobInfo): StagedBytes {
  return {
    blob,
    register: () => false,
    written: async () => undefined,
    confirm: async () => undefined,
  };
}
