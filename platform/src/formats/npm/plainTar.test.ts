import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { Header } from 'tar';
import { expect, it } from 'vitest';
import { isFullRun } from '../../testing/full.ts';
import { readPlainTar } from './plainTar.ts';
import { readTarball } from './tarball.ts';
import { archive } from './testing/samples.ts';

const json = '{"name":"a","version":"1.0.0"}';
const sample = () =>
  archive([
    ['package/package.json', json],
    ['package/README.md', '# A'],
    ['package/lib/empty.js', ''],
  ]);

/** Returns a copy with another byte in the second header and a matching checksum. */
function changed(tar: Buffer, at: number, byte: number): Buffer {
  const copy = Buffer.from(tar);
  const header = copy.subarray(1024, 1536);
  header[at] = byte;
  if (at >= 148 && at < 156) return copy;
  const sum = header.reduce((all, each, place) => all + (place >= 148 && place < 156 ? 0x20 : each), 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return copy;
}

/** The contents, or the error message. */
const outcome = (source: Buffer | Readable) =>
  readTarball(source).catch((error: Error) => error.message.replace(/: it is not a gzipped .*/, ''));

it('reads regular files', async () => {
  const files = readPlainTar(await sample());
  expect(files?.map(({ path, body }) => [path, body.toString()])).toEqual([
    ['package/package.json', json],
    ['package/README.md', '# A'],
    ['package/lib/empty.js', ''],
  ]);
});

it.each<[string, (tar: Buffer) => Buffer]>([
  ['an extended header', (tar) => changed(tar, 156, 0x78)],
  ['a link', (tar) => changed(tar, 156, 0x32)],
  ['a non-ASCII name', (tar) => changed(tar, 8, 0xc3)],
  ['a size in base 256', (tar) => changed(tar, 124, 0x80)],
  ['a prefix', (tar) => changed(tar, 345, 0x61)],
  ['a wrong checksum', (tar) => changed(tar, 148, 0x37)],
  ['no end', (tar) => tar.subarray(0, 2560)],
  ['data after its end', (tar) => Buffer.concat([tar, Buffer.alloc(512, 1)])],
  ['no file', () => Buffer.alloc(1024)],
])('leaves an archive with %s to the parser', async (_, change) => {
  const tar = await sample();
  expect(new Header(tar, 1024).path).toBe('package/README.md');
  expect(readPlainTar(change(tar))).toBeUndefined();
});

it('reads every archive like the parser does', async () => {
  const tar = await sample();
  for (let at = 0; at < 512; at += isFullRun ? 1 : 5) {
    for (const byte of isFullRun ? [0, 0x20, 0x2f, 0x30, 0x31, 0x35, 0x78, 0x80, 0xff] : [0, 0x31, 0x80]) {
      const bytes = gzipSync(changed(tar, at, byte), { level: 1 });
      const [whole, streamed] = await Promise.all([outcome(bytes), outcome(Readable.from([bytes]))]);
      expect({ at, byte, outcome: whole }).toEqual({ at, byte, outcome: streamed });
    }
  }
});
