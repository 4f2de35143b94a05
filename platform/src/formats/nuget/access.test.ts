import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TreePlatform, treePlatform } from '../../tree/testing/treePlatform.ts';
import { nupkg } from './testing/samples.ts';
import { type StubFeed, stubFeed } from './testing/stubFeed.ts';

let tree: TreePlatform;
let feed: StubFeed;
beforeAll(async () => {
  feed = await stubFeed();
  feed.packages = ['Team.Theirs', 'Other.Theirs'].map((id) => ({ id, version: '1.0.0' }));
  tree = await treePlatform({ LADING_ALLOWED_NETWORKS: '127.0.0.0/8' });
  const make = (key: string, configuration: object) =>
    tree.call('PUT', `/artifactory/api/repositories/${key}`, { packageType: 'nuget', ...configuration });
  await make('nu-first', { rclass: 'local' });
  await make('nu-second', { rclass: 'local' });
  await make('nu-up', { rclass: 'remote', url: feed.url });
  await make('nu', { rclass: 'virtual', repositories: ['nu-first', 'nu-second'] });
  await publish('nu-first', 'Team.Core', '9.0.0');
  await publish('nu-second', 'Team.Core', '1.0.0');
  await publish('nu-second', 'Vault', '1.0.0');
  await tree.user('ada', 'nu-second', ['READ'], ['team.*/**']);
  await tree.user('eve', 'nu-up', ['READ'], ['team.*/**']);
});
afterAll(async () => {
  await tree?.platform.close();
  await feed?.stop();
});

async function publish(repo: string, id: string, version: string) {
  const lower = id.toLowerCase();
  const url = `/artifactory/${repo}/${lower}/${version}/${lower}.${version}.nupkg`;
  expect((await tree.call('PUT', url, nupkg({ id, version }))).status).toBe(201);
}
const get = async (path: string, who?: string) =>
  (await tree.call('GET', `/artifactory/api/nuget/v3/${path}`, undefined, who)).json;

describe('searching packages with read permission on some paths', () => {
  it('finds and counts only packages and versions on these paths', async () => {
    expect(await get('nu/query')).toMatchObject({ totalHits: 2 });
    expect(await get('nu/query', 'ada')).toMatchObject({
      totalHits: 1,
      data: [{ id: 'Team.Core', version: '1.0.0', versions: [{ version: '1.0.0' }] }],
    });
    expect(await get('nu/query?q=vault', 'ada')).toMatchObject({ totalHits: 0, data: [] });
    expect(await get('nu/autocomplete', 'ada')).toEqual({ totalHits: 1, data: ['Team.Core'] });
  });

  it('omits all other results of an upstream', async () => {
    expect(await get('nu-up/autocomplete?q=theirs', 'eve')).toEqual({ totalHits: 1, data: ['Team.Theirs'] });
  });
});
