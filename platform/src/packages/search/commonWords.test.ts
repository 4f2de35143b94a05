import type { PackagesData } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { publish } from '../testing/publish.ts';
import { Words } from './Words.ts';

const password = 'a-long-Passw0rd-of-tests';
const reader = `Basic ${Buffer.from(`reader:${password}`).toString('base64')}`;
let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
  await post('/access/api/v2/users', {
    ...{ username: 'reader', email: 'reader@example.org', password, groups: [] },
  });
  const artifact = { actions: { users: { reader: ['READ'] }, groups: {} }, targets: { 'npm-local': {} } };
  await post('/access/api/v2/permissions', { name: 'of-reader', resources: { artifact } });
  await withStorage(platform.storage, async () => {
    for (let at = 0; at < 25; at++)
      await publish({ name: `tool-${at}`, version: '1.0.0', description: 'Gadgetry' });
    for (let at = 0; at < 3; at++)
      await publish({ name: `hidden-${at}`, version: '1.0.0', description: 'Coppar', repo: 'npm-remote' });
    await publish({ name: 'pipe', version: '1.0.0', description: 'Copper' });
    await db().execute(sql`ANALYZE package_words`);
  });
});
afterAll(() => platform.close());

async function post(url: string, payload: object, authorization = platform.adminAuth) {
  const response = await platform.app.inject({ method: 'POST', url, payload, headers: { authorization } });
  expect(`${response.statusCode} ${response.body}`).toMatch(/^2/);
  return response;
}
async function search(text: string, first: number, authorization?: string) {
  const query = `query ($search: String, $first: Int) { packages(filter: { search: $search }, first: $first) {
    edges { node { name } } pageInfo { hasNextPage capped totalCount similar correctedSearch } } }`;
  const graphQL = { query, variables: { search: text, first } };
  const answer = await post('/ui/api/v1/mds/packages', { graphQL }, authorization);
  const { edges, pageInfo } = answer.json<{ data: PackagesData }>().data.packages;
  return { names: edges.map(({ node }) => node.name), ...pageInfo };
}

describe('a search with a typo', () => {
  it('does not state the number of packages as exact if there are more', async () => {
    const partly = {
      ...{ hasNextPage: false, capped: true, totalCount: null, similar: true, correctedSearch: 'gadgetry' },
    };
    const most = await search('gadgetyr', 100);
    expect(most).toMatchObject(partly);
    expect(most.names).toHaveLength(20);
    expect(await search('gadgetyr', 5)).toMatchObject(partly);
    expect(await search('coppra', 100)).toEqual({
      ...{ names: ['hidden-0', 'hidden-1', 'hidden-2'], hasNextPage: false, capped: false, totalCount: 3 },
      ...{ similar: true, correctedSearch: 'coppar' },
    });
  });

  it('has a corrected search that keeps the other words and conditions', async () => {
    expect(await search('type:npm gadgetyr@1.0  -other repo:npm-*', 5)).toMatchObject({
      correctedSearch: 'type:npm gadgetry@1.0  -other repo:npm-*',
      names: ['tool-0', 'tool-1', 'tool-10', 'tool-11', 'tool-12'],
    });
    expect((await search('gadgetry', 5)).correctedSearch).toBeNull();
    expect((await search('"gadgetyr"', 5)).names).toEqual([]);
  });

  it('finds words that are too new for the statistics of the index', async () => {
    expect((await search('quokka', 5)).names).toEqual([]);
    await withStorage(platform.storage, () =>
      publish({ name: 'my-zebrafish', version: '1.0.0', description: 'Quokka' }),
    );
    for (const typed of [
      'quokka',
      'Zebraf',
      'ebrafi',
      'my quokk',
      'quokka zebrafish',
      'type:npm zebra quokka',
    ])
      expect([typed, await search(typed, 5)]).toMatchObject([
        typed,
        { names: ['my-zebrafish'], similar: false, correctedSearch: null },
      ]);
    for (const typed of ['quokka pipes', 'quokka -zebra', 'type:maven quokka'])
      expect([typed, (await search(typed, 5)).names]).toEqual([typed, []]);
  });

  it('is corrected with words of packages that the caller can read', async () => {
    expect((await search('coppor', 10)).names).toEqual(['hidden-0', 'hidden-1', 'hidden-2']);
    const { names, correctedSearch } = await search('coppor', 10, reader);
    expect([names, correctedSearch]).toEqual([['pipe'], 'copper']);
    expect((await search('coppra', 10, reader)).correctedSearch).toBeNull();
  });

  it('asks for words in all repositories only for those who can read all', async () => {
    const anywhere = vi.spyOn(Words.prototype, 'anywhere');
    try {
      expect((await search('hidden', 5, reader)).names).toEqual([]);
      expect((await search('xylograph', 5, reader)).names).toEqual([]);
      expect(anywhere.mock.results.map(({ value }) => value)).toEqual([undefined, undefined]);
      await search('xylograph', 5);
      expect(anywhere.mock.results[2]?.value).toBeDefined();
    } finally {
      anywhere.mockRestore();
    }
  });
});
