import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TreePlatform, treePlatform } from '../../tree/testing/treePlatform.ts';
import { metadataOf, publishBody, sampleCrate } from './testing/samples.ts';
import { type StubRegistry, stubRegistry } from './testing/stubRegistry.ts';

let tree: TreePlatform;
let upstream: StubRegistry;
beforeAll(async () => {
  upstream = await stubRegistry();
  for (const name of ['ours', 'theirs']) await upstream.add({ name, vers: '9.0.0' });
  tree = await treePlatform({ LADING_ALLOWED_NETWORKS: '127.0.0.0/8' });
  const make = (key: string, configuration: object) =>
    tree.call('PUT', `/artifactory/api/repositories/${key}`, { packageType: 'cargo', ...configuration });
  await make('rs-own', { rclass: 'local' });
  await make('rs-up', { rclass: 'remote', url: `${upstream.url}/index` });
  await make('rs', { rclass: 'virtual', repositories: ['rs-own', 'rs-up'] });
  await publish('ours');
  await publish('Team-Secret');
  await tree.user('ada', 'rs-own', ['READ', 'WRITE'], ['team-*/**'], ['team-secret/**']);
  await tree.user('bob', 'rs-up', ['READ'], ['**']);
});
afterAll(async () => {
  await tree?.platform.close();
  await upstream?.stop();
});

async function publish(name: string, who?: string): Promise<number> {
  const sample = { name, vers: '1.0.0' };
  const body = publishBody(metadataOf(sample), await sampleCrate(sample));
  return (await tree.call('PUT', '/artifactory/api/cargo/rs-own/api/v1/crates/new', body, who)).status;
}
const get = async (path: string, who: string) =>
  (await tree.call('GET', `/artifactory/${path}`, undefined, who)).status;

describe('permissions on crates', () => {
  it('are decided by their patterns for every kind of request', async () => {
    expect(await publish('Team-A', 'ada')).toBe(200);
    expect(await publish('other', 'ada')).toBe(403);
    expect(await publish('team-secret', 'ada')).toBe(403);
    expect(await get('api/cargo/rs-own/te/am/team-a', 'ada')).toBe(200);
    expect(await get('api/cargo/rs-own/api/v1/crates/Team-A/1.0.0/download', 'ada')).toBe(200);
    expect(await get('rs-own/team-a/1.0.0/Team-A-1.0.0.crate', 'ada')).toBe(200);
    for (const path of [
      'api/cargo/rs-own/te/am/team-secret',
      'api/cargo/rs-own/api/v1/crates/Team-Secret/1.0.0/download',
      'rs-own/team-secret/1.0.0/Team-Secret-1.0.0.crate',
      'api/cargo/rs-own/ou/rs/ours',
    ])
      expect([path, await get(path, 'ada')]).toEqual([path, 403]);
    const yank = '/artifactory/api/cargo/rs-own/api/v1/crates/ours/1.0.0/yank';
    expect((await tree.call('DELETE', yank, undefined, 'ada')).status).toBe(403);
    const found = await tree.call('GET', '/artifactory/api/cargo/rs-own/api/v1/crates?q=', undefined, 'ada');
    expect(found.json).toMatchObject({ crates: [{ name: 'Team-A' }], meta: { total: 1 } });
  });

  it('keep local names from upstreams, even for callers who cannot read the local crate', async () => {
    expect(await get('api/cargo/rs/th/ei/theirs', 'bob')).toBe(200);
    expect(await get('api/cargo/rs/ou/rs/ours', 'bob')).toBe(404);
    expect(await get('api/cargo/rs/api/v1/crates/ours/9.0.0/download', 'bob')).toBe(404);
  });
});
