import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { HttpError } from '../errors/HttpError.ts';
import type { BlobInfo, ByteRange, PutOptions } from './BlobStore.ts';
import { Hashes } from './hashes.ts';

/** Size of buffers for reading and writing, in bytes. */
export const bufferSize = 1024 * 1024;

export function readableOf(bytes: Uint8Array): Readable {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Readable.from(content.length > 0 ? [content] : [], { objectMode: false });
}

/**
 * Streams a file or a part of it, and closes it. Buffers are not larger than the content: memory
 * that a stream reserves for each read, also for that at the end, is garbage that slows requests.
 */
export async function streamOf(file: FileHandle, range?: ByteRange): Promise<Readable> {
  let isOpen = true;
  try {
    const last = (await file.stat()).size - 1;
    const [start, end] = [range?.start ?? 0, Math.min(range?.end ?? last, last)];
    if (start > end) return readableOf(new Uint8Array());
    const stream = file.createReadStream({
      start,
      end,
      highWaterMark: Math.min(bufferSize, end - start + 1),
    });
    isOpen = false;
    return stream;
  } finally {
    if (isOpen) await file.close();
  }
}

/** Throws `HttpError` 413 if the content exceeds the limit. */
export async function* limited(
  source: AsyncIterable<Uint8Array>,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.byteLength;
    if (size > limit) {
      throw new HttpError(413, 'TOO_LARGE', `The content exceeds the limit of ${limit} bytes`);
    }
    yield chunk;
  }
}

export async function writeHashed(
  path: string,
  source: AsyncIterable<Uint8Array>,
  options: PutOptions,
): Promise<BlobInfo> {
  const hashes = new Hashes(options);
  const file = await open(path, 'wx', 0o600);
  let writing = Promise.resolve();
  try {
    let waiting: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of source) {
      hashes.update(chunk);
      waiting.push(chunk);
      size += chunk.byteLength;
      if (size < bufferSize) continue;
      await writing;
      // Hashes the next parts while these are written.
      writing = writeAll(file, waiting);
      writing.catch(() => undefined);
      waiting = [];
      size = 0;
    }
    await writing;
    await writeAll(file, waiting);
    await file.datasync();
  } finally {
    await writing.catch(() => undefined);
    await file.close();
  }
  return hashes.info();
}

/** Writes all parts with one call. After a partial write, writes the rest, or gets the error. */
async function writeAll(file: FileHandle, parts: readonly Uint8Array[]): Promise<void> {
  if (parts.length === 0) return;
  const { bytesWritten } = await file.writev(parts as Uint8Array[]);
  const whole = parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
  if (bytesWritten < whole) await file.writeFile(Buffer.concat(parts).subarray(bytesWritten));
}
