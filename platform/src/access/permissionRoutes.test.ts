import type { AuditPage, Permission } from '@lading/contract/rest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withStorage } from '../database/db.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { createUser } from './users.ts';

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
