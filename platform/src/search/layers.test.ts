import { gzipSync } from 'node:zlib';
import type { ArtifactPage } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bytesOf } from '../archives/ArchiveBytes.ts';
import { zstandardBomb, zstandardOf } from '../archives/testing/zstandardOf.ts';
import { zstandardSample } from '../archives/testing/zstandardSample.ts';
import { db, withStorage } from '../database/db.ts';
import { pushImage, RegistryClient } from '../formats/oci/testing/RegistryClient.ts';
import { fuzzRounds, mutate, randomNumbers } from '../testing/mutate.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { indexWaiting } from './archives/indexArchives.ts';
import { listArchive } from './archives/readArchive.ts';

let platform: TestPlatform;
let client: RegistryClient;
const password = 'an old tune of the sea';

beforeAll(async () => {
  platform = await testPlatform({ listen: true });
  client = new RegistryClient(platform.baseUrl, { user: 'admin', password: platform.adminPassword });
});
afterAll(() => platform?.close());

/**
 * Layers as builders write them: directories, files, links, whiteouts, and sometimes a leading
 * slash.
 */
async function layer(...names: string[]): Promise<Buffer> {
  const tar = pack();
  tar.entry({ name: 'usr/', type: 'directory' });
  for (const name of names) tar.entry({ name }, 'content');
  tar.entry({ name: 'usr/bin/link-of-lamp', type: 'symlink', linkname: 'lamp' });
  tar.entry({ name: 'usr/bin/.wh.gone-lamp' }, '');
  tar.finalize();
  const parts: Buffer[] = [];
  for await (const part of tar) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

async function search(query: string, authorization = platform.adminAuth): Promise<ArtifactPage['results']> {
  const answer = await platform.app.inject({
    url: `/ui/api/v1/search/artifacts?searchType=archive&${query}`,
    headers: { authorization },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return (answer.json() as ArtifactPage).results;
}

/** Whether all waiting archives are indexed, by any job. */
const readWaiting = () =>
  withStorage(platform.storage, () =>
    vi.waitFor(
      async () => {
        while (await indexWaiting());
        const { rows } = await db().execute<{ waiting: boolean }>(
          sql`SELECT EXISTS (SELECT FROM archive_queue) AS waiting`,
        );
        expect(rows[0]?.waiting).toBe(false);
      },
      { timeout: 20_000 },
    ),
  );

describe('the search inside images', () => {
  it('finds files by their paths in layers with any compression, with image and layer', async () => {
    const kinds = [
      { image: 'plain', bytes: await layer('usr/bin/plain-lamp') },
      { image: 'zipped', bytes: gzipSync(await layer('./usr/bin/zipped-lamp')) },
      { image: 'packed', bytes: zstandardOf(await layer('/usr/bin/packed-lamp')) },
    ];
    for (const { image, bytes } of kinds) {
      const pushed = await pushImage(client, `docker-local/team/${image}`, '1.0', { layer: bytes });
      await readWaiting();
      const [found, ...more] = await search(`name=${image}-lamp`);
      expect(more).toEqual([]);
      expect(found).toMatchObject({
        entry: `usr/bin/${image}-lamp`,
        repo: 'docker-local',
        packageType: 'docker',
        partOf: { name: `team/${image}`, digest: pushed.layer.digest },
        package: { name: `team/${image}`, version: '1.0' },
      });
    }
    expect((await search('name=link-of-lamp')).length).toBe(3);
    expect(await search('name=gone-lamp')).toEqual([]);
  });

  it('can be limited to an image by name', async () => {
    expect((await search('name=link-of-lamp&archive=team/zip*')).map(({ partOf }) => partOf?.name)).toEqual([
      'team/zipped',
    ]);
    expect(await search('name=link-of-lamp&archive=other')).toEqual([]);
  });

  it('hides files that the caller cannot read', async () => {
    await platform.app.inject({
      method: 'POST',
      url: '/access/api/v2/users',
      headers: { authorization: platform.adminAuth },
      payload: { username: 'nobody', password, email: 'nobody@example.org', groups: [] },
    });
    const basic = `Basic ${Buffer.from(`nobody:${password}`).toString('base64')}`;
    expect(await search('name=link-of-lamp', basic)).toEqual([]);
  });

  it('ignores configurations, and reports unreadable layers', async () => {
    await pushImage(client, 'docker-local/team/broken', '1.0', {
      layer: gzipSync(Buffer.alloc(96 * 1024 * 1024)),
    });
    await readWaiting();
    const { rows } = await withStorage(platform.storage, () =>
      db().execute<{ entries: number; fault: string | null }>(
        sql`SELECT entries, fault FROM archives WHERE entries = 0 ORDER BY fault`,
      ),
    );
    const faults = rows.flatMap(({ fault }) => fault ?? []);
    expect(faults).toEqual([expect.stringMatching(/^Invalid layer: its unpacked size exceeds 250 times/)]);
    expect(rows.length).toBeGreaterThan(faults.length);
  });
});

describe('a file with the beginning of a layer', () => {
  it('is not an archive, even with invalid numbers', async () => {
    const plain = await layer('a');
    // The size in the format for large numbers, which the bytes after the first one contradict.
    plain.writeUInt8(0xd1, 124);
    expect(await listArchive('layer', bytesOf(plain))).toEqual({ paths: [], cut: false });
    expect(await listArchive('layer', bytesOf(Buffer.alloc(700)))).toEqual({ paths: [], cut: false });
  });
});

describe('a layer compressed with Zstandard', () => {
  it('is listed in the format of the usual tools', async () => {
    const { paths, fault } = await listArchive('layer', bytesOf(zstandardSample));
    expect({ count: paths.length, fault }).toEqual({ count: 13, fault: undefined });
    expect(paths).toContain('usr/bin/tool-12');
    expect(paths).toContain('usr/bin/sh');
    const frames = Buffer.concat([zstandardSample, zstandardSample]);
    expect((await listArchive('layer', bytesOf(frames))).fault).toBeUndefined();
  });

  it('that is an archive bomb is read up to the limit', async () => {
    const { paths, fault } = await listArchive('layer', bytesOf(zstandardBomb(4000)));
    expect({ paths, fault }).toEqual({
      paths: [],
      fault: expect.stringMatching(/250 times its packed size/),
    });
  });

  it('that needs too much memory is rejected before allocation', async () => {
    const greedy = zstandardOf(await layer('a'), { window: 2_000_000_000 });
    const { fault } = await listArchive('layer', bytesOf(greedy));
    expect(fault).toMatch(/a window of more than 67108864 bytes/);
  });

  it('is not offered as a tar archive to clients without support', async () => {
    const { fault } = await listArchive('tar', bytesOf(zstandardOf(await layer('a'))));
    expect(fault).toMatch(/it is (?:damaged|an incomplete tar archive)/);
  });
});

describe('mutated layers', { timeout: 60_000 + fuzzRounds * 50 }, () => {
  it('are listed up to the corrupted part', async () => {
    const random = randomNumbers(640);
    const plain = await layer('etc/one', '/etc/two', './etc/three');
    const sources = [plain, gzipSync(plain), zstandardOf(plain), zstandardSample];
    let faults = 0;
    for (let round = 0; round < fuzzRounds; round++) {
      const broken = mutate(sources[round % sources.length] ?? plain, random, [
        '../',
        '/',
        '\0',
        'ustar',
        '.wh.',
        '\xff\xff',
      ]);
      const { paths, fault } = await listArchive('layer', bytesOf(broken));
      expect(
        paths.every((path) => !/^\/|(?:^|\/)\.\.(?:\/|$)|\0/.test(path)),
        `${paths}`,
      ).toBe(true);
      if (fault !== undefined) faults += 1;
    }
    expect(faults).toBeGreaterThan(fuzzRounds / 4);
  });
});
