import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { readTarball, tarballLimits } from './tarball.ts';
import { archive, sampleTarball } from './testing/samples.ts';

const sample = {
  name: '@scope/a',
  version: '1.0.0',
  manifest: { license: 'MIT' },
  files: { 'README.md': '# A ✓', readme: 'plain', 'lib/readme.md': 'deeper', 'index.js': '1;' },
};
const json = '{"name":"a","version":"1.0.0"}';

describe('readTarball', () => {
  it('reads package.json and the readme, and counts files', async () => {
    const tarball = await sampleTarball(sample);
    const contents = await readTarball(tarball);
    expect(contents).toMatchObject({
      manifest: { name: '@scope/a', license: 'MIT' },
      readme: '# A ✓',
      fileCount: 5,
    });
    expect(contents.unpackedSize).toBe(73);
    expect(await readTarball(Readable.from([tarball.subarray(0, 7), tarball.subarray(7)]))).toEqual(contents);
  });

  it('reads a tarball with another top-level folder, and a large one', async () => {
    const big = Buffer.alloc(3_000_000, 'abc');
    const tarball = gzipSync(
      await archive(
        [
          ['big.bin', big],
          ['./pkg/package.json', json],
        ].map(([path, content]) => [`${path}`, content as string]),
      ),
    );
    expect((await readTarball(tarball)).manifest).toEqual({ name: 'a', version: '1.0.0' });
  });

  it('ignores any amount of zeros after the archive without keeping them', async () => {
    const tar = await archive([['package/package.json', json]]);
    const padded = gzipSync(Buffer.concat([tar, Buffer.alloc(50_000_000)]));
    const concat = vi.spyOn(Buffer, 'concat');
    expect((await readTarball(Readable.from([padded]))).manifest).toEqual({ name: 'a', version: '1.0.0' });
    const copied = concat.mock.results.reduce((sum, { value }) => sum + (value as Buffer).length, 0);
    expect(copied).toBeLessThan(5_000_000);
  });

  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ['not a gzipped tar', () => Buffer.from('<html>')],
    ['not a gzipped tar', () => Buffer.alloc(0)],
    ['not a gzipped tar', async () => (await sampleTarball(sample)).subarray(0, -30)],
    ['damaged', () => gzipSync(Buffer.alloc(2000, 'x'))],
    ['damaged', async () => gzipSync((await archive([['package/package.json', json]])).subarray(0, 600))],
    ['compressed twice', async () => gzipSync(await sampleTarball(sample))],
    ['no package.json', async () => gzipSync(await archive([['package/index.js', '']]))],
    ['no package.json', async () => gzipSync(await archive([['package/lib/package.json', json]]))],
    [
      'more than one',
      async () =>
        gzipSync(
          await archive([
            ['package/package.json', json],
            ['other/package.json', json],
          ]),
        ),
    ],
    ['not JSON', async () => gzipSync(await archive([['package/package.json', '{']]))],
    ['not a JSON object', async () => gzipSync(await archive([['package/package.json', '[]']]))],
    [
      'escapes',
      async () =>
        gzipSync(
          await archive([
            ['package/package.json', json],
            ['package/../../x', ''],
          ]),
        ),
    ],
    [
      'escapes',
      async () =>
        gzipSync(
          await archive([
            ['package/package.json', json],
            ['/etc/passwd', ''],
          ]),
        ),
    ],
    [
      'package.json is larger',
      async () => gzipSync(await archive([['package/package.json', ' '.repeat(2_000_000)]])),
    ],
  ])('rejects a tarball: %s', async (message, make) => {
    const tarball = await make();
    const fault = expect.objectContaining({ status: 400, message: expect.stringContaining(message) });
    await expect(readTarball(tarball)).rejects.toThrow(fault);
    await expect(readTarball(Readable.from([tarball], { objectMode: false }))).rejects.toThrow(fault);
  });

  it('enforces its limits', async () => {
    const bomb = gzipSync(
      await archive([
        ['package/zeros', Buffer.alloc(20_000_000)],
        ['package/package.json', json],
      ]),
    );
    expect(bomb.length).toBeLessThan(64 * 1024);
    const limits = { ...tarballLimits, unpackedSize: 10_000_000 };
    await expect(readTarball(bomb, limits)).rejects.toThrow('exceeds 10000000 bytes');

    const many = await sampleTarball({
      ...sample,
      files: Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`${at}`, ''])),
    });
    await expect(readTarball(many, { ...tarballLimits, fileCount: 20 })).rejects.toThrow(
      'more than 20 entries',
    );
    expect((await readTarball(await sampleTarball(sample), { ...tarballLimits, readmeSize: 3 })).readme).toBe(
      '# A',
    );
  });
});
