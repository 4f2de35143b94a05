import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moduleZip } from '../formats/go/testing/samples.ts';
import { chartArchive } from '../formats/helm/testing/samples.ts';
import { nupkg } from '../formats/nuget/testing/samples.ts';
import { type StubFeed, stubFeed } from '../formats/nuget/testing/stubFeed.ts';
import { type StubFiles, stubFiles } from '../plainFiles/testing/stubFiles.ts';
import { type TreePlatform, treePlatform } from '../tree/testing/treePlatform.ts';

let tree: TreePlatform;
let files: StubFiles;
let feed: StubFeed;
beforeAll(async () => {
  files = await stubFiles();
  feed = await stubFeed();
  feed.packages = [{ id: 'Acme.Core', version: '99.0.0' }];
  files.files.set('org/acme/core/99.0/core-99.0.jar', 'not ours');
  files.files.set(
    'index.yaml',
    'apiVersion: v1\nentries:\n  core:\n  - {apiVersion: v2, name: core, version: 99.0.0, urls: [core-99.0.0.tgz]}\n',
  );
  files.files.set('core-99.0.0.tgz', await chartArchive({ name: 'core', version: '99.0.0' }));
  const theirs = { module: 'acme.example/core', version: 'v0.99.0' };
  files.files.set('acme.example/core/@v/v0.99.0.zip', moduleZip(theirs));
  files.files.set('acme.example/core/@v/v0.99.0.mod', 'module acme.example/core\n\ngo 1.19\n');
  files.files.set('acme.example/core/@v/v0.99.0.info', '{"Version":"v0.99.0"}');
  tree = await treePlatform({ LADING_ALLOWED_NETWORKS: '127.0.0.0/8' });
});
afterAll(async () => {
  await tree?.platform.close();
  await files?.stop();
  await feed?.stop();
});

const repository = (key: string, packageType: string, configuration: object) =>
  tree.call('PUT', `/artifactory/api/repositories/${key}`, { packageType, ...configuration });
const get = async (path: string) => (await tree.call('GET', `/artifactory/${path}`)).status;
const chart = () => chartArchive({ name: 'core', version: '1.0.0' });

describe('a name whose versions are all deleted', () => {
  it.each([
    ['maven', 'org/acme/core/1.0/core-1.0.jar', () => 'ours', 'org/acme/core/99.0/core-99.0.jar'],
    [
      'nuget',
      'acme.core/1.0.0/acme.core.1.0.0.nupkg',
      () => nupkg({ id: 'Acme.Core', version: '1.0.0' }),
      'acme.core/99.0.0/acme.core.99.0.0.nupkg',
    ],
    ['helm', 'core-1.0.0.tgz', chart, 'core-99.0.0.tgz'],
    [
      'go',
      'acme.example/core/@v/v0.1.0.zip',
      () => moduleZip({ module: 'acme.example/core', version: 'v0.1.0' }),
      'acme.example/core/@v/v0.99.0.zip',
    ],
  ])('stays owned by its repository: %s', async (type, path, content, theirs) => {
    const local = { rclass: 'local' };
    await repository(`${type}-own`, type, local);
    const url = type === 'nuget' ? feed.url : files.url;
    await repository(`${type}-up`, type, { rclass: 'remote', url, missedRetrievalCachePeriodSecs: 0 });
    const both = { rclass: 'virtual', repositories: [`${type}-own`, `${type}-up`] };
    await repository(`${type}-both`, type, both);
    const put = await tree.call('PUT', `/artifactory/${type}-own/${path}`, await content());
    expect([put.status, put.message]).toEqual([201, undefined]);
    expect(await get(`${type}-both/${theirs}`)).toBe(404);
    expect((await tree.call('DELETE', `/artifactory/${type}-own/${path}`)).status).toBe(204);
    expect(await get(`${type}-both/${path}`)).toBe(404);
    expect(await get(`${type}-both/${theirs}`)).toBe(404);
    for (const key of [`${type}-both`, `${type}-own`])
      expect((await tree.call('DELETE', `/artifactory/api/repositories/${key}`)).status).toBe(204);
    await repository(`${type}-own`, type, local);
    await repository(`${type}-both`, type, both);
    expect(await get(`${type}-both/${theirs}`)).toBe(200);
  });

  it('is also excluded from chart indexes', async () => {
    await repository('shown-own', 'helm', { rclass: 'local' });
    await repository('shown-up', 'helm', { rclass: 'remote', url: files.url });
    await repository('shown', 'helm', { rclass: 'virtual', repositories: ['shown-own', 'shown-up'] });
    const versions = async () => {
      const { json } = await tree.call('GET', '/artifactory/api/helm/shown/api/charts');
      return (json as { core?: { version: string }[] }).core?.map(({ version }) => version);
    };
    expect(await versions()).toEqual(['99.0.0']);
    await tree.call('PUT', '/artifactory/shown-own/core-1.0.0.tgz', await chart());
    expect(await versions()).toEqual(['1.0.0']);
    await tree.call('DELETE', '/artifactory/shown-own/core-1.0.0.tgz');
    expect(await versions()).toBeUndefined();
  });
});
