import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { archive } from '../formats/npm/testing/samples.ts';
import { type ArchiveBytes, bytesOf } from './ArchiveBytes.ts';
import type { ArchiveContents, ReadOptions } from './ArchiveReading.ts';
import { readTar } from './readTar.ts';
import { readZip } from './readZip.ts';
import { zipOf } from './testing/zipOf.ts';

/** Returns the bytes in small chunks, as a disk does. */
function streamed(buffer: Buffer): ArchiveBytes {
  const pieces = (bytes: Buffer) =>
    Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) => bytes.subarray(at * 7, at * 7 + 7));
  return {
    size: buffer.length,
    open: async (range) =>
      Readable.from(pieces(range ? buffer.subarray(range.start, range.end + 1) : buffer)),
  };
}

type Files = [path: string, content: string | Buffer][];
const tarOf = async (files: Files) => gzipSync(await archive(files));
const zipped = async (files: Files) => zipOf(files.map(([path, content]) => ({ path, content })));

const whole: ReadOptions = { what: 'parcel', take: () => ({ maxBytes: 1000 }) };
const texts = ({ taken }: ArchiveContents) =>
  Object.fromEntries([...taken].map(([path, content]) => [path, `${content}`]));

const kinds = [
  { kind: 'tar', read: readTar, pack: tarOf },
  { kind: 'zip', read: readZip, pack: zipped },
];

describe.each(kinds)('a $kind archive', ({ read, pack }) => {
  const files: Files = [
    ['a/one.txt', 'one ✓'],
    ['./a/two.txt', 'two'],
    ['a/empty', ''],
  ];

  it.each([
    ['in memory', bytesOf],
    ['in pieces', streamed],
  ])('returns requested contents and totals from %s', async (_, bytes) => {
    const seen: string[] = [];
    const found = await read(bytes(await pack(files)), { ...whole, onEntry: ({ path }) => seen.push(path) });
    expect(texts(found)).toEqual({ 'a/one.txt': 'one ✓', 'a/two.txt': 'two', 'a/empty': '' });
    expect(found).toMatchObject({ entries: 3, unpackedSize: 10 });
    expect(seen).toEqual(['a/one.txt', 'a/two.txt', 'a/empty']);
  });

  it('truncates content at the requested size', async () => {
    const take = () => ({ maxBytes: 10, truncate: true });
    const found = await read(bytesOf(await pack([['long', 'x'.repeat(300_000)]])), { what: 'parcel', take });
    expect(texts(found)).toEqual({ long: 'x'.repeat(10) });
  });

  it('limits the total size of requested contents', async () => {
    const many = Array.from({ length: 40 }, (_, at): [string, Buffer] => [
      `${at}/readme`,
      Buffer.alloc(1024 ** 2),
    ]);
    const bytes = bytesOf(await pack(many));
    const found = await read(bytes, {
      what: 'parcel',
      take: () => ({ maxBytes: 1024 ** 2, truncate: true }),
    });
    expect(found).toMatchObject({ entries: 40, unpackedSize: 40 * 1024 ** 2 });
    expect(found.taken.size).toBe(32);
    const whole = read(bytes, { what: 'parcel', take: () => ({ maxBytes: 1024 ** 2 }) });
    await expect(whole).rejects.toThrow('its metadata exceeds 33554432 bytes');
  });

  it.each<[string, Files]>([
    ['escapes', [['../x', '']]],
    ['escapes', [['/etc/passwd', '']]],
    ['escapes', [['a\\..\\..\\x', '']]],
    ['larger than 1000 bytes', [['a', 'x'.repeat(1001)]]],
    [
      'more than once',
      [
        ['a', '1'],
        ['./a', '2'],
      ],
    ],
    ['more than 3 entries', ['a', 'b', 'c', 'd'].map((path): [string, string] => [path, ''])],
    ['exceeds 4000 bytes', ['a', 'b', 'c', 'd', 'e'].slice(0, 3).map((path) => [path, 'x'.repeat(1400)])],
    ['longer than 50 characters', [[`a/${'x'.repeat(60)}`, '']]],
  ])('rejects an archive that is %s', async (fault, hostile) => {
    const limits = { entries: 3, unpackedSize: 4000, pathLength: 50 };
    const take = fault.includes('4000') ? {} : { take: () => ({ maxBytes: 1000 }) };
    const larger = { ...limits, ...(fault.includes('4000') ? {} : { unpackedSize: 100_000 }) };
    const reading = read(bytesOf(await pack(hostile)), { what: 'parcel', limits: larger, ...take });
    await expect(reading).rejects.toThrow(fault);
    await expect(reading).rejects.toMatchObject({ status: 400, code: 'BAD_ARCHIVE' });
  });

  it('rejects invalid and incomplete archives with a message', async () => {
    const bytes = await pack(files);
    for (const broken of [Buffer.alloc(0), Buffer.from('<html>'), bytes.subarray(0, bytes.length - 12)]) {
      for (const source of [bytesOf(broken), streamed(broken)])
        await expect(read(source, whole)).rejects.toThrow(/^Invalid parcel: it is (an incomplete|damaged)/);
    }
  });

  it('rejects a decompression bomb', async () => {
    const bomb = await pack([['zeros', Buffer.alloc(4_000_000)]]);
    const limits = { ratio: 50, ratioFrom: 1_000_000 };
    const reading = read(bytesOf(bomb), { what: 'parcel', limits });
    await expect(reading).rejects.toThrow('its unpacked size exceeds 50 times its packed size');
  });
});

describe('a tar archive', () => {
  it('can be uncompressed', async () => {
    const plain = await archive([['a', 'one']]);
    for (const source of [bytesOf(plain), streamed(plain)])
      expect(texts(await readTar(source, whole))).toEqual({ a: 'one' });
  });

  it('is rejected if it is compressed twice', async () => {
    const twice = gzipSync(await tarOf([['a', 'one']]));
    await expect(readTar(bytesOf(twice), whole)).rejects.toThrow('compressed twice');
  });
});

describe('a zip archive', () => {
  it('reports symbolic links only on request, otherwise as files like package installers', async () => {
    const bytes = bytesOf(zipOf([{ path: 'a', content: 'elsewhere', link: true }, { path: 'b' }]));
    const kinds: string[] = [];
    const onEntry = ({ kind }: { kind: string }) => kinds.push(kind);
    expect(texts(await readZip(bytes, { ...whole, onEntry }))).toEqual({ a: 'elsewhere', b: '' });
    expect(texts(await readZip(bytes, { ...whole, onEntry, links: true }))).toEqual({ b: '' });
    expect(kinds).toEqual(['file', 'file', 'link', 'file']);
  });

  it('is rejected if a file is larger than the directory says', async () => {
    const lying = zipOf([{ path: 'a', content: 'x'.repeat(900), claimedSize: 10 }]);
    await expect(readZip(bytesOf(lying), whole)).rejects.toThrow('an incomplete zip archive');
  });

  it('is rejected if a checksum does not match', async () => {
    const bytes = zipOf([{ path: 'a', content: 'right', stored: true }]);
    bytes.write('wrong', bytes.indexOf('right'));
    await expect(readZip(bytesOf(bytes), whole)).rejects.toThrow('the checksum of a does not match');
  });

  it('does not decompress files that are not requested', async () => {
    const lying = zipOf([{ path: 'a', content: 'x', claimedSize: 4_000_000_000 }]);
    const reading = readZip(bytesOf(lying), {
      what: 'parcel',
      limits: { ratioFrom: Number.MAX_SAFE_INTEGER },
    });
    await expect(reading).resolves.toMatchObject({ entries: 1 });
  });

  /** Entries with as many empty extra fields as fit into some bytes. */
  const padded = (count: number, extraBytes: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...{ path: `a/${at}`, stored: true },
      extra: Buffer.alloc(extraBytes - (extraBytes % 4)),
    }));

  it('is rejected if an entry has many extra fields', async () => {
    await expect(readZip(bytesOf(zipOf(padded(1, 65_532))), whole)).rejects.toThrow(
      'an entry with more than 16384 bytes of extra fields and comment',
    );
  });

  it('is rejected if its directory is large', async () => {
    const extra = Buffer.alloc(16_384);
    extra.writeUInt16LE(16_380, 2);
    const entries = padded(4100, 0).map((entry) => ({ ...entry, extra }));
    await expect(readZip(bytesOf(zipOf(entries)), whole)).rejects.toThrow(
      'its directory is larger than 64 MiB',
    );
  });

  it('does not fill the memory with extra fields while it is read', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const used = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const bytes = bytesOf(zipOf(padded(200, 16_384)));
    const before = used();
    let during: number | undefined;
    const digest = () => {
      during ??= used();
    };
    await readZip(bytes, { what: 'parcel', digest, take: () => ({ maxBytes: 1 }) });
    expect((during ?? Number.POSITIVE_INFINITY) - before).toBeLessThan(16 * 1024 ** 2);
  });
});
