import type { PackagesData } from '@lading/contract/rest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction, withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { removeRepositoryFromIndex } from '../removeRepository.ts';
import { type Published, publish } from '../testing/publish.ts';

let platform: TestPlatform;
const inside = <T>(work: () => Promise<T>) => withStorage(platform.storage, work);
const put = (name: string, repo: string, more: Partial<Published> = {}) =>
  inside(() => publish({ name, version: '1.0.0', repo, ...more }));

beforeAll(async () => {
  platform = await testPlatform();
});
afterAll(() => platform?.close());
beforeEach(async () => {
  for (const repo of ['plugins-local', 'npm-local', 'generic-local'])
    await inside(() => transaction(() => removeRepositoryFromIndex(repo)));
  await put('alpha', 'npm-local');
  await put('omega', 'npm-local');
  await put('tool', 'generic-local', { type: 'generic' });
  await put('beacon', 'plugins-local');
});

const fields = 'edges { node { name } cursor } pageInfo { totalCount hasNextPage }';

async function list(filter: object, { first = 100, after = null as string | null } = {}) {
  const query = `query ($filter: PackageFilter!, $first: Int, $after: String) {
    packages(filter: $filter, first: $first, after: $after) { ${fields} } }`;
  const response = await platform.app.inject({
    method: 'POST',
    url: '/ui/api/v1/mds/packages',
    payload: { graphQL: { query, variables: { filter, first, after } } },
    headers: { authorization: platform.adminAuth },
  });
  expect(`${response.statusCode} ${response.body}`).toMatch(/^200/);
  const { packages } = (response.json() as { data: PackagesData }).data;
  return packages;
}

/** Returns the names and the total. */
async function shown(filter: object = {}) {
  const { edges, pageInfo } = await list({ ignoreConsolePlugins: true, ...filter });
  return { names: edges.map(({ node }) => node.name), total: pageInfo.totalCount };
}

describe('the list of packages without the console’s plugins', () => {
  it('contains the packages of users, and counts only these', async () => {
    const all = await list({});
    expect(all.edges.map(({ node }) => node.name)).toEqual(['alpha', 'beacon', 'omega', 'tool']);
    expect(await shown()).toEqual({ names: ['alpha', 'omega', 'tool'], total: 3 });
  });

  it.each([
    [{ packageTypeIn: ['npm'] }, ['alpha', 'omega'], 2],
    [{ packageTypeIn: ['generic'] }, ['tool'], 1],
    [{ packageTypeIn: ['npm', 'generic'] }, ['alpha', 'omega', 'tool'], 3],
    [{ repositoriesIn: [{ name: 'npm-local' }] }, ['alpha', 'omega'], 2],
    [{ repositoriesIn: [{ name: 'npm-local' }, { name: 'plugins-local' }] }, ['alpha', 'omega'], null],
    [{ repositoriesIn: [{ name: 'plugins-local' }] }, [], 0],
    [{ name: 'beacon' }, [], null],
    [{ name: '*eac*' }, [], 0],
    [{ name: '*a*', versionCountMin: 1 }, ['alpha', 'omega'], null],
    [{ licenses: ['MIT'] }, ['alpha', 'omega', 'tool'], null],
  ])('filtered by %o', async (filter, names, total) => {
    expect(await shown(filter)).toEqual({ names, total });
  });

  it('fills its pages with packages of users', async () => {
    const filter = { ignoreConsolePlugins: true };
    const one = await list(filter, { first: 2 });
    expect(one.edges.map(({ node }) => node.name)).toEqual(['alpha', 'omega']);
    expect(one.pageInfo).toEqual({ totalCount: 3, hasNextPage: true });
    const two = await list(filter, { first: 2, after: one.edges[1]?.cursor ?? null });
    expect(two.edges.map(({ node }) => node.name)).toEqual(['tool']);
    expect(two.pageInfo).toEqual({ totalCount: 3, hasNextPage: false });
  });

  it('is empty, and its total 0, while there is nothing else', async () => {
    for (const repo of ['npm-local', 'generic-local'])
      await inside(() => transaction(() => removeRepositoryFromIndex(repo)));
    expect(await shown()).toEqual({ names: [], total: 0 });
  });

  it('follows the repositories immediately', async () => {
    expect((await shown()).total).toBe(3);
    await put('zinc', 'plugins-local');
    expect(await shown()).toEqual({ names: ['alpha', 'omega', 'tool'], total: 3 });
    // A package of the same name in another repository is a user's.
    await put('beacon', 'npm-local', { version: '2.0.0' });
    expect(await shown()).toEqual({ names: ['alpha', 'beacon', 'omega', 'tool'], total: 4 });
    await inside(() => transaction(() => removeRepositoryFromIndex('npm-local')));
    expect(await shown()).toEqual({ names: ['tool'], total: 1 });
    await inside(() => transaction(() => removeRepositoryFromIndex('plugins-local')));
    expect(await shown()).toEqual({ names: ['tool'], total: 1 });
  });
});

describe('the search for components', () => {
  const search = async (text: string) => {
    const response = await platform.app.inject({
      method: 'POST',
      url: '/xray/ui/component/paginatedsearch',
      payload: { search: text },
      headers: { authorization: platform.adminAuth },
    });
    const { data, total_count } = response.json();
    return { names: data.map(({ pkg_name }: { pkg_name: string }) => pkg_name), total_count };
  };

  it('lists the console’s plugins only for a search term', async () => {
    expect(await search('')).toEqual({ names: ['alpha', 'omega', 'tool'], total_count: 3 });
    expect(await search('beac')).toEqual({ names: ['beacon'], total_count: 1 });
  });
});
