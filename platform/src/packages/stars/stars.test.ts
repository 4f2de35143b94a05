import type { PackageStar, StarredPackages } from '@lading/contract/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { publish } from '../testing/publish.ts';

const password = 'a-long-Passw0rd-of-tests';
let platform: TestPlatform;

const basic = (name: string) => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
async function call(
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  url: string,
  authorization = '',
  payload?: object,
) {
  const headers = authorization ? { authorization } : {};
  return platform.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
}
const admin = async (method: 'PUT' | 'POST' | 'DELETE', url: string, payload?: object) => {
  const { statusCode, body } = await call(method, url, platform.adminAuth, payload);
  expect(`${statusCode} ${body}`).toMatch(/^2/);
};
const star = (id: string) => `/ui/api/v1/ui/stars/package?packageId=${encodeURIComponent(id)}`;
const starred = async (user: string) =>
  (await call('GET', '/ui/api/v1/ui/stars', basic(user)))
    .json<StarredPackages>()
    .packages.map(({ id }) => id);

async function grant(repository: object): Promise<void> {
  const artifact = { actions: { users: { ada: ['READ'], bea: ['READ'] }, groups: {} }, targets: repository };
  await admin('POST', '/access/api/v2/permissions', { name: 'readers', resources: { artifact } });
}

beforeAll(async () => {
  platform = await testPlatform();
  for (const username of ['ada', 'bea', 'cleo']) {
    const user = { username, email: `${username}@example.org`, password, groups: [] };
    await admin('POST', '/access/api/v2/users', user);
  }
  await grant({ 'npm-local': {} });
  await withStorage(platform.storage, async () => {
    await publish({ name: 'kite', version: '1.0.0' });
    await publish({ name: 'wind', version: '1.0.0' });
  });
});
afterAll(() => platform?.close());

describe('stars of packages', () => {
  it('are counted as followers on the page and in the list [pkg-02]', async () => {
    expect((await call('PUT', star('npm://kite'), basic('ada'))).json<PackageStar>()).toEqual({
      starred: true,
      followers: 1,
    });
    // Again, and by another user.
    await call('PUT', star('npm://kite'), basic('ada'));
    expect((await call('PUT', star('npm://kite'), basic('bea'))).json()).toEqual({
      starred: true,
      followers: 2,
    });
    expect((await call('GET', star('npm://kite'), platform.adminAuth)).json()).toEqual({
      starred: false,
      followers: 2,
    });
    const query =
      '{ package(id: "npm://kite") { stats { followers } } packages(filter: {}) { edges { node { name stats { followers } } } } }';
    for (const who of [platform.adminAuth, basic('ada')]) {
      const answer = await call('POST', '/metadata/api/v1/query', who, { query });
      expect(answer.json().data).toMatchObject({
        package: { stats: { followers: 2 } },
        packages: {
          edges: [
            { node: { name: 'kite', stats: { followers: 2 } } },
            { node: { name: 'wind', stats: { followers: 0 } } },
          ],
        },
      });
    }
    expect((await call('DELETE', star('npm://kite'), basic('bea'))).statusCode).toBe(204);
    expect((await call('DELETE', star('npm://kite'), basic('bea'))).statusCode).toBe(204);
    expect((await call('GET', star('npm://kite'), basic('ada'))).json()).toEqual({
      starred: true,
      followers: 1,
    });
  });

  it('are listed for their user alone, the last changed package first', async () => {
    await call('PUT', star('npm://wind'), basic('ada'));
    expect((await starred('ada')).sort()).toEqual(['npm://kite', 'npm://wind']);
    await withStorage(platform.storage, () => publish({ name: 'kite', version: '1.1.0' }));
    expect(await starred('ada')).toEqual(['npm://kite', 'npm://wind']);
    expect(await starred('bea')).toEqual([]);
    expect((await call('GET', '/ui/api/v1/ui/stars')).statusCode).toBe(401);
  });

  it('reveal no package that the caller cannot read', async () => {
    for (const method of ['GET', 'PUT'] as const) {
      const hidden = await call(method, star('npm://kite'), basic('cleo'));
      const missing = await call(method, star('npm://none'), basic('cleo'));
      expect([hidden.statusCode, missing.statusCode]).toEqual([404, 404]);
      const [{ message }] = hidden.json().errors;
      expect(message.replace('kite', 'none')).toBe(missing.json().errors[0].message);
    }
    expect((await call('PUT', star('none'), basic('cleo'))).statusCode).toBe(400);
  });

  it('are not listed while the user has no permission, and are deleted with the user', async () => {
    await admin('DELETE', '/access/api/v2/permissions/readers');
    expect(await starred('ada')).toEqual([]);
    await grant({ 'npm-local': {} });
    expect(await starred('ada')).toEqual(['npm://kite', 'npm://wind']);
    await admin('DELETE', '/access/api/v2/users/ada');
    expect((await call('GET', star('npm://kite'), basic('bea'))).json()).toEqual({
      starred: false,
      followers: 0,
    });
  });
});
