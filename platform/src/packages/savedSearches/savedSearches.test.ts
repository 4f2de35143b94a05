import type { SavedSearch, SavedSearches } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';

const url = '/ui/api/v1/ui/saved_searches';
const password = 'a-long-Passw0rd-of-tests';
const query = 'query=react+type%3Anpm&repos=npm-local';
let platform: TestPlatform;

const basic = (name: string) => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
async function call(method: Method, path: string, user: string, payload?: object) {
  const authorization = user === 'admin' ? platform.adminAuth : basic(user);
  const headers = user ? { authorization } : {};
  return platform.app.inject({ method, url: path, headers, ...(payload ? { payload } : {}) });
}
const admin = async (method: Method, path: string, payload?: object) => {
  const { statusCode, body } = await call(method, path, 'admin', payload);
  expect(`${statusCode} ${body}`).toMatch(/^2/);
};
const save = (user: string, search: object) => call('POST', url, user, { query, ...search });
const list = async (user: string, more = '') => (await call('GET', url + more, user)).json<SavedSearches>();
const names = async (user: string, more = '') =>
  (await list(user, more)).searches.map(({ name, mayChange }) => (mayChange ? name : `${name} (read)`));
const member = (user: string, roles: string[]) =>
  admin('PUT', `/access/api/v1/projects/tea/users/${user}`, { roles });

beforeAll(async () => {
  platform = await testPlatform();
  for (const username of ['ada', 'bea', 'cleo', 'dora']) {
    const user = { username, email: `${username}@example.org`, password, groups: [] };
    await admin('POST', '/access/api/v2/users', user);
  }
  for (const [key, name] of [
    ['tea', 'Tea'],
    ['rum', 'Rum'],
  ])
    await admin('POST', '/access/api/v1/projects', {
      project_key: key,
      display_name: name,
      admin_privileges: { manage_members: true, manage_resources: true, index_resources: true },
    });
  await member('ada', ['Developer']);
  await member('bea', ['Viewer']);
  await member('dora', ['Project Admin']);
});
afterAll(() => platform?.close());

describe('saved searches', () => {
  it('are private to their user', async () => {
    const saved = await save('ada', { name: ' Mine ' });
    expect([saved.statusCode, saved.json()]).toEqual([
      201,
      {
        id: expect.stringMatching(/^\d+$/),
        name: 'Mine',
        query,
        project: null,
        author: 'ada',
        modified: expect.any(String),
        mayChange: true,
        problem: null,
      },
    ]);
    const { id } = saved.json<SavedSearch>();
    expect(await names('ada')).toEqual(['Mine']);
    for (const user of ['bea', 'dora', 'admin']) {
      expect(await names(user)).toEqual([]);
      const hidden = await call('DELETE', `${url}/${id}`, user);
      const missing = await call('DELETE', `${url}/999999`, user);
      expect(hidden.statusCode).toBe(404);
      expect(hidden.json().errors[0].message.replace(` ${id} `, ' 999999 ')).toBe(
        missing.json().errors[0].message,
      );
    }
    expect((await save('ada', { name: 'mINE' })).json().errors[0]).toMatchObject({ code: 'EXISTS' });
    expect((await save('bea', { name: 'Mine' })).statusCode).toBe(201);
    expect((await call('GET', url, '')).statusCode).toBe(401);
  });

  it('are shared with members of a project by those whose role can annotate', async () => {
    expect((await save('bea', { name: 'Tea', project: 'tea' })).statusCode).toBe(403);
    for (const project of ['rum', 'none'])
      expect((await save('ada', { name: 'Tea', project })).statusCode).toBe(403);
    expect((await save('admin', { name: 'Tea', project: 'none' })).statusCode).toBe(404);
    expect((await save('ada', { name: 'Shared', project: 'tea' })).statusCode).toBe(201);
    expect((await list('ada')).projects).toEqual([{ key: 'tea', name: 'Tea' }]);
    expect((await list('bea')).projects).toEqual([]);
    expect(await names('ada')).toEqual(['Mine', 'Shared']);
    expect(await names('bea')).toEqual(['Mine', 'Shared (read)']);
    expect(await names('dora')).toEqual(['Shared']);
    expect(await names('cleo')).toEqual([]);
    expect(await names('admin', '?project=rum')).toEqual([]);
    expect(await names('admin', '?project=tea')).toEqual(['Shared']);
    expect(await names('ada', '?text=SHA')).toEqual(['Shared']);
    expect((await call('GET', `${url}?project=tea`, 'cleo')).statusCode).toBe(403);
  });

  it('are renamed and deleted by their author and by project administrators', async () => {
    const { id } = (await list('bea')).searches.find(({ name }) => name === 'Shared') as SavedSearch;
    const rename = (user: string, name: string) => call('PATCH', `${url}/${id}`, user, { name });
    expect((await rename('cleo', 'Other')).statusCode).toBe(404);
    expect((await rename('bea', 'Other')).json().errors[0].message).toBe(
      'Search "Shared" was shared by ada. Ask this user or an administrator of project tea to change it',
    );
    expect((await rename('ada', 'Ours')).json()).toMatchObject({ name: 'Ours', author: 'ada' });
    await save('dora', { name: 'Second', project: 'tea' });
    expect((await rename('ada', 'second')).statusCode).toBe(409);
    expect((await rename('dora', 'ours')).statusCode).toBe(200);
    expect((await rename('ada', '  ')).statusCode).toBe(400);
    expect((await call('DELETE', `${url}/${id}`, 'bea')).statusCode).toBe(403);
    expect((await call('DELETE', `${url}/${id}`, 'dora')).statusCode).toBe(204);
    expect(await names('bea')).toEqual(['Mine', 'Second (read)']);
  });

  it('reject invalid searches, and say when a stored one is no longer valid', async () => {
    for (const [wrong, why] of [
      ['query=severity%3Anone', 'unknown severity'],
      ['query=%22open', 'quotation mark'],
      ['endCursor=x', 'unknown parameter "endCursor"'],
    ] as const) {
      const answer = await save('ada', { name: 'Wrong', query: wrong });
      expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
        400,
        expect.stringContaining(why),
      ]);
    }
    expect((await save('ada', { name: 'Wrong', more: 1 })).statusCode).toBe(400);
    await withStorage(platform.storage, () =>
      db().execute(
        sql`UPDATE saved_searches SET query = 'query=severty:high' WHERE name = 'Mine' AND author = 'ada'`,
      ),
    );
    expect((await list('ada', '?text=mine')).searches).toMatchObject([
      { name: 'Mine', problem: expect.stringContaining('severity:') },
    ]);
  });

  it('have a limit per user and per project', async () => {
    await withStorage(platform.storage, () =>
      db().execute(sql`INSERT INTO saved_searches (user_name, author, name, query)
        SELECT 'cleo', 'cleo', 'search ' || n, 'name=a' FROM generate_series(1, 100) n`),
    );
    const answer = await save('cleo', { name: 'One more' });
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
      400,
      'The limit of 100 private searches is reached. Delete a search first.',
    ]);
  });

  it('are hidden from users who left the project, and survive their account', async () => {
    await save('ada', { name: 'Left', project: 'tea' });
    await admin('DELETE', '/access/api/v1/projects/tea/users/ada');
    expect(await names('ada')).toEqual(['Mine']);
    const { id } = (await list('dora')).searches.find(({ name }) => name === 'Left') as SavedSearch;
    expect((await call('DELETE', `${url}/${id}`, 'ada')).statusCode).toBe(404);
    await admin('DELETE', '/access/api/v2/users/ada');
    expect(await names('bea')).toEqual(['Left (read)', 'Mine', 'Second (read)']);
    expect(await names('dora')).toEqual(['Left', 'Second']);
  });
});
