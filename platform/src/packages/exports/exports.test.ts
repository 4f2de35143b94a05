import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../../access/users.ts';
import { withStorage } from '../../database/db.ts';
import { signIn } from '../../testing/signIn.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { publish } from '../testing/publish.ts';

let platform: TestPlatform;
const password = 'an old tune of the sea';
const many = 1005;

beforeAll(async () => {
  platform = await testPlatform();
  await withStorage(platform.storage, async () => {
    await publish({ name: 'pad', version: '1.0.0', description: '=HYPERLINK("x")' });
    await publish({ name: 'pad', version: '2.0.0', keywords: ['a', 'b'] });
    for (let at = 0; at < many; at++) await publish({ name: `many-${at}`, version: '1.0.0', content: 'x' });
    await createUser('rosa', { password, groups: [], email: 'rosa@example.org' });
  });
});
afterAll(() => platform?.close());

const get = (url: string) => platform.app.inject({ url, headers: { authorization: platform.adminAuth } });
const exported = (field: string, format: string, variables: object = {}) =>
  get(
    `/ui/api/v1/mds/${field}/export?format=${format}&variables=${encodeURIComponent(JSON.stringify(variables))}`,
  );

describe('exported lists', () => {
  it('contain all packages that match the filter, in order [pkg-01]', async () => {
    const csv = await exported('packages', 'csv', {
      filter: { name: 'many-*' },
      orderBy: { field: 'NAME', direction: 'DESC' },
    });
    expect(csv.headers['content-disposition']).toBe('attachment; filename="packages.csv"');
    const lines = csv.body.trimEnd().split('\r\n');
    expect(lines).toHaveLength(many + 1);
    expect(lines[0]).toMatch(/^name,type,latestVersion,versions,downloads,licenses,/);
    expect(lines[1]).toMatch(/^many-999,npm,1\.0\.0,1,0,MIT,/);
    const json = (await exported('packages', 'json', { filter: { name: 'pad' } })).json();
    expect(json).toMatchObject([{ name: 'pad', versionsCount: 2 }]);
  });

  it('contain no formulas', async () => {
    await withStorage(platform.storage, () =>
      publish({ name: 'formula', version: '1.0.0', description: '=HYPERLINK("x")' }),
    );
    const { body } = await exported('packages', 'csv', { filter: { name: 'formula' } });
    expect(body).toContain(`"'=HYPERLINK(""x"")"`);
  });

  it('contain the versions of a package [pkg-03]', async () => {
    const csv = await exported('versions', 'csv', { filter: { packageId: 'npm://pad' } });
    const lines = csv.body.trimEnd().split('\r\n');
    expect(lines.map((line) => line.split(',')[0])).toEqual(['version', '2.0.0', '1.0.0']);
  });

  it('contain the users and repositories that match the search', async () => {
    const users = (await get('/access/api/v2/users?format=csv&search=EXAMPLE.org')).body.split('\r\n');
    expect(users[0]).toBe('username,email,admin,groups,status,realm,lastSignIn');
    expect(users[1]).toMatch(/^rosa,rosa@example\.org,false,/);
    expect(users).toHaveLength(3);
    const repositories = await get('/artifactory/api/repositories?format=json&type=local&search=docker');
    expect(repositories.json().map(({ key }: { key: string }) => key)).toEqual(['docker-local']);
    const rosa = await signIn(platform.app, 'rosa', password);
    expect((await rosa.inject({ url: '/access/api/v2/users?format=csv' })).statusCode).toBe(403);
    const hers = await rosa.inject({ url: '/ui/api/v1/mds/packages/export?format=csv' });
    expect(hers.body.split('\r\n')).toHaveLength(2);
  });

  it.each([
    ['packages/export?format=xml', 'csv or json'],
    ['packages/export?variables=x', 'variables'],
    ['packages/export?variables=%7B%22filter%22%3A%7B%22odd%22%3A1%7D%7D', 'odd'],
    ['versions/export', 'packageId'],
  ])('report the error in %s', async (path, about) => {
    const answer = await get(`/ui/api/v1/mds/${path}`);
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
      400,
      expect.stringContaining(about),
    ]);
  });
});
