import type { Readable } from 'node:stream';
import type { BlobInfo, ByteRange } from '../blobs/BlobStore.ts';
import { blobs } from '../storage/storage.ts';

/** The bytes of an archive, in memory or in the blob store. */
export interface ArchiveBytes {
  size: number;
  /** All bytes, if they are in memory. */
  whole?: Buffer;
  /** Opens all bytes or a range. Small blobs may be returned as one buffer. */
  open(range?: ByteRange): Promise<Readable | Buffer>;
}

export function bytesOf(buffer: Buffer): ArchiveBytes {
  return {
    size: buffer.length,
    whole: buffer,
    open: async (range) => (range ? buffer.subarray(range.start, range.end + 1) : buffer),
  };
}

export function bytesOfBlob({ sha256, size }: Pick<BlobInfo, 'sha256' | 'size'>): ArchiveBytes {
  return { size, open: (range) => blobs().open(sha256, range) };
}
