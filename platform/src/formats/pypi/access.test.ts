import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TreePlatform, treePlatform } from '../../tree/testing/treePlatform.ts';
import { sampleWheel, uploadForm } from './testing/samples.ts';
import { type StubIndex, stubIndex } from './testing/stubIndex.ts';

let tree: TreePlatform;
let upstream: StubIndex;
const password = 'an old tune of the sea';
beforeAll(async () => {
  upstream = await stubIndex();
  for (const name of ['ours', 'theirs']) upstream.add(name, sampleWheel({ name, version: '9.0' }));
  tree = await treePlatform({ LADING_ALLOWED_NETWORKS: '127.0.0.0/8' });
  const make = (key: string, configuration: object) =>
    tree.call('PUT', `/artifactory/api/repositories/${key}`, { packageType: 'pypi', ...configuration });
  await make('py-own', { rclass: 'local' });
  await make('py-up', { rclass: 'remote', url: upstream.url });
  await make('py', { rclass: 'virtual', repositories: ['py-own', 'py-up'] });
  await upload('Ours');
  await upload('Team.Secret');
  await tree.user('ada', 'py-own', ['READ', 'WRITE'], ['team-*/**'], ['team-secret/**']);
  await tree.user('bob', 'py-up', ['READ'], ['**']);
});
afterAll(async () => {
  await tree?.platform.close();
  await upstream?.stop();
});

async function upload(name: string, who?: string): Promise<number> {
  const sample = { name, version: '1.0' };
  const { payload, headers } = uploadForm(sample, sampleWheel(sample));
  const authorization = who
    ? `Basic ${Buffer.from(`${who}:${password}`).toString('base64')}`
    : tree.platform.adminAuth;
  const url = '/artifactory/api/pypi/py-own/';
  const answer = await tree.platform.app.inject({
    method: 'POST',
    url,
    headers: { ...headers, authorization },
    payload,
  });
  return answer.statusCode;
}
const get = async (path: string, who: string) =>
  (await tree.call('GET', `/artifactory/${path}`, undefined, who)).status;

describe('permissions on Python projects', () => {
  it('are decided by their patterns for every kind of request', async () => {
    expect(await upload('Team_A', 'ada')).toBe(200);
    expect(await upload('other', 'ada')).toBe(403);
    expect(await upload('team_secret', 'ada')).toBe(403);
    const file = 'team_a-1.0-py3-none-any.whl';
    for (const path of ['simple/team-a/', 'simple/Team.A', `packages/team-a/${file}`, 'pypi/team_a/json'])
      expect([path, [200, 301].includes(await get(`api/pypi/py-own/${path}`, 'ada'))]).toEqual([path, true]);
    expect(await get(`py-own/team-a/1.0/${file}`, 'ada')).toBe(200);
    const secret = 'team_secret-1.0-py3-none-any.whl';
    for (const path of [
      'api/pypi/py-own/simple/team-secret/',
      'api/pypi/py-own/simple/Team.Secret',
      `api/pypi/py-own/packages/team-secret/${secret}`,
      `api/pypi/py-own/packages/team-secret/${secret}.metadata`,
      'api/pypi/py-own/pypi/team-secret/json',
      `py-own/team-secret/1.0/${secret}`,
    ])
      expect([path, await get(path, 'ada')]).toEqual([path, 403]);
    const yank = '/artifactory/api/pypi/py-own/pypi/ours/1.0/yank';
    expect((await tree.call('POST', yank, undefined, 'ada')).status).toBe(403);
    const release = '/artifactory/api/pypi/py-own/pypi/team-a/1.0';
    expect((await tree.call('DELETE', release, undefined, 'ada')).status).toBe(403);
  });

  it('limit the list of projects', async () => {
    const answer = await tree.call(
      'GET',
      '/artifactory/api/pypi/py-own/simple/?format=application/vnd.pypi.simple.v1%2bjson',
      undefined,
      'ada',
    );
    expect(answer.json).toMatchObject({ projects: [{ name: 'team-a' }] });
  });

  it('keep local names from upstreams, even for callers who cannot read the local project', async () => {
    expect(await get('api/pypi/py/simple/theirs/', 'bob')).toBe(200);
    expect(await get('api/pypi/py/simple/ours/', 'bob')).toBe(404);
    expect(await get('api/pypi/py/packages/ours/ours-9.0-py3-none-any.whl', 'bob')).toBe(404);
  });
});
