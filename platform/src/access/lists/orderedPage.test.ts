import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';

const projects = '/access/api/v1/projects';
const webhooks = '/event/api/v1/subscriptions';
const password = 'an old tune of the sea';
let platform: TestPlatform;
const call = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, authorization?: string) =>
  platform.app.inject({
    method,
    url,
    headers: { authorization: authorization ?? platform.adminAuth },
    ...(payload ? { payload } : {}),
  });
const names = Array.from({ length: 23 }, (_none, at) => `p${String(at).padStart(2, '0')}`);

beforeAll(async () => {
  platform = await testPlatform();
  for (const [at, name] of names.entries()) {
    const project = await call('POST', projects, {
      ...{
        project_key: name,
        display_name: `${at % 2 ? 'Odd' : 'even'} ${name}`,
        description: `Of ${at % 5}`,
      },
      storage_quota_bytes: at % 3 === 0 ? -1 : 1000 * (at % 4) + 1,
    });
    const webhook = await call('POST', webhooks, {
      ...{ key: name, description: `Of ${at % 5}`, enabled: at % 2 === 0 },
      event_filter: {
        domain: at % 3 ? 'artifact' : 'docker',
        event_types: at % 3 ? ['deployed'] : ['pushed'],
        criteria: { anyLocal: true },
      },
      handlers: [{ handler_type: 'webhook', url: `https://receiver-${'abcd'[at % 4]}.example.org/` }],
    });
    expect([project.statusCode, webhook.statusCode], webhook.body).toEqual([201, 201]);
  }
});
afterAll(() => platform.close());

type Row = { project_key?: string; key?: string };
const keyOf = ({ project_key, key }: Row) => project_key ?? key ?? '';
/** Reads all pages. Returns the keys, and the size of each page. */
async function pages(url: string, query: Record<string, string>, authorization?: string) {
  const keys: string[] = [];
  const sizes: number[] = [];
  for (let cursor: string | undefined; ; ) {
    const asked = new URLSearchParams({ ...query, limit: '10', ...(cursor ? { cursor } : {}) });
    const answer = await call('GET', `${url}?${asked}`, undefined, authorization);
    expect(answer.statusCode, answer.body).toBe(200);
    const rows = answer.json<Row[]>().map(keyOf);
    keys.push(...rows);
    sizes.push(rows.length);
    cursor = answer.headers['x-next-cursor'] as string | undefined;
    if (cursor === undefined) return { keys, sizes };
  }
}

describe.each([
  ['projects', projects, ['name', 'key', 'quota']],
  ['webhooks', webhooks, ['name', 'description', 'event', 'url', 'enabled', 'health']],
])('the list of %s', (_what, url, orders) => {
  it.each(orders)('has each once over its pages, by %s and in reverse', async (sort_by) => {
    const all = (await call('GET', `${url}?sort_by=${sort_by}`)).json<Row[]>().map(keyOf);
    const { keys, sizes } = await pages(url, { sort_by });
    expect(sizes).toEqual([10, 10, 3]);
    expect(keys).toEqual(all);
    const reverse = await pages(url, { sort_by, descending_order: 'true' });
    expect([...reverse.keys].sort()).toEqual(names);
    if (sort_by === 'name') expect(reverse.keys).toEqual([...keys].reverse());
  });

  it('is returned whole to scripts, which send no limit', async () => {
    const answer = await call('GET', url);
    expect(answer.json<Row[]>().map(keyOf).sort()).toEqual(names);
    expect(answer.headers).not.toHaveProperty('x-next-cursor');
  });

  it('is searched by words in any field, also with characters of patterns', async () => {
    expect((await pages(url, { search: 'OF 3 p1' })).keys.sort()).toEqual(['p13', 'p18']);
    expect((await pages(url, { search: 'p0_' })).keys).toEqual([]);
    expect((await pages(url, { search: '%' })).keys).toEqual([]);
  });

  it('rejects a cursor of another order, an invented one, and an unknown order', async () => {
    const { headers } = await call('GET', `${url}?limit=5`);
    const cursor = encodeURIComponent(String(headers['x-next-cursor']));
    for (const query of [`sort_by=${orders[1]}&cursor=${cursor}`, 'cursor=invented'])
      expect((await call('GET', `${url}?${query}`)).json().errors[0].code).toBe('BAD_CURSOR');
    expect((await call('GET', `${url}?sort_by=sealed`)).statusCode).toBe(400);
  });
});

it('lists to a member only the projects of the member, with the largest quota last', async () => {
  await call('POST', '/access/api/v2/users', { username: 'rosa', password, email: 'rosa@example.org' });
  for (const key of ['p00', 'p07', 'p11'])
    await call('PUT', `${projects}/${key}/users/rosa`, { roles: ['Viewer'] });
  const rosa = `Basic ${Buffer.from(`rosa:${password}`).toString('base64')}`;
  // p11 has 3001 bytes, p07 3001 bytes, and p00 no limit.
  expect((await pages(projects, { sort_by: 'quota' }, rosa)).keys).toEqual(['p07', 'p11', 'p00']);
  expect((await pages(projects, { search: 'p1' }, rosa)).keys).toEqual(['p11']);
});
