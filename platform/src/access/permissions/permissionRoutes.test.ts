import type { AuditPage, PathAccess, Permission } from '@lading/contract/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction, withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { untilQueryWaits } from '../../testing/untilQueryWaits.ts';
import { createUser, removeUser } from '../users.ts';

const permissions = '/access/api/v2/permissions';
const repositories = '/artifactory/api/repositories';
const password = 'an old tune of the sea';
let platform: TestPlatform;
let rosa: string;
beforeAll(async () => {
  platform = await testPlatform();
  await withStorage(platform.storage, () => createUser('rosa', { password }));
  // Without group readers, which can read every repository.
  await call('PATCH', '/access/api/v2/users/rosa', { groups: [] });
  rosa = `Basic ${Buffer.from(`rosa:${password}`).toString('base64')}`;
});
afterAll(() => platform.close());

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const call = (method: Method, url: string, payload?: object, authorization = platform.adminAuth) =>
  platform.app.inject({
    method,
    url,
    headers: { authorization, 'x-jfrog-reauthentication': platform.adminAuth },
    ...(payload ? { payload } : {}),
  });
const readers = (...keys: string[]) => ({
  actions: { users: { rosa: ['READ'] }, groups: {} },
  targets: Object.fromEntries(keys.map((key) => [key, {}])),
});
const generic = { rclass: 'local', packageType: 'generic' };

it('rejects unknown resources of a permission [adm-01]', async () => {
  for (const resources of [{ pipeline: readers('npm-local') }, { artifact: readers('npm-local'), foo: 1 }]) {
    const made = await call('POST', permissions, { name: 'odd', resources });
    expect([made.statusCode, made.json().errors[0].code]).toEqual([400, 'BAD_REQUEST']);
  }
  expect((await call('GET', `${permissions}/odd`)).statusCode).toBe(404);
});

describe('permissions on all repositories of a class [adm-01]', () => {
  const path = 'a/b.txt';
  const upload = (key: string, authorization: string) =>
    call('PUT', `/artifactory/${key}/${path}`, { of: key }, authorization);
  const statuses = async (key: string) => {
    const read = (await call('GET', `/artifactory/${key}/${path}`, undefined, rosa)).statusCode;
    const listed = (await call('GET', repositories, undefined, rosa)).json<{ key: string }[]>();
    return { read, listed: listed.some((each) => each.key === key) };
  };
  const hidden = { read: 404, listed: false };
  beforeAll(async () => {
    const url = 'http://127.0.0.1:9/';
    await call('PUT', `${repositories}/class-remote`, { rclass: 'remote', packageType: 'generic', url });
    await call('PUT', `${repositories}/class-local`, { rclass: 'local', packageType: 'generic' });
    await upload('class-local', platform.adminAuth);
  });

  it('grant nothing before, and on repositories of that class alone', async () => {
    expect(await statuses('class-local')).toEqual(hidden);
    const both = { artifact: readers('ANY LOCAL', 'ANY DISTRIBUTION') };
    const made = await call('POST', permissions, { name: 'by class', resources: both });
    expect([made.statusCode, made.json().resources]).toEqual([201, both]);
    expect((await call('GET', `${permissions}/by%20class`)).json().resources).toEqual(both);
    expect(await statuses('class-local')).toEqual({ read: 200, listed: true });
    expect((await upload('class-local', rosa)).statusCode).toBe(403);
    expect((await statuses('class-remote')).listed).toBe(false);
    // Also on those that are created later.
    await call('PUT', `${repositories}/class-later`, { rclass: 'local', packageType: 'generic' });
    await upload('class-later', platform.adminAuth);
    expect(await statuses('class-later')).toEqual({ read: 200, listed: true });

    await call('PUT', `${permissions}/by%20class`, { resources: { artifact: readers('ANY REMOTE') } });
    expect(await statuses('class-local')).toEqual(hidden);
    expect((await statuses('class-remote')).listed).toBe(true);
    await call('PUT', `${permissions}/by%20class`, { resources: { artifact: readers('ANY DISTRIBUTION') } });
    expect((await statuses('class-remote')).listed).toBe(false);
    expect(await statuses('class-local')).toEqual(hidden);
  });

  it('grant on the paths of their patterns, but never the right to publish plugins', async () => {
    const targets = { 'ANY LOCAL': { include_patterns: ['a/**'], exclude_patterns: ['**/secret/**'] } };
    const actions = { users: { rosa: ['READ', 'WRITE'] }, groups: {} };
    await call('PUT', `${permissions}/by%20class`, { resources: { artifact: { actions, targets } } });
    const put = async (to: string) =>
      (await call('PUT', `/artifactory/class-local/${to}`, { some: 'text' }, rosa)).statusCode;
    expect([await put('a/own.txt'), await put('a/secret/x'), await put('b/x')]).toEqual([201, 403, 403]);
    const plugin = { name: 'a-plugin', versions: {} };
    const published = await call('PUT', '/artifactory/api/npm/plugins-local/a-plugin', plugin, rosa);
    expect(published.statusCode).toBe(403);
    await call('DELETE', `${permissions}/by%20class`);
    expect(await statuses('class-local')).toEqual(hidden);
  });

  it('are shown as the reason, in the preview of a change, and with the files that they match', async () => {
    await call('POST', permissions, { name: 'by class', resources: { artifact: readers('ANY LOCAL') } });
    const effective = '/access/api/v1/effective';
    const answer = await call('GET', `${effective}/path?repository=class-local&path=${path}`);
    const users = answer.json<PathAccess>().users;
    const [read] = users.find(({ user }) => user === 'rosa')?.actions ?? [];
    expect(read).toMatchObject({
      action: 'read',
      reasons: [{ kind: 'permission', permission: 'by class', direct: true, repository_class: 'local' }],
    });
    const remote = await call('GET', `${effective}/path?repository=class-remote`);
    expect(remote.json<PathAccess>().users.map(({ user }) => user)).not.toContain('rosa');
    const draft = { name: 'by class', resources: { artifact: readers('ANY REMOTE') } };
    expect((await call('POST', `${effective}/draft`, draft)).json().users).toEqual([
      {
        user: 'rosa',
        effects: [
          { resource: 'artifact', repository: 'ANY LOCAL', gained: [], lost: ['read'], changed: [] },
          { resource: 'artifact', repository: 'ANY REMOTE', gained: ['read'], lost: [], changed: [] },
        ],
      },
    ]);
    const matches = async (repository: string) => {
      const body = { resource: 'artifact', repository, include_patterns: [path], exclude_patterns: [] };
      return (await call('POST', `${effective}/matches`, body)).json().examples;
    };
    expect(await matches('ANY LOCAL')).toEqual([`class-later/${path}`, `class-local/${path}`]);
    expect(await matches('ANY REMOTE')).toEqual([]);
    expect(await matches('ANY DISTRIBUTION')).toEqual([]);
    await call('DELETE', `${permissions}/by%20class`);
  });
});

it('rejects names that do not exist, and lists all of them [adm-01]', async () => {
  const artifact = {
    actions: { users: { rosa: ['READ'], ghost: ['READ'] }, groups: { readers: ['READ'], crew: ['READ'] } },
    targets: { 'npm-local': {}, 'npm-lokal': {}, 'ANY VIRTUAL': {} },
  };
  const refused = await call('POST', permissions, { name: 'typos', resources: { artifact } });
  expect([refused.statusCode, refused.json().errors[0]]).toEqual([
    400,
    {
      code: 'UNKNOWN_NAMES',
      message:
        'Permission typos: not found: user "ghost"; group "crew"; repository "npm-lokal", "ANY VIRTUAL". Create them first, or remove them',
    },
  ]);
  const build = { ...readers(), targets: { 'my-build': {} } };
  const odd = await call('POST', permissions, { name: 'typos', resources: { build } });
  expect([odd.statusCode, odd.json().errors[0].message]).toEqual([
    400,
    'Permission typos: unknown target "my-build" of build. Expected "artifactory-build-info"',
  ]);
  expect((await call('GET', `${permissions}/typos`)).statusCode).toBe(404);
  const right = { artifact: { ...readers('ANY'), actions: { users: { anonymous: ['READ'] }, groups: {} } } };
  expect((await call('POST', permissions, { name: 'names', resources: right })).statusCode).toBe(201);
  for (const [method, url, body] of [
    ['PUT', `${permissions}/names`, { resources: { artifact } }],
    ['PATCH', `${permissions}/names`, { resources: { artifact } }],
    ['PUT', `${permissions}/names/artifact`, artifact],
  ] as const)
    expect((await call(method, url, body)).json().errors[0].code).toBe('UNKNOWN_NAMES');
  expect((await call('GET', `${permissions}/names`)).json().resources).toEqual(right);
  await call('DELETE', `${permissions}/names`);
});

it('stores user names as the users have them', async () => {
  const artifact = {
    ...readers('npm-local'),
    actions: { users: { Rosa: ['READ'], rosa: ['WRITE'] }, groups: {} },
  };
  const made = await call('POST', permissions, { name: 'cased', resources: { artifact } });
  expect(made.json().resources.artifact.actions.users).toEqual({ rosa: ['READ', 'WRITE'] });
});

it('does not grant anything to a later user with the name of a deleted one', async () => {
  const { storage } = platform;
  await withStorage(storage, () => createUser('gone', { password }));
  const artifact = { ...readers('npm-local'), actions: { users: { gone: ['READ'] }, groups: {} } };
  const deletion = await withStorage(storage, () =>
    transaction(async () => {
      await removeUser('gone');
      const made = withStorage(storage, async () =>
        call('POST', permissions, { name: 'late', resources: { artifact } }),
      );
      await untilQueryWaits(storage);
      return { made };
    }),
  );
  expect((await deletion.made).json().errors[0].code).toBe('UNKNOWN_NAMES');
});

it('reads, replaces, and deletes single resources of a permission [adm-01]', async () => {
  const [first, second] = [readers('npm-local'), readers('generic-local')];
  await call('POST', permissions, { name: 'parts', resources: { artifact: first } });
  const build = { ...first, targets: { 'artifactory-build-info': { include_patterns: ['app'] } } };
  expect((await call('PATCH', `${permissions}/parts`, { resources: { build } })).statusCode).toBe(200);
  expect((await call('PUT', `${permissions}/parts/artifact`, second)).statusCode).toBe(200);
  expect((await call('GET', `${permissions}/parts/artifact`)).json()).toEqual(second);
  expect((await call('DELETE', `${permissions}/parts/build`)).statusCode).toBe(204);
  const missing = await call('GET', `${permissions}/parts/build`);
  expect([missing.statusCode, missing.json().errors[0].code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
  const found = (await call('GET', `${permissions}/parts`)).json<Permission>();
  expect(found.resources).toEqual({ artifact: second });
  expect((await call('GET', `${permissions}/parts/pipeline`)).statusCode).toBe(400);
});

it('removes a deleted repository from permissions, so that a new one has no old readers', async () => {
  await call('PUT', `${repositories}/first`, generic);
  await call('POST', permissions, { name: 'first', resources: { artifact: readers('first', 'npm-local') } });
  const read = () => call('GET', '/artifactory/first/a.txt', undefined, rosa);
  await call('PUT', '/artifactory/first/a.txt', {});
  expect((await read()).statusCode).toBe(200);
  await call('DELETE', `${repositories}/first`);
  await call('PUT', `${repositories}/first`, generic);
  await call('PUT', '/artifactory/first/a.txt', {});
  expect((await read()).statusCode).not.toBe(200);
  const { resources } = (await call('GET', `${permissions}/first`)).json<Permission>();
  expect(Object.keys(resources.artifact?.targets ?? {})).toEqual(['npm-local']);
});

it('records a grant of a whole repository [adm-02]', async () => {
  await call('POST', permissions, { name: 'wide', resources: { artifact: readers('npm-local') } });
  const wider = { artifact: readers('npm-local', 'generic-local') };
  await call('PUT', `${permissions}/wide`, { resources: wider });
  const url = '/access/api/v1/audit?event=permission-changed&limit=1';
  const { events } = (await call('GET', url)).json<AuditPage>();
  expect(events[0]?.changes).toEqual([{ field: 'artifact.targets.generic-local', after: '{}' }]);
});

it('keeps the console open for an administrator', async () => {
  const url = '/access/api/v2/users/admin';
  const answer = await call('PATCH', url, { disable_ui_access: true });
  expect([answer.statusCode, answer.json().errors[0].code]).toEqual([409, 'LAST_ADMINISTRATOR']);
});
