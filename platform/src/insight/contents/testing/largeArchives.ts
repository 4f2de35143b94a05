import { Readable } from 'node:stream';
import { Header } from 'tar';
import { zipOf } from '../../../archives/testing/zipOf.ts';
import type { ByteRange } from '../../../blobs/BlobStore.ts';
import { tarOf } from '../../../plainFiles/explode/testing/tarOf.ts';
import type { TestPlatform } from '../../../testing/testPlatform.ts';
import type { StoredBlob } from '../readArchive.ts';

/** An archive of gibibytes, whose bytes are generated when they are read. */
export interface LargeArchive {
  size: number;
  bytesAt(range: ByteRange): Buffer;
}

/** A zip archive with a file `big.bin` of this many zeros, and `readme.md` after it. */
export function largeZip(zeros: number): LargeArchive {
  const zip = zipOf([
    { path: 'big.bin', stored: true },
    { path: 'readme.md', content: '# Hello', stored: true },
  ]);
  const begin = 30 + 'big.bin'.length;
  const directory = zip.readUInt32LE(zip.length - 6);
  for (const at of [18, 22, directory + 20, directory + 24]) zip.writeUInt32LE(zeros, at);
  zip.writeUInt32LE(begin + zeros, directory + 46 + 'big.bin'.length + 42);
  zip.writeUInt32LE(directory + zeros, zip.length - 6);
  return withZeros(zip.subarray(0, begin), zeros, zip.subarray(begin));
}

/** An uncompressed tar archive with `readme.md`, and `big.bin` of this many zeros after it. */
export function largeTar(zeros: number): LargeArchive {
  const header = Buffer.alloc(512);
  new Header({ path: 'big.bin', size: zeros, type: 'File', mode: 0o644 }).encode(header);
  const first = tarOf([{ path: 'readme.md', content: '# Hello' }]).subarray(0, -1024);
  return withZeros(Buffer.concat([first, header]), zeros, tarOf([{ path: 'last.txt', content: 'x' }]));
}

function withZeros(head: Buffer, zeros: number, tail: Buffer): LargeArchive {
  const from = head.length + zeros;
  return {
    size: from + tail.length,
    bytesAt({ start, end }) {
      const bytes = Buffer.alloc(end - start + 1);
      if (start < head.length) head.copy(bytes, 0, start);
      if (end >= from) tail.copy(bytes, Math.max(0, from - start), Math.max(0, start - from));
      return bytes;
    },
  };
}

/** The storage with the archive as its only blob. `reads` counts the bytes that were read. */
export function storageOf(
  platform: TestPlatform,
  { size, bytesAt }: LargeArchive,
): { storage: TestPlatform['storage']; reads: { bytes: number }; blob: StoredBlob } {
  const reads = { bytes: 0 };
  const part = (range: ByteRange) => {
    const bytes = bytesAt(range);
    reads.bytes += bytes.length;
    return bytes;
  };
  function* chunks(step: number): Generator<Buffer> {
    for (let start = 0; start < size; start += step)
      yield part({ start, end: Math.min(size, start + step) - 1 });
  }
  const open = async (_sha256: string, range?: ByteRange) =>
    range ? part(range) : Readable.from(chunks(256 * 1024));
  const blobs = Object.create(platform.storage.blobs, { open: { value: open } });
  return { storage: { ...platform.storage, blobs }, reads, blob: { sha256: 'f'.repeat(64), size } };
}
