import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bytesOf } from '../../archives/ArchiveBytes.ts';
import { zipOf } from '../../archives/testing/zipOf.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { fuzzRounds, mutate, randomNumbers } from '../../testing/mutate.ts';
import { openArchive } from './openArchive.ts';
import { tarOf } from './testing/tarOf.ts';

const files = [
  { path: 'site/index.html', content: '<p>hello</p>' },
  { path: 'site/img/a.png', content: 'png' },
  { path: 'notes.txt', content: 'notes' },
];
const words = ['../', '/', '\0', '\xff', '..', 'PK\x01\x02', 'PK\x05\x06', 'ustar\0', '77777777777'];

describe(`${fuzzRounds} corrupted`, () => {
  it.each([
    ['a.zip', zipOf(files), 61],
    ['a.tar', tarOf(files), 62],
    ['a.tgz', gzipSync(tarOf(files)), 63],
  ])('archives as %s are unpacked, or rejected with a reason', async (name, whole, seed) => {
    const random = randomNumbers(seed);
    let refused = 0;
    for (let round = 0; round < fuzzRounds; round++) {
      try {
        const archive = await openArchive(name, bytesOf(mutate(whole, random, words)));
        const found: string[] = [];
        await archive.unpack(
          () => true,
          async ({ path }) => {
            found.push(path);
          },
        );
        expect(found).toEqual(archive.paths);
        expect(found.some((path) => path.startsWith('/') || path.split('/').includes('..'))).toBe(false);
      } catch (error) {
        if (!(error instanceof HttpError)) throw error;
        expect([error.status, error.message]).toEqual([400, expect.stringMatching(/^Invalid a\.\w+: .{5}/)]);
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(fuzzRounds / 5);
  });
});
