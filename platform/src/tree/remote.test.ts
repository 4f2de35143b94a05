import type { TreeNodeDetails, TreePage } from '@lading/contract/rest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type StubFiles, stubFiles } from '../plainFiles/testing/stubFiles.ts';
import { type TreePlatform, treePlatform } from './testing/treePlatform.ts';

const browser = '/ui/api/v1/ui/v2/treebrowser';

let upstream: StubFiles;
let tree: TreePlatform;
beforeAll(async () => {
  upstream = await stubFiles();
  tree = await treePlatform({ LADING_ALLOWED_NETWORKS: '127.0.0.0/8' });
});
afterAll(async () => {
  await tree?.platform.close();
  await upstream?.stop();
});

it('shows the cache of a remote repository without upstream requests, and deletes from it', async () => {
  for (const path of ['tools/one.bin', 'tools/two.bin', 'never/asked.bin']) upstream.files.set(path, path);
  const remote = { rclass: 'remote', packageType: 'generic', url: upstream.url, allowPrivateUpstream: true };
  expect((await tree.call('PUT', '/artifactory/api/repositories/cache', remote)).status).toBe(201);
  const page = async (path: string) => {
    const { json } = await tree.call('POST', browser, { type: 'junction', repoKey: 'cache', path });
    return (json as TreePage).data.map(({ text }) => text);
  };
  expect(await page('')).toEqual([]);
  for (const path of ['tools/one.bin', 'tools/two.bin'])
    expect((await tree.call('GET', `/artifactory/cache/${path}`)).status).toBe(200);
  const asked = upstream.requests.length;
  expect(await page('')).toEqual(['tools']);
  expect(await page('tools')).toEqual(['one.bin', 'two.bin']);
  const { json } = await tree.call('GET', `${browser}/node?repoKey=cache&path=tools/one.bin`);
  expect(json as TreeNodeDetails).toMatchObject({
    repoType: 'remote',
    actions: { deploy: 'cache caches an upstream and accepts no uploads', delete: true },
  });
  const removal = { repoKey: 'cache', path: 'tools' };
  expect((await tree.call('POST', `${browser}/remove`, { ...removal, dry: true })).json).toMatchObject({
    files: 2,
  });
  expect((await tree.call('POST', `${browser}/remove`, { ...removal, expect: 2 })).status).toBe(200);
  expect(await page('')).toEqual([]);
  expect(upstream.requests.length).toBe(asked);

  const move = { repoKey: 'cache', path: 'tools', targetRepoKey: 'generic-local', targetPath: 'tools' };
  await tree.call('GET', '/artifactory/cache/tools/one.bin');
  expect(await tree.call('POST', `${browser}/move`, move)).toMatchObject({
    status: 409,
    message: 'cache is a cache. Copy from it instead of moving.',
  });
  expect((await tree.call('POST', `${browser}/copy`, move)).json).toMatchObject({ files: 1 });
  expect((await tree.call('GET', '/artifactory/generic-local/tools/one.bin')).status).toBe(200);
});
