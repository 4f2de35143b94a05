import type { AuditEvent, AuditPage } from '@lading/contract/rest';
import { AUDIT_EVENTS } from '@lading/contract/schemas';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { signIn } from '../../testing/signIn.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { createUser } from '../users.ts';

const password = 'an old tune of the sea';
const v1 = '/access/api/v1';
const v2 = '/access/api/v2';
const ui = '/ui/api/v1';
let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
  await withStorage(platform.storage, () => createUser('rosa', { password }));
});
afterAll(() => platform.close());

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const ask = (method: Method, url: string, payload?: object, headers: Record<string, string> = {}) =>
  platform.app.inject({
    method,
    url,
    headers: { authorization: platform.adminAuth, ...headers },
    ...(payload ? { payload } : {}),
  });
/** Returns the newest record of an event. */
async function newestRecord(event: AuditEvent['event']): Promise<AuditEvent | undefined> {
  return (await ask('GET', `${v1}/audit?event=${event}`)).json<AuditPage>().events[0];
}
const basic = { authorization: `Basic ${Buffer.from(`rosa:${password}`).toString('base64')}` };
const shown = { 'x-jfrog-reauthentication': basic.authorization, ...basic };
const member = { members: ['rosa'], admin_privileges: false };
const permission = {
  name: 'tea',
  resources: {
    artifact: { actions: { users: { rosa: ['READ'] }, groups: {} }, targets: { 'npm-local': {} } },
  },
};
const project = { project_key: 'ship', display_name: 'Ship' };

it.each<[AuditEvent['event'], string, Method, string, object | undefined, Record<string, string>?]>([
  [
    'group-changed',
    'Group crew created: admin_privileges false, members rosa',
    'POST',
    `${v2}/groups`,
    { name: 'crew', ...member },
  ],
  [
    'group-changed',
    'Members of group crew: -rosa',
    'PATCH',
    `${v2}/groups/crew/members`,
    { remove: ['rosa'] },
  ],
  [
    'group-changed',
    'Group crew changed: admin_privileges true',
    'PATCH',
    `${v2}/groups/crew`,
    { admin_privileges: true },
  ],
  ['group-changed', 'Group crew deleted', 'DELETE', `${v2}/groups/crew`, undefined],
  [
    'permission-changed',
    'tea created: artifact npm-local: rosa READ',
    'POST',
    `${v2}/permissions`,
    permission,
  ],
  ['permission-changed', 'tea deleted', 'DELETE', `${v2}/permissions/tea`, undefined],
  ['project-changed', 'ship created', 'POST', `${v1}/projects`, project],
  [
    'project-changed',
    'ship: users rosa as Viewer',
    'PUT',
    `${v1}/projects/ship/users/rosa`,
    { roles: ['Viewer'] },
  ],
  ['project-changed', 'ship: users rosa removed', 'DELETE', `${v1}/projects/ship/users/rosa`, undefined],
  ['api-key-changed', 'Created', 'POST', `${ui}/ui/userApiKey`, undefined, shown],
  ['api-key-changed', 'Renewed', 'PUT', `${ui}/ui/userApiKey`, undefined, shown],
  ['api-key-changed', 'Revoked', 'DELETE', `${ui}/ui/userApiKey/rosa`, undefined],
  ['user-changed', 'email', 'PUT', `${ui}/ui/userProfile`, { email: 'rosa@example.org' }, shown],
  [
    'token-issued',
    'For the ship',
    'POST',
    `${v1}/tokens`,
    { description: 'For the ship', expires_in: 60 },
    basic,
  ],
])('records %s: %s', async (event, said, method, url, payload, headers) => {
  const answer = await ask(method, url, payload, headers);
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  const found = await newestRecord(event);
  expect(found?.detail).toContain(said);
  expect([found?.user, found?.by]).toContain(headers ? 'rosa' : 'admin');
});

it('records a token by its ID when created, refreshed, and revoked, without secrets', async () => {
  const made = (await ask('POST', `${v1}/tokens`, { refreshable: true, expires_in: 60 })).json();
  expect((await newestRecord('token-issued'))?.detail).toContain(made.token_id);
  const body = { grant_type: 'refresh_token', refresh_token: made.refresh_token };
  const renewed = (await ask('POST', `${v1}/tokens`, body)).json();
  expect((await newestRecord('token-issued'))?.detail).toContain(renewed.token_id);
  await ask('DELETE', `${v1}/tokens/${renewed.token_id}`);
  expect((await newestRecord('token-revoked'))?.detail).toContain(renewed.token_id);
  const all = (await ask('GET', `${v1}/audit?limit=1000`)).body;
  for (const secret of [made.access_token, renewed.access_token, renewed.refresh_token, password])
    expect(all).not.toContain(secret);
});

it('records the end of other sessions, and requires a recent sign-in before a token is created', async () => {
  const browser = await signIn(platform.app, 'rosa', password);
  const asRosa = (method: Method, url: string, payload?: object) =>
    browser.inject({ method, url, ...(payload ? { payload } : {}) });
  expect((await asRosa('DELETE', `${ui}/access/sessions`)).statusCode).toBe(204);
  expect(await newestRecord('session-ended')).toMatchObject({
    user: 'rosa',
    detail: 'All other sessions: 0',
  });
  const token = { description: 'of a session', expires_in: 60 };
  expect((await asRosa('POST', `${v1}/tokens`, token)).statusCode).toBe(200);
  await withStorage(platform.storage, () =>
    db().execute(sql`update sessions set created = now() - interval '1 hour' where user_name = 'rosa'`),
  );
  expect((await asRosa('POST', `${v1}/tokens`, token)).json().errors[0].code).toBe('SIGN_IN_AGAIN');
});

it('records the source of a failed sign-in and throttling, also for a browser known from before', async () => {
  const from = { address: '192.0.2.9', client: 'tea/1.0' };
  const login = (secret: string, cookie = '') =>
    platform.app.inject({
      method: 'POST',
      url: `${ui}/ui/auth/login`,
      remoteAddress: from.address,
      payload: { user: 'rosa', password: secret },
      headers: { 'sec-fetch-site': 'same-origin', 'user-agent': from.client, cookie },
    });
  const { cookies } = await login(password);
  const device = cookies.find(({ name }) => name.endsWith('-device'));
  for (let at = 0; at < 6; at++) await login(`guess ${at}`, `${device?.name}=${device?.value}`);
  expect(await newestRecord('sign-in')).toMatchObject({ ...from, outcome: 'failure', user: 'rosa' });
  expect(await newestRecord('locked')).toMatchObject({ ...from, user: 'rosa' });
});

it('lists records page by page, newest first, regardless of their number', async () => {
  const ids: number[] = [];
  let before = '';
  do {
    const page = (await ask('GET', `${v1}/audit?limit=4${before && `&before=${before}`}`)).json<AuditPage>();
    ids.push(...page.events.map(({ id }) => Number(id)));
    before = page.next ?? '';
  } while (before !== '');
  expect(ids.length).toBeGreaterThan(10);
  expect(ids).toEqual([...ids].sort((one, other) => other - one));
  expect(ids.at(-1)).toBe(1);
});

it('lists all event types only with the first page, for the filter [adm-02]', async () => {
  const first = (await ask('GET', `${v1}/audit?limit=4`)).json<AuditPage>();
  expect(first.event_names).toEqual([...AUDIT_EVENTS]);
  const second = (await ask('GET', `${v1}/audit?limit=4&before=${first.next}`)).json<AuditPage>();
  expect(second.event_names).toBeUndefined();
});

it('finds records by each filter alone and combined, page by page, also when most do not match [adm-02]', async () => {
  await withStorage(platform.storage, () =>
    db().execute(sql`insert into audit_events (time, event, outcome, user_name, by_user, address, detail)
      select '2020-01-01'::timestamptz + i * interval '1 minute', case when i % 2 = 0 then 'locked' else 'sign-in' end,
        case when i % 10 = 0 then 'failure' else 'success' end, 'bulk' || i % 7, case when i % 3 = 0 then 'bulk-admin' else '' end,
        '203.0.113.' || i % 5, 'Bulk ' || i || case when i = 17 then ' Needle' else '' end
      from generate_series(1, 30000) i`),
  );
  const find = async (search: string) => {
    const found: AuditEvent[] = [];
    let next: string | undefined;
    do {
      const url = `${v1}/audit?limit=1000&${search}${next === undefined ? '' : `&before=${next}`}`;
      const page = (await ask('GET', url)).json<AuditPage>();
      // A page is full, or says how far the search came, or is the last one.
      expect(
        page.events.length === 1000 || page.searched_until !== undefined || page.next === undefined,
      ).toBe(true);
      found.push(...page.events);
      next = page.next;
    } while (next !== undefined);
    return found.map(({ detail }) => Number(/^Bulk (\d+)/.exec(detail)?.[1])).filter((number) => number > 0);
  };
  const numbers = Array.from({ length: 30_000 }, (_, at) => 30_000 - at);
  const minute = (at: number) => new Date(Date.UTC(2020, 0, 1) + at * 60_000).toISOString();
  const period = `from=${minute(100)}&to=${minute(2000)}`;
  for (const [search, matches] of [
    ['user=bulk3', (i: number) => i % 7 === 3],
    ['by=bulk-admin', (i: number) => i % 3 === 0],
    ['by=bulk3', (i: number) => i % 7 === 3 && i % 3 !== 0],
    ['event=locked&outcome=failure', (i: number) => i % 10 === 0],
    ['event=sign-in&outcome=failure&address=203.0.113.1', () => false],
    [
      'address=203.0.113.1&outcome=success&user=bulk3',
      (i: number) => i % 5 === 1 && i % 10 !== 0 && i % 7 === 3,
    ],
    ['text=needle', (i: number) => i === 17],
    ['text=bulk%20', () => true],
    [period, (i: number) => i >= 100 && i < 2000],
    [`${period}&user=bulk0&outcome=failure`, (i: number) => i >= 100 && i < 2000 && i % 70 === 0],
    [`to=${minute(50)}`, (i: number) => i < 50],
    [`from=${minute(29_990)}&text=bulk`, (i: number) => i >= 29_990],
  ] as [string, (i: number) => boolean][])
    expect(await find(search), search).toEqual(numbers.filter(matches));
  const csv = (await ask('GET', `${v1}/audit/export?format=csv&text=needle`)).body;
  expect(csv).toContain('Bulk 17 Needle');
});
