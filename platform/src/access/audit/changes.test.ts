import type { AuditEvent, AuditPage } from '@lading/contract/rest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { createUser } from '../users.ts';
import { changesBetween } from './changes.ts';

const [v1, v2] = ['/access/api/v1', '/access/api/v2'];
const secret = 'not-for-the-audit-log';
let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform({
    env: { LADING_FEATURES: 'COMMON.XRAY_GIT_REPO_SCANNING', LADING_ALLOWED_NETWORKS: '127.0.0.0/8' },
  });
  await withStorage(platform.storage, () => createUser('rosa', { password: 'an old tune of the sea' }));
});
afterAll(() => platform.close());

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const send = (method: Method, url: string, payload?: object) =>
  platform.app.inject({
    method,
    url,
    headers: { authorization: platform.adminAuth, 'x-jfrog-reauthentication': platform.adminAuth },
    ...(payload ? { payload } : {}),
  });

it('lists changed fields and redacts secrets', () => {
  const before = {
    name: 'a',
    url: 'https://x:y@example.org/?key=1',
    auth: { password: 'old' },
    list: [1],
    same: {},
  };
  const after = {
    name: 'b',
    url: 'https://example.org/',
    auth: { password: 'new' },
    list: [1, 2],
    tokens: { maxDays: 3 },
  };
  expect(changesBetween(before, after)).toEqual([
    { field: 'auth.password', before: '(redacted)', after: '(redacted)' },
    { field: 'list', before: '[1]', after: '[1,2]' },
    { field: 'name', before: 'a', after: 'b' },
    { field: 'tokens.maxDays', after: '3' },
    { field: 'url', before: 'https://(redacted)@example.org/?(redacted)', after: 'https://example.org/' },
  ]);
  expect(changesBetween(undefined, { users: { token: ['READ'] } }, { namesAreData: true })).toEqual([
    { field: 'users.token', after: '["READ"]' },
  ]);
});

it('lists each added and deleted entry of a long list, and where long texts differ', () => {
  const members = Array.from({ length: 300 }, (_, at) => `member-${at}`);
  const changed = [...members.slice(1), 'bob'];
  expect(changesBetween({ members }, { members: changed })).toEqual([
    { field: 'members', before: 'member-0' },
    { field: 'members', after: 'bob' },
  ]);
  expect(changesBetween({ members }, undefined)).toHaveLength(300);
  const [order] = changesBetween({ members }, { members: [...members].reverse() });
  expect(order?.before).not.toBe(order?.after);
  const text = 'x'.repeat(800);
  const [payload] = changesBetween({ payload: `${text}old` }, { payload: `${text}new` });
  expect([payload?.before?.slice(-4), payload?.after?.slice(-4)]).toEqual(['xold', 'xnew']);
  expect(changesBetween({ queryParams: 'sig=1' }, { queryParams: 'sig=2' })).toEqual([
    { field: 'queryParams', before: '(redacted)', after: '(redacted)' },
  ]);
});

it('contains every member that a change of a large group adds [adm-02]', async () => {
  const names = Array.from({ length: 230 }, (_, at) => `robot-${at}`);
  await withStorage(platform.storage, async () => {
    for (const name of names) await createUser(name, {});
  });
  expect((await send('POST', `${v2}/groups`, { name: 'robots', members: names })).statusCode).toBe(201);
  const { events } = (await send('GET', `${v1}/audit?event=group-changed&limit=5`)).json<AuditPage>();
  const changes = events.flatMap((each) => each.changes ?? []);
  for (const name of ['robot-0', 'robot-120', 'robot-229'])
    expect(changes).toContainEqual({ field: 'members', after: name });
  expect(events.map(({ detail }) => /part \d of \d/.exec(detail)?.[0])).toContain('part 3 of 3');
});

const artifact = (actions: string[]) => ({
  artifact: { actions: { users: { rosa: actions }, groups: {} }, targets: { 'npm-local': {} } },
});
const webhook = (url: string) => ({
  event_filter: { domain: 'user', event_types: ['locked'] },
  handlers: [{ handler_type: 'webhook', url, secret }],
});
const proxy = (port: number) => ({ host: '192.0.2.1', port, username: 'x', password: secret });
const git = {
  ...{ userName: 'x', integrationName: 'code', token: secret, url: 'https://github.com' },
  ...{ vendorName: 1, integrationType: 1 },
};
const mail = {
  enabled: false,
  host: 'localhost',
  port: 25,
  security: 'none',
  username: 'x',
  password: secret,
  from: 'a@localhost',
  subjectPrefix: '',
};

it.each<
  [AuditEvent['event'], Method, string, object | undefined, Partial<AuditEvent['changes'] & object>[number]]
>([
  [
    'repository-changed',
    'PUT',
    '/artifactory/api/repositories/tea-local',
    { rclass: 'local', packageType: 'generic' },
    { field: 'packageType', after: 'generic' },
  ],
  [
    'repository-changed',
    'POST',
    '/artifactory/api/repositories/tea-local',
    { description: 'Tea' },
    { field: 'description', after: 'Tea' },
  ],
  [
    'repository-changed',
    'DELETE',
    '/artifactory/api/repositories/tea-local',
    undefined,
    { field: 'description', before: 'Tea' },
  ],
  [
    'permission-changed',
    'POST',
    `${v2}/permissions`,
    { name: 'tea', resources: artifact(['READ']) },
    { field: 'artifact.actions.users.rosa', after: '["READ"]' },
  ],
  [
    'permission-changed',
    'PUT',
    `${v2}/permissions/tea`,
    { resources: artifact(['WRITE']) },
    { field: 'artifact.actions.users.rosa', before: '["READ"]', after: '["WRITE"]' },
  ],
  [
    'permission-changed',
    'DELETE',
    `${v2}/permissions/tea`,
    undefined,
    { field: 'artifact.actions.users.rosa', before: '["WRITE"]' },
  ],
  ['group-changed', 'POST', `${v2}/groups`, { name: 'crew' }, { field: 'name', after: 'crew' }],
  [
    'group-changed',
    'PATCH',
    `${v2}/groups/crew/members`,
    { add: ['rosa'] },
    { field: 'members', before: '[]', after: '["rosa"]' },
  ],
  [
    'user-changed',
    'PATCH',
    `${v2}/users/rosa`,
    { admin: true },
    { field: 'admin', before: 'false', after: 'true' },
  ],
  ['user-removed', 'DELETE', `${v2}/users/rosa`, undefined, { field: 'admin', before: 'true' }],
  [
    'project-changed',
    'POST',
    `${v1}/projects`,
    { project_key: 'ship', display_name: 'Ship' },
    { field: 'display_name', after: 'Ship' },
  ],
  [
    'project-changed',
    'PUT',
    `${v1}/projects/ship/groups/crew`,
    { roles: ['Viewer'] },
    { field: 'roles', after: '["Viewer"]' },
  ],
  ['project-changed', 'DELETE', `${v1}/projects/ship`, undefined, { field: 'display_name', before: 'Ship' }],
  [
    'settings-changed',
    'PATCH',
    `${v1}/auth/settings`,
    { audit: { retentionDays: 90 } },
    { field: 'audit.retentionDays', before: '400', after: '90' },
  ],
  ['settings-changed', 'PUT', `${v1}/mail`, mail, { field: 'host', after: 'localhost' }],
  [
    'settings-changed',
    'POST',
    '/ui/api/v1/ui/proxies/crud',
    { key: 'out', ...proxy(3128) },
    { field: 'port', after: '3128' },
  ],
  [
    'settings-changed',
    'PUT',
    '/ui/api/v1/ui/proxies/crud/out',
    proxy(3129),
    { field: 'port', before: '3128', after: '3129' },
  ],
  [
    'license-changed',
    'POST',
    '/artifactory/api/system/licenses',
    { type: 'ENTERPRISE' },
    { field: 'type', after: 'ENTERPRISE' },
  ],
  [
    'webhook-changed',
    'POST',
    '/event/api/v1/subscriptions',
    { key: 'hook', ...webhook('http://127.0.0.1:1/a?key=hidden') },
    { field: 'handler.url', after: 'http://127.0.0.1:1/a?(redacted)' },
  ],
  [
    'webhook-changed',
    'DELETE',
    '/event/api/v1/subscriptions/hook',
    undefined,
    { field: 'domain', before: 'user' },
  ],
  ['settings-changed', 'POST', '/ui/api/v1/integration', git, { field: 'integrationName', after: 'code' }],
])(
  '%s contains the fields before and after for %s %s [adm-02]',
  async (event, method, url, payload, change) => {
    const answer = await send(method, url, payload);
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    const { events } = (await send('GET', `${v1}/audit?event=${event}&limit=1`)).json<AuditPage>();
    expect(events[0]?.changes).toContainEqual(expect.objectContaining(change));
  },
);

it('shows that a secret changed, without the secret [adm-02]', async () => {
  const key = '/artifactory/api/repositories/upstream';
  const fields = { rclass: 'remote', packageType: 'generic', url: 'https://upstream.example', username: 'x' };
  await send('PUT', key, { ...fields, password: `${secret}-1` });
  expect((await send('POST', key, { password: `${secret}-2` })).statusCode).toBe(200);
  const last = async (event: string) =>
    (await send('GET', `${v1}/audit?event=${event}&limit=1`)).json<AuditPage>().events[0]?.changes;
  const changed = (field: string) => [{ field, before: '(redacted)', after: '(redacted)' }];
  expect(await last('repository-changed')).toEqual(changed('credential'));
  await send('PUT', '/ui/api/v1/ui/proxies/crud/out', { ...proxy(3129), password: `${secret}-3` });
  expect(await last('settings-changed')).toEqual(changed('password'));
});

it('contains the fields of users that are imported, deleted in bulk, or change their own email', async () => {
  const newest = async (event: string) =>
    (await send('GET', `${v1}/audit?event=${event}&limit=1`)).json<AuditPage>().events[0];
  const csv = 'username,email\nimported,i@example.org';
  await send('POST', `${v2}/users/bulk/import`.replace('/bulk/import', '/import'), { csv, dry_run: false });
  const made = await newest('user-made');
  expect([made?.user, made?.changes]).toEqual([
    'imported',
    expect.arrayContaining([{ field: 'email', after: 'i@example.org' }]),
  ]);
});

it('contains no secret', async () => {
  const all = (await send('GET', `${v1}/audit?limit=1000`)).body;
  expect(all).not.toContain(secret);
  expect(all).not.toContain('hidden');
});
