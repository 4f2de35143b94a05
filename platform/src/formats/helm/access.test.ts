import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StubFiles, stubFiles } from '../../plainFiles/testing/stubFiles.ts';
import { type TreePlatform, treePlatform } from '../../tree/testing/treePlatform.ts';
import { chartArchive } from './testing/samples.ts';

let tree: TreePlatform;
let upstream: StubFiles;
beforeAll(async () => {
  upstream = await stubFiles();
  tree = await treePlatform({ LADING_ALLOWED_NETWORKS: '127.0.0.0/8' });
  const make = (key: string, configuration: object) =>
    tree.call('PUT', `/artifactory/api/repositories/${key}`, { packageType: 'helm', ...configuration });
  await make('charts', { rclass: 'local' });
  await make('charts-up', { rclass: 'remote', url: `${upstream.url}charts` });
  await make('all-charts', { rclass: 'virtual', repositories: ['charts', 'charts-up'] });
  for (const [name, version] of [
    ['team-a', '1.0.0'],
    ['vault', '1.0.0'],
  ] as const) {
    const url = `/artifactory/charts/${name}-${version}.tgz`;
    expect((await tree.call('PUT', url, await chartArchive({ name, version }))).status).toBe(201);
  }
  const theirs = ['team-b', 'vault', 'other'].map(
    (name) => `  ${name}:\n  - {apiVersion: v2, name: ${name}, version: 9.0.0, urls: [${name}-9.0.0.tgz]}\n`,
  );
  upstream.files.set('charts/index.yaml', `apiVersion: v1\nentries:\n${theirs.join('')}`);
  await tree.user('ada', 'charts', ['READ'], ['team-*']);
  await tree.user('eve', 'all-charts', ['READ'], ['team-*', 'vault-*']);
});
afterAll(async () => {
  await tree?.platform.close();
  await upstream?.stop();
});

async function chartsIn(repo: string, who: string) {
  const credentials = Buffer.from(`${who}:an old tune of the sea`).toString('base64');
  const answer = await tree.platform.app.inject({
    url: `/artifactory/api/helm/${repo}/index.yaml`,
    headers: { authorization: `Basic ${credentials}` },
  });
  if (answer.statusCode !== 200) return answer.statusCode;
  const { entries } = load(answer.body) as { entries: Record<string, { version: string }[]> };
  return Object.entries(entries).map(([name, versions]) => `${name} ${versions.map((each) => each.version)}`);
}

describe('the chart index for a caller with permission on some charts', () => {
  it('lists exactly these charts, regardless of earlier requests by others', async () => {
    expect((await tree.call('GET', '/artifactory/api/helm/charts/api/charts')).json).toMatchObject({
      'team-a': [{}],
      vault: [{}],
    });
    expect(await chartsIn('charts', 'ada')).toEqual(['team-a 1.0.0']);
    expect(await chartsIn('charts-up', 'ada')).toBe(404);
    const museum = await tree.call('GET', '/artifactory/api/helm/charts/api/charts', undefined, 'ada');
    expect(Object.keys(museum.json)).toEqual(['team-a']);
    const hidden = '/artifactory/api/helm/charts/api/charts/vault';
    expect((await tree.call('GET', hidden, undefined, 'ada')).status).toBe(404);
  });

  it('lists the permitted upstream charts and none with a local name', async () => {
    expect(await chartsIn('all-charts', 'eve')).toEqual(['team-a 1.0.0', 'team-b 9.0.0', 'vault 1.0.0']);
    expect(await chartsIn('all-charts', 'ada')).toEqual(['team-a 1.0.0']);
  });
});
