import { type ArchiveBytes, bytesOf, bytesOfBlob } from '../archives/ArchiveBytes.ts';
import type { BlobInfo, PutOptions } from '../blobs/BlobStore.ts';
import { gather } from '../blobs/gather.ts';
import { Hashes } from '../blobs/hashes.ts';
import { registerTogether } from '../blobs/registerBlob.ts';
import { commitAfter } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { blobs, currentStorage } from '../storage/storage.ts';

/** Uploads up to this size, in bytes, are written while they are inspected. */
export const small = 1024 * 1024;

/** A complete upload. Small uploads are in memory, others in the blob store. */
export interface Received {
  blob: BlobInfo;
  /** For inspection. */
  bytes: ArchiveBytes;
  /** Starts to write bytes that are in memory. */
  keep(): KeptBytes;
}

/** Bytes that are durable, or soon will be. */
export interface KeptBytes {
  blob: BlobInfo;
  /**
   * Writes the row of the blob if it is missing, and makes the commit wait for the disk. Call it in
   * the transaction of the row that refers to the blob, before that row is written. Returns whether
   * the transaction now locks the row of the blob, as after `rememberBlob`.
   */
  register(): boolean;
  /**
   * Resolves once the bytes are written. Rejects if they cannot be written: then they cannot be
   * read, either.
   */
  written(): Promise<unknown>;
  /** Call it after the commit of that transaction, and before the upload is acknowledged. */
  confirm(): Promise<void>;
}

/** Throws `HttpError` 413 for more than `limit` bytes, and 507 for a disk without space. */
export async function receive(
  source: AsyncIterable<Uint8Array>,
  limit: number,
  hashes: Pick<PutOptions, 'sha512'> = {},
): Promise<Received> {
  currentStorage().space.require();
  const { whole, rest } = await gather(source, small);
  if (!whole) return receivedBlob(await blobs().put(rest, { limit, ...hashes }));
  if (whole.length > limit)
    throw new HttpError(413, 'TOO_LARGE', `The content exceeds the limit of ${limit} bytes`);
  const blob = new Hashes(hashes).update(whole).info();
  return { blob, bytes: bytesOf(whole), keep: () => beingWritten(blob, blobs().write(whole, blob.sha256)) };
}

/** Returns a blob that is already stored and has a row, for inspection. */
export function receivedBlob(blob: BlobInfo): Received {
  return { blob, bytes: bytesOfBlob(blob), keep: () => keptBlob(blob) };
}

/** Returns a blob that is already stored and has a row. */
export function keptBlob(blob: BlobInfo): KeptBytes {
  const nothing = async () => undefined;
  return { blob, register: () => false, written: nothing, confirm: nothing };
}

function beingWritten(blob: BlobInfo, writing: Promise<{ confirm(): Promise<void> }>): KeptBytes {
  // A rejected upload doesn't wait for the result.
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
