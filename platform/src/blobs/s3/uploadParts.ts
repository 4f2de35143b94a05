import { HttpError } from '../../errors/HttpError.ts';
import type { BlobInfo, PutOptions } from '../BlobStore.ts';
import { Hashes } from '../hashes.ts';
import { type PartUpload, partBytes, type S3Bucket } from './S3Bucket.ts';

/** Maximum number of parts in a service. */
const maxParts = 10_000;

/** The content has another hash than expected. */
export class OtherContent extends Error {
  override readonly name = 'OtherContent';
}

interface UploadOptions extends PutOptions {
  /** Throws `OtherContent` if the content has another SHA-256. */
  sha256?: string;
}

/**
 * Uploads content of unknown length in parts, and hashes it. If the source or the service fails,
 * nothing remains. One part is sent while the next one is received.
 */
export async function uploadParts(
  bucket: S3Bucket,
  key: string,
  source: AsyncIterable<Uint8Array>,
  options: UploadOptions,
): Promise<BlobInfo> {
  const upload = await bucket.beginUpload(key);
  try {
    const hashes = new Hashes(options);
    await sendAll(upload, source, hashes);
    const info = hashes.info();
    if (options.sha256 !== undefined && info.sha256 !== options.sha256) throw new OtherContent();
    await upload.complete();
    return info;
  } catch (error) {
    // The next start aborts it if this fails.
    await upload.abort().catch(() => undefined);
    throw error;
  }
}

async function sendAll(upload: PartUpload, source: AsyncIterable<Uint8Array>, hashes: Hashes): Promise<void> {
  let sending = Promise.resolve();
  let number = 0;
  try {
    for await (const part of partsOf(source)) {
      hashes.update(part);
      number += 1;
      if (number > maxParts)
        throw new HttpError(
          413,
          'TOO_LARGE',
          `The content exceeds the limit of ${maxParts * partBytes} bytes of the object store`,
        );
      await sending;
      sending = upload.send(number, part);
      sending.catch(() => undefined);
    }
  } finally {
    await sending.catch(() => undefined);
  }
  await sending;
}

/** Cuts the content into parts of `partBytes`. Only the last one is shorter. */
async function* partsOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let part = Buffer.allocUnsafe(partBytes);
  let size = 0;
  for await (const chunk of source) {
    for (let at = 0; at < chunk.byteLength; ) {
      const bytes = chunk.subarray(at, at + partBytes - size);
      part.set(bytes, size);
      size += bytes.byteLength;
      at += bytes.byteLength;
      if (size < partBytes) continue;
      yield part;
      part = Buffer.allocUnsafe(partBytes);
      size = 0;
    }
  }
  if (size > 0) yield part.subarray(0, size);
}
