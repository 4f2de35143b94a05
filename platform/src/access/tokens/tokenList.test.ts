import type { TokenList } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { tokenOrders } from './tokenList.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
  await withStorage(platform.storage, async () => {
    await db().execute(sql`INSERT INTO users (name, email) VALUES ('ann', ''), ('bob', '')`);
    await db().execute(sql`
      INSERT INTO tokens (id, hash, refresh_hash, user_name, scope, description, created, expires, last_used)
      SELECT gen_random_uuid(), decode(md5(n::text), 'hex'), CASE WHEN n % 7 = 0 THEN decode(md5('r' || n), 'hex') END,
        CASE WHEN n % 3 = 0 THEN 'ann' ELSE 'bob' END,
        (ARRAY['applied-permissions/user', 'applied-permissions/admin', 'repository:npm-local:read'])[1 + n % 3],
        'job ' || n % 10, now() - make_interval(days => n),
        CASE WHEN n % 4 = 0 THEN NULL ELSE now() + make_interval(days => n % 20 - 4) END,
        CASE WHEN n % 5 = 0 THEN NULL ELSE now() - make_interval(days => n % 120) END
      FROM generate_series(1, 250) n`);
  });
});
afterAll(() => platform.close());

const read = async (query: object): Promise<TokenList> => {
  const url = `/access/api/v1/tokens?${new URLSearchParams({ refreshable: 'true', ...query })}`;
  return (await platform.app.inject({ url, headers: { authorization: platform.adminAuth } })).json();
};
const pages = async (query: object) => {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await read({ ...query, limit: '30', ...(cursor ? { cursor } : {}) });
    found.push(...page.tokens.map(({ token_id }) => token_id));
    cursor = page.cursor;
  } while (cursor);
  return found;
};

it.each(tokenOrders.flatMap((order) => [false, true].map((isDescending) => [order, isDescending])))(
  'pages through all tokens by %s, descending: %s',
  async (sort_by, descending_order) => {
    const query = { sort_by, descending_order: String(descending_order) };
    const all = (await read(query)).tokens.map(({ token_id }) => token_id);
    expect(all.length).toBeGreaterThan(100);
    expect(await pages(query)).toEqual(all);
  },
);

it('filters by user, state, scope, use, and words', async () => {
  const { tokens } = await read({});
  const now = Date.now() / 1000;
  const day = 86_400;
  const soon = (expiry?: number) => expiry !== undefined && expiry > now && expiry < now + 7 * day;
  const has = (scope: string, name: string) => scope.includes(`applied-permissions/${name}`);
  const filters: [object, (token: TokenList['tokens'][number]) => boolean][] = [
    [{ username: 'ann' }, ({ subject }) => subject === 'ann'],
    [{ state: 'soon' }, ({ expiry }) => soon(expiry)],
    [{ state: 'expired' }, ({ expiry }) => expiry !== undefined && expiry <= now],
    [{ state: 'active' }, ({ expiry }) => expiry === undefined || (expiry > now && !soon(expiry))],
    [{ scope: 'admin' }, ({ scope }) => has(scope, 'admin')],
    [{ scope: 'user' }, ({ scope }) => has(scope, 'user')],
    [{ scope: 'limited' }, ({ scope }) => !has(scope, 'user') && !has(scope, 'admin')],
    [{ use: 'unused' }, ({ last_used }) => last_used === undefined],
    [{ use: 'idle' }, ({ last_used, issued_at }) => (last_used ?? issued_at) < now - 90 * day],
    [{ use: 'forever' }, ({ expiry }) => expiry === undefined],
    [
      { search: 'JOB 3 bob' },
      ({ subject, token_id, description: text }) =>
        subject === 'bob' && `${text}${token_id}`.includes('3') && text.includes('job'),
    ],
  ];
  for (const [query, matches] of filters) {
    const expected = tokens.filter(matches).map(({ token_id }) => token_id);
    expect(expected.length, JSON.stringify(query)).toBeGreaterThan(0);
    expect([query, await pages(query)]).toEqual([query, expected]);
  }
});

it('rejects unknown filters and cursors of another order', async () => {
  const { cursor = '' } = await read({ limit: '1' });
  for (const query of [{ state: 'none' }, { sort_by: 'hash' }, { cursor, sort_by: 'user' }])
    expect(JSON.stringify(await read(query))).toMatch(/BAD_/);
});
