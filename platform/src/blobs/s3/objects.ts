import type { Readable } from 'node:stream';
import type { BlobInfo, ByteRange } from '../BlobStore.ts';
import { gather } from '../gather.ts';
import { Hashes } from '../hashes.ts';
import { resumingStream } from './resumingStream.ts';
import { partBytes, type S3Bucket } from './S3Bucket.ts';
import { OtherContent, uploadParts } from './uploadParts.ts';

/**
 * Opens an object, or a range of it. A lost connection is resumed. Throws `NoObject`, or another
 * error of the store.
 */
export async function openObject(
  bucket: S3Bucket,
  key: string,
  range?: ByteRange,
): Promise<{ stream: Readable; isWhole: boolean }> {
  const { body, total } = await bucket.get(key, range);
  const wanted = { start: range?.start ?? 0, end: Math.min(range?.end ?? total - 1, total - 1) };
  const reopen = async (rest: ByteRange) => (await bucket.get(key, rest)).body;
  const isWhole = wanted.start === 0 && wanted.end === total - 1;
  return { stream: resumingStream(body, wanted, reopen), isWhole };
}

/**
 * Stores content of unknown length under a key. It is durable and visible when the call resolves,
 * and never in part. Throws `OtherContent`, and stores nothing, if it has another SHA-256 than the
 * expected one.
 */
export async function storeObject(
  bucket: S3Bucket,
  key: string,
  source: AsyncIterable<Uint8Array>,
  sha256?: string,
): Promise<Pick<BlobInfo, 'size' | 'sha256'>> {
  const { whole, rest } = await gather(source, partBytes);
  const options = { checksumsLater: true, ...(sha256 === undefined ? {} : { sha256 }) };
  if (!whole) return uploadParts(bucket, key, rest, options);
  const info = new Hashes(options).update(whole).info();
  if (sha256 !== undefined && info.sha256 !== sha256) throw new OtherContent();
  await bucket.put(key, whole);
  return info;
}
