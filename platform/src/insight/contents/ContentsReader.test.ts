import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Turns } from '../../archives/Turns.ts';
import { zipOf } from '../../archives/testing/zipOf.ts';
import { withStorage } from '../../database/db.ts';
import { tarOf } from '../../plainFiles/explode/testing/tarOf.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { ContentsReader } from './ContentsReader.ts';
import type { StoredBlob } from './readArchive.ts';
import { type LargeArchive, largeTar, largeZip, storageOf } from './testing/largeArchives.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
});
afterAll(() => platform?.close());

async function stored(content: Buffer): Promise<StoredBlob> {
  return platform.storage.blobs.put(bytes(content));
}

async function* bytes(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}

const list = async (content: Buffer) => {
  const blob = await stored(content);
  return withStorage(platform.storage, () => new ContentsReader().list(blob));
};

const many = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ path: `a/${at}.txt`, content: `${at}`, stored: true }));

describe('the files within an archive', () => {
  it.each([
    ['a path outside', zipOf([{ path: '../a', content: 'x' }]), 'escapes the target directory'],
    ['a path of Windows', gzipSync(tarOf([{ path: 'C:\\a', content: 'x' }])), 'escapes the target directory'],
    [
      'a bomb in a tar archive',
      gzipSync(tarOf([{ path: 'a', content: Buffer.alloc(100 * 1024 ** 2) }])),
      '250 times its packed size',
    ],
    [
      'a bomb in a zip archive',
      zipOf([{ path: 'a', content: Buffer.alloc(100 * 1024 ** 2) }]),
      '250 times its packed size',
    ],
    ['a size that is not true', zipOf([{ path: 'a', content: 'xyz', claimedSize: 2 }]), 'incomplete zip'],
    ['two compressions', gzipSync(gzipSync(tarOf([{ path: 'a' }]))), 'compressed twice'],
    ['half of an archive', gzipSync(tarOf(many(2000))).subarray(0, 9000), 'incomplete tar archive'],
    ['plain text', Buffer.from('text'), 'no zip or tar archive'],
    ['no byte', Buffer.alloc(0), 'no zip or tar archive'],
  ])('are not listed, with the reason: %s', async (_, content, why) => {
    expect((await list(content)).fault).toContain(why);
  });

  it('do not include links, which can lead anywhere', async () => {
    const link = { path: 'link', type: 'SymbolicLink' as const };
    const tar = await list(gzipSync(tarOf([link, { path: 'a', content: 'x' }])));
    const zip = await list(
      zipOf([
        { path: 'link', content: '/etc/passwd', link: true },
        { path: 'a', content: 'x' },
      ]),
    );
    expect([[...tar.files.keys()], [...zip.files.keys()]]).toEqual([['a'], ['a']]);
  });

  it('are up to 100,000', async () => {
    expect((await list(zipOf(many(20_000)))).files.size).toBe(20_000);
    const header = tarOf([{ path: 'a' }]).subarray(0, 512);
    const tooMany = await list(gzipSync(Buffer.alloc(512 * 100_001, header)));
    expect([tooMany.files.size, tooMany.fault]).toEqual([
      1,
      'The list is incomplete, because the archive contains more than 100,000 files and folders. Download the archive to see all files',
    ]);
  });

  it('have paths of up to 16 million characters in all', async () => {
    const long = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        path: `${at}/`.padEnd(2000, 'x'),
        stored: true,
        content: '',
      }));
    expect((await list(zipOf(long(100)))).files.size).toBe(100);
    const archive = zipOf(long(8_001));
    const tooMany = await list(archive);
    expect([tooMany.files.size, tooMany.fault]).toEqual([
      8000,
      expect.stringContaining('16,000,000 characters'),
    ]);
    const blob = await stored(archive);
    const reading = withStorage(platform.storage, () => new ContentsReader().entry(blob, 'none', 10));
    await expect(reading).rejects.toMatchObject({
      status: 413,
      message: expect.stringContaining('16,000,000 characters'),
    });
  });

  it('are read once for concurrent and later requests', async () => {
    const blob = await stored(zipOf([{ path: 'a', content: 'x' }]));
    const reader = new ContentsReader();
    await withStorage(platform.storage, async () => {
      const [one, other] = await Promise.all([reader.list(blob), reader.list(blob)]);
      expect(other).toBe(one);
      expect(await reader.list(blob)).toBe(one);
    });
  });

  it.each([
    ['zip', zipOf],
    ['tar', tarOf],
  ])('are not returned when one path is used twice in a %s archive', async (_, pack) => {
    const far = { path: 'far', content: randomBytes(2 * 1024 ** 2) };
    const one = (content: string) => ({ path: 'a', content });
    const blob = await stored(pack([one('1'), far, one('2')]));
    const reading = withStorage(platform.storage, () => new ContentsReader().entry(blob, 'a', 10));
    await expect(reading).rejects.toThrow('more than once');
  });

  it('are not read for callers who have gone', async () => {
    const blob = await stored(zipOf([{ path: 'a', content: 'x' }]));
    const gone = AbortSignal.abort(new Error('gone'));
    const reading = withStorage(platform.storage, () => new ContentsReader().entry(blob, 'a', 10, gone));
    await expect(reading).rejects.toThrow('gone');
  });
});

describe('an archive of gibibytes', () => {
  const read = (archive: LargeArchive) => {
    const { storage, reads, blob } = storageOf(platform, archive);
    const reader = new ContentsReader();
    return {
      reads,
      list: () => withStorage(storage, () => reader.list(blob)),
      entry: (path: string) =>
        withStorage(storage, async () => (await reader.entry(blob, path, 1024 ** 2))?.toString()),
    };
  };

  it('is listed by the directory if it is a zip archive, and a file of it is read', async () => {
    const { list, entry, reads } = read(largeZip(3 * 1024 ** 3));
    expect(await list()).toEqual({
      files: new Map([
        ['big.bin', { size: 3 * 1024 ** 3 }],
        ['readme.md', { size: 7 }],
      ]),
      repeated: new Set(),
    });
    expect(await entry('readme.md')).toBe('# Hello');
    expect(await entry('none')).toBeUndefined();
    expect(reads.bytes).toBeLessThan(4 * 1024 ** 2);
    await expect(entry('big.bin')).rejects.toMatchObject({
      status: 413,
      message: 'File big.bin is larger than 1 MiB. Download the archive to open the file',
    });
  });

  it('is read only up to the file if it is a tar archive that was listed', async () => {
    const { list, entry, reads } = read(largeTar(64 * 1024 ** 2));
    await list();
    reads.bytes = 0;
    expect(await entry('readme.md')).toBe('# Hello');
    expect(await entry('none')).toBeUndefined();
    expect(reads.bytes).toBeLessThan(4 * 1024 ** 2);
    expect(await entry('last.txt')).toBe('x');
  });

  it('is listed up to 2 GiB if it is a tar archive, and says so', async () => {
    const { list, entry, reads } = read(largeTar(3 * 1024 ** 3));
    const { files, fault } = await list();
    expect([[...files.keys()], fault]).toEqual([
      ['readme.md'],
      'The list is incomplete, because the files of the archive are larger than 2 GiB together. Download the archive to see all files',
    ]);
    reads.bytes = 0;
    expect(await entry('readme.md')).toBe('# Hello');
    expect(reads.bytes).toBeLessThan(4 * 1024 ** 2);
    await expect(entry('last.txt')).rejects.toMatchObject({
      status: 413,
      message: expect.stringContaining('larger than 2 GiB together. Download the archive to open the file'),
    });
  });
});

describe('turns', () => {
  it('run a few works in parallel, let some wait, and reject others', async () => {
    const turns = new Turns(1, 1);
    let end = () => {};
    const first = turns.run(() => new Promise<void>((resolve) => (end = resolve)));
    const second = turns.run(async () => 'done');
    await expect(turns.run(async () => 'never')).rejects.toThrow('Too many archives are being read');
    end();
    await first;
    expect(await second).toBe('done');
    expect(await turns.run(async () => 'again')).toBe('again');
  });

  it('do not wait for callers who have gone', async () => {
    const turns = new Turns(1, 1);
    let end = () => {};
    const first = turns.run(() => new Promise<void>((resolve) => (end = resolve)));
    const gone = new AbortController();
    const left = turns.run(async () => 'left', gone.signal);
    gone.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    const second = turns.run(async () => 'done');
    end();
    await first;
    expect(await second).toBe('done');
    await expect(turns.run(async () => 'never', gone.signal)).rejects.toThrow('gone');
  });
});
