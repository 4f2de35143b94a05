import type { DraftEffects, PatternMatches } from '@lading/contract/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../access/users.ts';
import { withStorage } from '../database/db.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform({ env: { LADING_ANONYMOUS_ACCESS: 'true' } });
  await withStorage(platform.storage, async () => {
    for (const name of ['karl', 'nobody', 'rosa'])
      await createUser(name, { password: 'an old tune of the sea' });
  });
  await call('DELETE', '/access/api/v2/permissions/Everything%20for%20readers');
  await call('POST', '/access/api/v2/groups', { name: 'crew', members: ['karl', 'rosa'] });
  await platform.createRepository('libs', { rclass: 'local', packageType: 'generic' });
  for (const path of ['org/a.txt', 'org/b.txt', 'com/c.txt'])
    await platform.app.inject({
      method: 'PUT',
      url: `/artifactory/libs/${path}`,
      headers: { authorization: platform.adminAuth },
      payload: path,
    });
  await call('POST', '/access/api/v2/permissions', { name: 'team', resources: team(['READ', 'WRITE']) });
  await call('POST', '/access/api/v2/permissions', {
    name: 'rosa too',
    resources: { artifact: { actions: { users: { rosa: ['READ'] }, groups: {} }, targets: { libs: {} } } },
  });
});
afterAll(() => platform.close());

async function call(method: 'POST' | 'DELETE' | 'GET', url: string, payload?: object) {
  const headers = { authorization: platform.adminAuth };
  const answer = await platform.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, json: answer.body === '' ? undefined : answer.json() };
}
const team = (actions: string[], target: object = {}) => ({
  artifact: { actions: { users: {}, groups: { crew: actions } }, targets: { libs: target } },
});
async function draft(body: object): Promise<DraftEffects> {
  const { status, json } = await call('POST', '/access/api/v1/effective/draft', { name: 'team', ...body });
  expect([status, json.errors]).toEqual([200, undefined]);
  return json;
}
const one = (gained: string[], lost: string[] = [], changed: string[] = []) => [
  { resource: 'artifact', repository: 'libs', gained, lost, changed },
];

describe('the effect of a permission before it is saved', () => {
  it('lists what each user gains and loses, with other permissions taken into account', async () => {
    const { users, examined } = await draft({ resources: team(['DELETE']) });
    expect(users).toEqual([
      { user: 'karl', effects: one(['delete'], ['read', 'deploy']) },
      // Rosa keeps reading by another permission.
      { user: 'rosa', effects: one(['delete'], ['deploy'], ['read']) },
    ]);
    expect(examined).toBe(2);
    // Nothing was saved.
    const stored = (await call('GET', '/access/api/v2/permissions/team')).json;
    expect(stored.resources).toEqual(team(['READ', 'WRITE']));
  });

  it('lists other paths, and nothing without a change', async () => {
    const narrowed = await draft({ resources: team(['READ', 'WRITE'], { include_patterns: ['org/**'] }) });
    expect(narrowed.users[0]).toEqual({ user: 'karl', effects: one([], [], ['read', 'deploy']) });
    expect((await draft({ resources: team(['READ', 'WRITE']) })).users).toEqual([]);
  });

  it('covers new and deleted permissions, all repositories, builds, bundles, and anonymous users', async () => {
    const deleted = await draft({ resources: {}, deleted: true });
    expect(deleted.users[0]).toEqual({ user: 'karl', effects: one([], ['read', 'deploy']) });
    const actions = { users: {}, groups: { readers: ['READ'] } };
    const everyone = await draft({
      name: 'new',
      resources: {
        artifact: { actions, targets: { ANY: {} } },
        build: { actions, targets: { 'artifactory-build-info': {} } },
        release_bundle: { actions, targets: { 'release-bundles-v2': {} } },
      },
    });
    expect(everyone.users.map(({ user }) => user)).toEqual(['anonymous', 'karl', 'nobody', 'rosa']);
    const gained = { gained: ['read'], lost: [], changed: [] };
    expect(everyone.users[2]?.effects).toEqual([
      { resource: 'artifact', repository: 'ANY', ...gained },
      { resource: 'build', ...gained },
      { resource: 'release_bundle', ...gained },
    ]);
    const first = await draft({
      name: 'new',
      resources: { artifact: { actions, targets: { ANY: {} } } },
      limit: 2,
    });
    const next = await draft({
      name: 'new',
      resources: { artifact: { actions, targets: { ANY: {} } } },
      limit: 2,
      cursor: first.cursor,
    });
    expect([...first.users, ...next.users].map(({ user }) => user)).toEqual([
      'anonymous',
      'karl',
      'nobody',
      'rosa',
    ]);
  });

  it('is what happens when the draft is saved', async () => {
    const resources = team(['READ', 'DELETE']);
    const { users } = await draft({ resources });
    expect(users[0]).toEqual({ user: 'karl', effects: one(['delete'], ['deploy']) });
    const saved = await platform.app.inject({
      method: 'PUT',
      url: '/access/api/v2/permissions/team',
      headers: { authorization: platform.adminAuth },
      payload: { resources },
    });
    expect(saved.statusCode).toBe(200);
    const access = (await call('GET', '/access/api/v1/effective/users/karl')).json;
    const libs = access.repositories.find(({ repository }: { repository: string }) => repository === 'libs');
    expect(libs.actions.map(({ action }: { action: string }) => action)).toEqual(['read', 'delete']);
  });

  it('rejects invalid patterns', async () => {
    const resources = team(['READ'], { include_patterns: ['?'.repeat(50)] });
    const { status, json } = await call('POST', '/access/api/v1/effective/draft', {
      name: 'team',
      resources,
    });
    expect([status, json.errors[0].code]).toEqual([400, 'BAD_PATTERN']);
  });
});

describe('patterns of a permission', () => {
  const matches = async (query: object): Promise<PatternMatches> => {
    const body = { include_patterns: [], exclude_patterns: [], ...query };
    return (await call('POST', '/access/api/v1/effective/matches', body)).json;
  };

  it('show the files that they match', async () => {
    const of = { resource: 'artifact', repository: 'libs' };
    expect(await matches({ ...of, include_patterns: ['org/**'], exclude_patterns: ['**/b.txt'] })).toEqual({
      ...{ count: 1, total: 3, complete: true, examples: ['org/a.txt'] },
    });
    expect((await matches(of)).count).toBe(3);
    expect((await matches({ ...of, include_patterns: ['nothing/**'] })).examples).toEqual([]);
  });

  it('show the files of all repositories', async () => {
    const of = { resource: 'artifact', repository: 'ANY' };
    expect(await matches({ ...of, include_patterns: ['org/a.txt'] })).toMatchObject({
      ...{ count: 1, examples: ['libs/org/a.txt'] },
    });
    expect((await matches(of)).total).toBeGreaterThanOrEqual(3);
  });

  it('show the builds and release bundles that they match', async () => {
    expect(await matches({ resource: 'build' })).toEqual({
      ...{ count: 0, total: 0, complete: true, examples: [] },
    });
    expect((await matches({ resource: 'release_bundle' })).total).toBe(0);
  });
});
