import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withStorage } from '../../../database/db.ts';
import { type TreePlatform, treePlatform } from '../../../tree/testing/treePlatform.ts';
import { publishTarball } from '../testing/publishTarball.ts';
import { sampleTarball } from '../testing/samples.ts';

let tree: TreePlatform;
beforeAll(async () => {
  tree = await treePlatform();
  const make = (key: string, configuration: object) =>
    tree.call('PUT', `/artifactory/api/repositories/${key}`, { packageType: 'npm', ...configuration });
  await make('js-first', { rclass: 'local' });
  await make('js-second', { rclass: 'local' });
  await make('js', { rclass: 'virtual', repositories: ['js-first', 'js-second'] });
  await publish('js-first', 'team-a', '9.0.0', 'A secret wall');
  await publish('js-second', 'team-a', '1.0.0', 'A wall');
  await publish('js-second', '@team/b', '1.0.0', 'Another wall');
  await publish('js-second', 'vault', '1.0.0', 'A wall around a secret');
  await publish('js-second', 'team-hidden', '1.0.0', 'A hidden wall');
  await tree.user('ada', 'js-second', ['READ'], ['team-*/**', '@team/**'], ['team-hidden/**']);
});
afterAll(() => tree?.platform.close());

async function publish(repo: string, name: string, version: string, description: string) {
  const tarball = await sampleTarball({ name, version, manifest: { description } });
  await withStorage(tree.platform.storage, () => publishTarball(repo, tarball, 'admin'));
}
const search = async (query: string, who?: string) =>
  (await tree.call('GET', `/artifactory/api/npm/js/-/v1/search?${query}`, undefined, who)).json as {
    total: number;
    objects: { package: { name: string; version: string } }[];
  };

describe('npm search with permission on some paths', () => {
  it('finds and counts only packages on these paths', async () => {
    const all = await search('text=wall');
    expect([all.total, all.objects.length]).toEqual([4, 4]);
    const found = await search('text=wall', 'ada');
    const shown = found.objects.map(({ package: { name, version } }) => `${name}@${version}`);
    expect([found.total, shown.sort()]).toEqual([2, ['@team/b@1.0.0', 'team-a@1.0.0']]);
    expect(await search('text=vault', 'ada')).toMatchObject({ total: 0, objects: [] });
  });
});
