import type { Readable } from 'node:stream';
import type { BlobInfo, ByteRange } from '../blobs/BlobStore.ts';
import { blobs } from '../storage/storage.ts';

/** An archive's bytes, wherever they are. */
export interface ArchiveBytes {
  size: number;
  /** All of them, or a range; few enough ones may come in one piece. */
  open(range?: ByteRange): Promise<Readable | Buffer>;
}

export function bytesOf(buffer: Buffer): ArchiveBytes {
  return {
    size: buffer.length,
    open: async (range) => (range ? buffer.subarray(range.start, range.end + 1) : buffer),
  };
}

export function bytesOfBlob({ sha256, size }: Pick<BlobInfo, 'sha256' | 'size'>): ArchiveBytes {
  return { size, open: (range) => blobs().open(sha256, range) };
}
