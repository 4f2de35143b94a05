import type {
  AccessRequestOptions,
  AccessRequestPage,
  NotificationEntry,
  OwnAccessRequest,
  OwnAccessRequests,
} from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { db, withStorage } from '../database/db.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { notifyDeciders } from './notifyDeciders.ts';

const url = '/ui/api/v1/ui/access_requests';
const password = 'a-long-Passw0rd-of-tests';
const reason = 'I maintain the <b>build</b>';
const { signal } = new AbortController();
let platform: TestPlatform;

const inside = <T>(work: () => Promise<T>) => withStorage(platform.storage, work);
const basic = (name: string) => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';
async function call(method: Method, path: string, user: string, payload?: object) {
  const authorization = user === 'admin' ? platform.adminAuth : basic(user);
  return platform.app.inject({
    method,
    url: path,
    headers: { authorization },
    ...(payload ? { payload } : {}),
  });
}
const admin = async (method: Method, path: string, payload?: object) => {
  const { statusCode, body } = await call(method, path, 'admin', payload);
  expect(`${statusCode} ${body}`).toMatch(/^2/);
};
const ask = (user: string, repository: string, more: object = {}) =>
  call('POST', url, user, { repository, action: 'read', ...more });
const asked = async (user: string, repository: string, more: object = {}) => {
  const answer = await ask(user, repository, more);
  expect(`${answer.statusCode} ${answer.body}`).toMatch(/^201/);
  return answer.json<OwnAccessRequest>();
};
const own = async (user: string) =>
  (await call('GET', `${url}/own`, user)).json<OwnAccessRequests>().requests.map(({ state }) => state);
const listed = async (user: string, query = '') =>
  (await call('GET', url + query, user)).json<AccessRequestPage>().requests;
const options = async (user: string, id: string) =>
  (await call('GET', `${url}/${id}/options`, user)).json<AccessRequestOptions>();
const grant = (user: string, id: string, way: object = {}) => call('POST', `${url}/${id}/grant`, user, way);
const decline = (user: string, id: string, body: object = {}) =>
  call('POST', `${url}/${id}/decline`, user, body);
const codeOf = (answer: { statusCode: number; json(): { errors: { code: string }[] } }) =>
  `${answer.statusCode} ${answer.json().errors[0]?.code}`;
async function bell(user: string): Promise<string[]> {
  await inside(() => notifyDeciders(signal));
  const { notifications } = (await call('GET', '/ui/api/v1/ui/notifications', user)).json<{
    notifications: NotificationEntry[];
  }>();
  return notifications.map(
    ({ kind, subject, items: [item] }) =>
      `${kind} ${subject} ${[item?.user, item?.action, item?.path, item?.outcome, item?.message].join(' ').trim()}`,
  );
}
const canRead = async (user: string, repo: string) =>
  (await call('GET', `/artifactory/${repo}/a.txt`, user)).statusCode === 200;
const events = async () => {
  const { rows } = await inside(() =>
    db().execute<{ said: string }>(sql`
      SELECT event || ' ' || user_name || ' ' || by_user || ': ' || detail AS said FROM audit_events
      WHERE event LIKE 'access-%' ORDER BY id`),
  );
  return rows.map(({ said }) => said);
};

beforeAll(async () => {
  platform = await testPlatform();
  for (const username of ['ada', 'bea', 'cara', 'dora', 'eve'])
    await admin('POST', '/access/api/v2/users', {
      ...{ username, email: `${username}@example.org`, password, groups: [] },
    });
  await inside(() => db().execute(sql`DELETE FROM group_members`));
  await admin('DELETE', '/access/api/v2/permissions/Everything%20for%20readers');
  for (const key of ['tea', 'rum']) {
    await admin('POST', '/access/api/v1/projects', {
      ...{ project_key: key, display_name: key },
      admin_privileges: { manage_members: true, manage_resources: true, index_resources: true },
    });
    await platform.createRepository(`${key}-files`, {
      rclass: 'local',
      packageType: 'generic',
      projectKey: key,
    });
  }
  for (const key of ['secret', 'other'])
    await platform.createRepository(key, { rclass: 'local', packageType: 'generic' });
  for (const repo of ['secret', 'tea-files']) await admin('PUT', `/artifactory/${repo}/a.txt`, { text: 'x' });
  await admin('PUT', '/access/api/v1/projects/tea/users/dora', { roles: ['Project Admin'] });
  await admin('PUT', '/access/api/v1/projects/rum/users/eve', { roles: ['Project Admin'] });
  await admin('POST', '/access/api/v2/groups', { name: 'crew' });
  await admin('POST', '/access/api/v2/groups', { name: 'chiefs', admin_privileges: true });
  const groups = { crew: ['READ'], chiefs: ['READ'] };
  await admin('POST', '/access/api/v2/permissions', {
    name: 'keepers',
    resources: { artifact: { actions: { users: {}, groups }, targets: { secret: {}, other: {} } } },
  });
  await admin('POST', '/access/api/v2/permissions', {
    name: 'papers',
    resources: {
      artifact: {
        actions: { users: {}, groups: {} },
        targets: { secret: { include_patterns: ['papers/**'] } },
      },
    },
  });
});
beforeEach(() =>
  inside(async () => {
    await db().execute(sql`DELETE FROM access_requests`);
    await db().execute(sql`DELETE FROM notifications`);
    await db().execute(sql`DELETE FROM audit_events`);
    await db().execute(sql`DELETE FROM project_users WHERE user_name IN ('ada', 'bea')`);
  }),
);
afterAll(() => platform?.close());

describe('a request for access', () => {
  it('has the same answer for a hidden and an absent repository, at its creation and later', async () => {
    const answers = [];
    for (const repository of ['secret', 'absent']) {
      const { id, created, ...rest } = await asked('ada', repository, { path: '/a.txt/', reason });
      answers.push({ ...rest, repository: '' });
    }
    expect(answers[0]).toEqual({
      ...{ repository: '', path: 'a.txt', action: 'read', reason, state: 'open', decided: null, answer: '' },
    });
    expect(answers[1]).toEqual(answers[0]);
    expect((await call('GET', `${url}/own`, 'ada')).body).not.toMatch(/exists|project/);
    expect(await bell('ada')).toEqual([]);
  });

  it('is seen by administrators, and by project administrators of its repository', async () => {
    const { id } = await asked('ada', 'tea-files', { reason });
    await asked('bea', 'absent');
    expect(await bell('admin')).toEqual([
      'access_request repository://absent bea read',
      'access_request repository://tea-files ada read',
    ]);
    expect(await bell('dora')).toEqual(['access_request repository://tea-files ada read']);
    expect(await bell('eve')).toEqual([]);
    expect(await listed('dora')).toEqual([
      {
        ...{ id, user: 'ada', repository: 'tea-files', path: '', action: 'read', reason, state: 'open' },
        ...{ created: expect.any(String), decided: null, decidedBy: null, answer: '' },
        ...{ exists: true, project: 'tea' },
      },
    ]);
    expect((await listed('admin')).map(({ exists }) => exists)).toEqual([false, true]);
    expect(await listed('eve')).toEqual([]);
    expect((await call('GET', url, 'ada')).statusCode).toBe(403);
  });

  it('can be decided by no other user, and looks missing to them', async () => {
    const { id } = await asked('ada', 'tea-files');
    const hidden = await asked('ada', 'secret');
    for (const answer of [
      await grant('eve', id, { role: 'Viewer' }),
      await decline('eve', id),
      await call('GET', `${url}/${id}/options`, 'eve'),
      await grant('dora', hidden.id, { permission: 'keepers' }),
      await call('DELETE', `${url}/${id}`, 'bea'),
    ])
      expect(codeOf(answer)).toBe('404 NOT_FOUND');
    expect((await grant('ada', id)).statusCode).toBe(403);
    expect(await own('ada')).toEqual(['open', 'open']);
  });

  it('is limited: one per path, in length, and per day', async () => {
    await asked('ada', 'secret', { path: 'a' });
    expect(codeOf(await ask('ada', 'secret', { path: '/a/', action: 'deploy' }))).toBe('409 EXISTS');
    expect((await ask('ada', 'secret', { reason: 'x'.repeat(1001) })).statusCode).toBe(400);
    for (const path of ['../x', 'a\nb', 'a/\u202eb'])
      expect(codeOf(await ask('ada', 'secret', { path }))).toBe('400 BAD_PATH');
    expect(codeOf(await ask('ada', '<b>'))).toBe('400 BAD_REPOSITORY');
    const { id, reason: stored } = await asked('ada', 'secret', {
      path: 'b',
      reason: ' a\u0000\u202eb\r\nc ',
    });
    expect(stored).toBe('ab\nc');
    expect((await call('DELETE', `${url}/${id}`, 'ada')).statusCode).toBe(204);
    expect(codeOf(await call('DELETE', `${url}/${id}`, 'ada'))).toBe('409 DECIDED');
    const many = await Promise.all(Array.from({ length: 12 }, (_, at) => ask('ada', `repo-${at}`)));
    expect(many.filter(({ statusCode }) => statusCode === 201)).toHaveLength(8);
    expect(codeOf(await ask('ada', 'one-more'))).toBe('429 TOO_MANY');
    await asked('bea', 'secret');
  });

  it('is rejected for access that the user has, and without a session or with a limited token', async () => {
    expect(codeOf(await ask('dora', 'tea-files', { action: 'deploy' }))).toBe('400 HAS_ACCESS');
    expect(codeOf(await ask('admin', 'absent'))).toBe('400 HAS_ACCESS');
    const anonymous = await platform.app.inject({
      ...{ method: 'POST', url, payload: { repository: 'secret', action: 'read' } },
    });
    expect(anonymous.statusCode).toBe(401);
  });

  it('is deleted with its user', async () => {
    const user = { username: 'fred', email: 'fred@example.org', password, groups: [] };
    await admin('POST', '/access/api/v2/users', user);
    await asked('fred', 'secret');
    await admin('DELETE', '/access/api/v2/users/fred');
    expect(await listed('admin')).toEqual([]);
  });
});

describe('granting and declining a request', () => {
  it('lets project administrators give a role, not permissions, groups, or the administration', async () => {
    const { id } = await asked('ada', 'tea-files', { action: 'deploy' });
    expect(await options('dora', id)).toEqual({
      ...{ allowed: false, permissions: [], groups: [], roles: ['Developer', 'Contributor'], project: 'tea' },
    });
    for (const way of [
      { role: 'Project Admin' },
      { role: 'Viewer' },
      { permission: 'keepers' },
      { group: 'chiefs' },
      {},
    ])
      expect(codeOf(await grant('dora', id, way))).toBe('400 NOT_GRANTED');
    expect((await grant('dora', id, { role: 'Contributor' })).statusCode).toBe(204);
    expect(await canRead('ada', 'tea-files')).toBe(true);
    expect(await own('ada')).toEqual(['granted']);
    expect(await bell('ada')).toEqual(['access_decision repository://tea-files deploy  granted']);
    expect(codeOf(await decline('admin', id))).toBe('409 DECIDED');
    expect(await events()).toEqual([
      `access-requested ada : Request ${id}: deploy tea-files`,
      `access-granted ada dora: Request ${id}: deploy tea-files by role Contributor`,
    ]);
  });

  it('lets administrators add the user to a permission or a group that grants it', async () => {
    const { id } = await asked('ada', 'secret');
    expect(await options('admin', id)).toEqual({
      allowed: false,
      // Others cover only a part of the repository.
      permissions: [{ name: 'keepers', repositories: ['other', 'secret'], count: 2 }],
      ...{ groups: ['crew'], roles: [], project: null },
    });
    expect(codeOf(await grant('admin', id, { group: 'chiefs' }))).toBe('400 NOT_GRANTED');
    expect((await grant('admin', id, { permission: 'keepers', group: 'crew' })).statusCode).toBe(400);
    expect((await grant('admin', id, { permission: 'keepers' })).statusCode).toBe(204);
    expect(await canRead('ada', 'secret')).toBe(true);
    // Access to a part is not access to all.
    await admin('POST', '/access/api/v2/permissions', {
      name: 'part',
      resources: {
        artifact: {
          actions: { users: { cara: ['READ'] }, groups: {} },
          targets: { secret: { include_patterns: ['docs/**'] } },
        },
      },
    });
    const part = await asked('cara', 'secret');
    expect((await options('admin', part.id)).allowed).toBe(false);
    const other = await asked('bea', 'secret', { path: 'a.txt' });
    expect((await options('admin', other.id)).permissions.map(({ name }) => name)).toEqual(['keepers']);
    expect((await grant('admin', other.id, { group: 'crew' })).statusCode).toBe(204);
    expect(await canRead('bea', 'secret')).toBe(true);
    await inside(() => db().execute(sql`DELETE FROM group_members`));
  });

  it('confirms a permission that the user got otherwise, and nothing else', async () => {
    const { id } = await asked('bea', 'absent');
    expect(codeOf(await grant('admin', id))).toBe('400 NOT_GRANTED');
    const other = await asked('bea', 'rum-files');
    await admin('PUT', '/access/api/v1/projects/rum/users/bea', { roles: ['Viewer'] });
    expect((await grant('eve', other.id)).statusCode).toBe(204);
    expect(await own('bea')).toEqual(['granted', 'open']);
  });

  it('tells the user why it was declined', async () => {
    const { id } = await asked('ada', 'absent');
    expect((await decline('admin', id, { answer: ' Ask the <i>owner</i> ' })).statusCode).toBe(204);
    expect(await bell('ada')).toEqual([
      'access_decision repository://absent read  declined Ask the <i>owner</i>',
    ]);
    expect((await listed('admin', '?state=decided')).map(({ decidedBy }) => decidedBy)).toEqual(['admin']);
    expect(await listed('admin', '?state=open')).toEqual([]);
    expect((await events()).at(-1)).toBe(`access-declined ada admin: Request ${id}: read absent`);
  });

  it('happens once, of two at the same time', async () => {
    const { id } = await asked('ada', 'tea-files');
    const answers = await Promise.all([grant('admin', id, { role: 'Viewer' }), decline('dora', id)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409]);
  });

  it('pages through the requests', async () => {
    for (const at of [1, 2, 3]) await asked('ada', `repo-${at}`);
    const { requests, next } = (await call('GET', `${url}?limit=2`, 'admin')).json<AccessRequestPage>();
    expect(requests.map(({ repository }) => repository)).toEqual(['repo-3', 'repo-2']);
    expect((await listed('admin', `?cursor=${next}`)).map(({ repository }) => repository)).toEqual([
      'repo-1',
    ]);
  });
});
