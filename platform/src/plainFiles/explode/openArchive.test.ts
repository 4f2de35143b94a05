import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type ArchiveBytes, bytesOf } from '../../archives/ArchiveBytes.ts';
import { zipOf } from '../../archives/testing/zipOf.ts';
import { openArchive } from './openArchive.ts';
import { tarOf } from './testing/tarOf.ts';

const mebibyte = 1024 ** 2;
const large = (path: string, mebibytes: number) => ({ path, content: path.repeat(mebibytes * mebibyte) });
const files = [large('a', 20), large('b', 40), large('c', 20), large('d', 1), large('e', 20)];
const sizes = files.map(({ path, content }) => [path, content.length]);

/** Simulates a file on disk; `whole` counts complete reads. */
function onDisk(buffer: Buffer) {
  const piece = 64 * 1024;
  const counted = { whole: 0 };
  const bytes: ArchiveBytes = {
    size: buffer.length,
    open: async (range) => {
      if (!range) counted.whole += 1;
      const wanted = range ? buffer.subarray(range.start, range.end + 1) : buffer;
      const pieces = Math.ceil(wanted.length / piece);
      return Readable.from(
        Array.from({ length: pieces }, (_, at) => wanted.subarray(at * piece, (at + 1) * piece)),
      );
    },
  };
  return { bytes, counted };
}

describe('an archive with files larger than the memory buffer', () => {
  it.each([
    ['all.zip', zipOf(files.map((file) => ({ ...file, stored: true })))],
    ['all.tar', tarOf(files)],
  ])(
    'is unpacked sequentially from %s and read only twice, to check and to unpack it',
    async (name, whole) => {
      const { bytes, counted } = onDisk(whole);
      const archive = await openArchive(name, bytes);
      const found: [string, number][] = [];
      let busy = false;
      await archive.unpack(
        () => true,
        async ({ path, content }) => {
          expect(busy).toBe(false);
          busy = true;
          await new Promise((resolve) => setImmediate(resolve));
          busy = false;
          found.push([path, content.length]);
        },
      );
      expect(found).toEqual(sizes);
      expect(counted.whole).toBeLessThanOrEqual(2);
    },
  );
});

describe('an archive whose files cannot all be stored', () => {
  const two = [
    { path: 'one', content: '1' },
    { path: 'two', content: '2' },
  ];

  it.each([
    ['all.zip', bytesOf(zipOf(two))],
    ['all.tar', bytesOf(tarOf(two))],
    ['all.tar', onDisk(tarOf(two)).bytes],
  ])('stops at the first file of %s with the original error', async (name, bytes) => {
    const archive = await openArchive(name, bytes);
    const tried: string[] = [];
    const full = new Error('the disk is full');
    const unpacked = archive.unpack(
      () => true,
      async ({ path }) => {
        tried.push(path);
        throw full;
      },
    );
    await expect(unpacked).rejects.toBe(full);
    expect(tried).toEqual(['one']);
  });
});
