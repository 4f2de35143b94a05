import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { publishTarball } from './testing/publishTarball.ts';
import { type SamplePackage, sampleTarball } from './testing/samples.ts';

let platform: TestPlatform;
const publish = async (sample: SamplePackage, repo = 'npm-local') =>
  withStorage(platform.storage, async () => publishTarball(repo, await sampleTarball(sample), 'admin'));

beforeAll(async () => {
  platform = await testPlatform();
  await publish({
    name: 'paint',
    version: '1.0.0',
    manifest: { description: 'Colors walls', keywords: ['brush'] },
  });
  await publish({
    name: 'paint',
    version: '1.1.0',
    manifest: { description: 'Colors walls', keywords: ['brush'] },
  });
  await publish({ name: 'repaint', version: '2.0.0', manifest: { keywords: ['again', 'brush'] } });
  await publish({ name: '@team/wall_paper', version: '0.1.0', manifest: { description: 'Covers walls' } });
});
afterAll(() => platform.close());

const search = (query: string, repo = 'npm') =>
  platform.app.inject({
    method: 'GET',
    url: `/artifactory/api/npm/${repo}/-/v1/search?${query}`,
    headers: { authorization: platform.adminAuth },
  });
const names = async (query: string, repo?: string) =>
  (await search(query, repo)).json().objects.map((each: { package: { name: string } }) => each.package.name);

describe('search', () => {
  it('returns the publisher', async () => {
    const [{ package: found }] = (await search('text=repaint')).json().objects;
    expect(found).toMatchObject({
      publisher: { username: 'admin' },
      maintainers: [{ username: 'admin' }],
    });
  });

  it('finds by name, description, and keywords, best match first', async () => {
    expect(await names('text=paint')).toEqual(['paint', 'repaint']);
    expect(await names('text=walls')).toEqual(['@team/wall_paper', 'paint']);
    expect(await names('text=walls%20colors')).toEqual(['paint']);
    expect(await names('text=keywords:brush')).toEqual(['paint', 'repaint']);
    expect(await names('text=scope:team')).toEqual(['@team/wall_paper']);
    expect(await names('text=wall_paper')).toEqual(['@team/wall_paper']);
    expect(await names('text=%25')).toEqual([]);
    expect(await names('text=paint', 'plugins-local')).toEqual([]);
  });

  it("returns pages in the format of npm's registry", async () => {
    const first = (await search('text=paint&size=1')).json();
    expect(first).toMatchObject({
      total: 2,
      objects: [
        {
          package: {
            name: 'paint',
            scope: 'unscoped',
            version: '1.1.0',
            description: 'Colors walls',
            keywords: ['brush'],
          },
        },
      ],
    });
    expect(await names('text=paint&size=1&from=1')).toEqual(['repaint']);
    expect((await search('text=paint&size=x')).statusCode).toBe(400);
  });
});

describe('publishTarball', () => {
  it('ignores an identical tarball and rejects a different one', async () => {
    const sample = {
      name: 'paint',
      version: '1.0.0',
      manifest: { description: 'Colors walls', keywords: ['brush'] },
    };
    expect(await publish({ ...sample, name: 'plug-in' }, 'npm-local')).toMatchObject({
      unchanged: false,
    });
    const again = await publish({ ...sample, name: 'plug-in' }, 'npm-local');
    expect(again).toEqual({ name: 'plug-in', version: '1.0.0', unchanged: true });
    await expect(publish({ ...sample, files: { 'new.js': '' } })).rejects.toThrow('cannot publish over');
  });
});
