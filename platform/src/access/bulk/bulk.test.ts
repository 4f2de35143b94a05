import type { BulkResult, UserImportResult, UserPage } from '@lading/contract/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withStorage } from '../../database/db.ts';
import { recordStatements } from '../../database/testing/recordStatements.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { issueToken } from '../tokens/tokens.ts';
import { createUser } from '../users.ts';
import { readCsv } from './csv.ts';

const v2 = '/access/api/v2';
const password = 'an old tune of the sea';
let platform: TestPlatform;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const send = (method: Method, url: string, payload?: object, authorization = platform.adminAuth) =>
  platform.app.inject({
    method,
    url,
    headers: { authorization, 'x-jfrog-reauthentication': authorization },
    ...(payload ? { payload } : {}),
  });
const bulk = async (action: string, usernames: string[], more: object = {}) =>
  (await send('POST', `${v2}/users/bulk`, { action, usernames, ...more })).json<BulkResult>();
const statusOf = async (name: string) => {
  const { users } = (await send('GET', `${v2}/users`)).json<UserPage>();
  return users.find(({ username }) => username === name)?.status;
};

beforeAll(async () => {
  platform = await testPlatform();
  await withStorage(platform.storage, async () => {
    for (const name of ['rosa', 'karl', 'captain']) await createUser(name, { password });
    await issueToken({ userName: 'rosa', scope: 'applied-permissions/user', expiresIn: 60 });
  });
  await send('PATCH', `${v2}/users/captain`, { admin: true });
  const artifact = { actions: { users: { rosa: ['READ'] }, groups: {} }, targets: { 'npm-local': {} } };
  await send('POST', `${v2}/permissions`, { name: 'tea', resources: { artifact } });
});
afterAll(() => platform.close());

describe('bulk changes of users [adm-01]', () => {
  it('show what users own before deletion, and delete exactly that', async () => {
    const preview = await bulk('delete', ['Rosa', 'missing', 'admin'], { dry_run: true });
    expect(preview).toEqual({
      dry_run: true,
      users: [
        {
          username: 'rosa',
          outcome: 'changed',
          tokens: 1,
          permissions: ['tea'],
          groups: ['readers'],
          projects: [],
        },
        { username: 'missing', outcome: 'missing', tokens: 0, permissions: [], groups: [], projects: [] },
        { username: 'admin', outcome: 'own', tokens: 0, permissions: [], groups: ['readers'], projects: [] },
      ],
    });
    expect(await statusOf('rosa')).toBe('enabled');
    const { events } = (await send('GET', '/access/api/v1/audit?event=user-removed')).json();
    expect(events).toEqual([]);
    expect(await bulk('delete', ['rosa', 'missing', 'admin'])).toEqual({ ...preview, dry_run: false });
    expect(await statusOf('rosa')).toBeUndefined();
    expect(await statusOf('admin')).toBe('enabled');
    const permission = (await send('GET', `${v2}/permissions/tea`)).json();
    expect(permission.resources.artifact.actions.users).toEqual({});
  });

  it('disable and enable users, and report what does not change', async () => {
    expect((await bulk('disable', ['karl'])).users[0]?.outcome).toBe('changed');
    expect(await statusOf('karl')).toBe('disabled');
    expect((await bulk('disable', ['karl'])).users[0]?.outcome).toBe('unchanged');
    expect((await bulk('enable', ['karl'])).users[0]?.outcome).toBe('changed');
    const { events } = (await send('GET', '/access/api/v1/audit?event=user-changed&user=karl')).json();
    expect(events[0].changes).toEqual([{ field: 'status', before: 'disabled', after: 'enabled' }]);
  });

  it.each([true, false])('keep at least one administrator, also in a dry run: %s', async (dry) => {
    const captain = `Basic ${Buffer.from(`captain:${password}`).toString('base64')}`;
    const limited = { action: 'disable', usernames: ['admin', 'karl'], dry_run: dry };
    const allowed = await send('POST', `${v2}/users/bulk`, { ...limited, dry_run: true }, captain);
    expect(allowed.json<BulkResult>().users.map(({ outcome }) => outcome)).toEqual(['changed', 'changed']);
    const { id, accessToken } = await withStorage(platform.storage, () =>
      issueToken({ userName: 'captain', scope: 'applied-permissions/user', expiresIn: 60 }),
    );
    expect(id).toBeTruthy();
    // Without a password, user captain does not count as the last administrator.
    await send('PATCH', `${v2}/users/captain`, { internal_password_disabled: true });
    const token = await platform.app.inject({
      ...{ method: 'POST', url: `${v2}/users/bulk`, payload: limited },
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect([token.statusCode, token.json().errors[0].code]).toEqual([409, 'LAST_ADMINISTRATOR']);
    expect([await statusOf('admin'), await statusOf('karl')]).toEqual(['enabled', 'enabled']);
    await send('PATCH', `${v2}/users/captain`, { password });
  });

  it('keep the group readers, which has the permissions of anonymous users', async () => {
    const answer = await send('DELETE', `${v2}/groups/readers`);
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([409, 'GROUP_PROTECTED']);
    expect((await send('GET', `${v2}/groups/readers`)).statusCode).toBe(200);
    const admins = await send('PATCH', `${v2}/groups/readers`, { admin_privileges: true });
    expect([admins.statusCode, admins.json().errors[0].code]).toEqual([409, 'GROUP_PROTECTED']);
    expect((await send('PATCH', `${v2}/groups/readers`, { admin_privileges: false })).statusCode).toBe(200);
  });
});

describe('an import of users [adm-01]', () => {
  const csv = [
    'username,email,groups,admin,password',
    'Ann,ann@example.org,readers,false,',
    'karl,,,,',
    'bad name,,,,',
    'bea,not an email,,,',
    'cleo,,missing;readers,,',
    'dora,,,maybe,',
    'ann,,,,',
    'emma,,,,short',
    '"fay","fay@example.org","readers",true,"a long tune, with a comma"',
  ].join('\r\n');

  it('shows the outcome of every line before and after', async () => {
    const run = async (dry: boolean) =>
      (await send('POST', `${v2}/users/import`, { csv, dry_run: dry })).json<UserImportResult>();
    const preview = await run(true);
    const said = preview.lines.map(({ line, username, outcome, reason = '' }) => [
      line,
      username,
      outcome,
      reason,
    ]);
    expect(said).toEqual([
      [2, 'ann', 'created', ''],
      [3, 'karl', 'exists', ''],
      [4, 'bad name', 'invalid', expect.stringContaining('Invalid user name "bad name"')],
      [5, 'bea', 'invalid', 'Invalid email "not an email"'],
      [6, 'cleo', 'invalid', 'Group missing not found'],
      [7, 'dora', 'invalid', 'Invalid admin "maybe". Expected true or false.'],
      [8, 'ann', 'invalid', 'User ann is on an earlier line, too'],
      [9, 'emma', 'invalid', expect.stringContaining('The password')],
      [10, 'fay', 'created', ''],
    ]);
    expect(await statusOf('ann')).toBeUndefined();
    expect(await run(false)).toEqual({ ...preview, dry_run: false });
    const fay = (await send('GET', `${v2}/users/fay`)).json();
    expect(fay).toMatchObject({ admin: true, email: 'fay@example.org', groups: ['readers'] });
    expect((await send('GET', `${v2}/users/ann`)).json().internal_password_disabled).toBe(true);
    expect((await run(true)).created).toBe(0);
  });

  it('adds users to the groups of new users, and shows them before', async () => {
    await send('POST', `${v2}/groups`, { name: 'crew', auto_join: true });
    await send('POST', `${v2}/groups`, { name: 'deck' });
    const text = 'username,groups\ngil,deck\nhal,';
    const run = async (dry: boolean) =>
      (await send('POST', `${v2}/users/import`, { csv: text, dry_run: dry })).json<UserImportResult>();
    const groupsIn = ({ lines }: UserImportResult) => lines.map(({ groups }) => groups);
    const expected = [
      ['crew', 'deck', 'readers'],
      ['crew', 'readers'],
    ];
    expect(groupsIn(await run(true))).toEqual(expected);
    expect(groupsIn(await run(false))).toEqual(expected);
    for (const [at, name] of ['gil', 'hal'].entries())
      expect((await send('GET', `${v2}/users/${name}`)).json().groups).toEqual(expected[at]);
    const ida = { username: 'ida', internal_password_disabled: true, groups: ['deck'] };
    expect((await send('POST', `${v2}/users`, ida)).json().groups).toEqual(expected[0]);
    const none = { username: 'none', internal_password_disabled: true, groups: [] };
    expect((await send('POST', `${v2}/users`, none)).json().groups).toEqual([]);
    const jan = { username: 'jan', internal_password_disabled: true, groups: ['missing'] };
    expect((await send('POST', `${v2}/users`, jan)).json().errors[0].code).toBe('GROUP_NOT_FOUND');
    expect(await statusOf('jan')).toBeUndefined();
    for (const group of ['crew', 'deck']) await send('DELETE', `${v2}/groups/${group}`);
  });

  it('looks up all users of the text with one statement', async () => {
    const lines = Array.from({ length: 5000 }, (_none, at) => `sailor-${at}`);
    const csv = ['username', ...lines].join('\n');
    const statements = await recordStatements(async () => {
      const answer = await send('POST', `${v2}/users/import`, { csv, dry_run: true });
      expect(answer.json<UserImportResult>().created).toBe(5000);
    });
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.length).toBeLessThan(50);
  });

  it('rejects unknown columns, duplicate ones, and quotes that are not closed', async () => {
    for (const [text, why] of [
      ['username,email,Email\nx,a@b,c@d', 'Column "email" is duplicate'],
      ['username,email\nx,\ny,"a@b\nz,c@d\n', 'The quote on line 3 is not closed'],
      ['username,email\nx,"a@b\ny,"c@d"\n', 'The quoted value that starts on line 2 is followed by text'],
      ['name\nx', 'Unknown column "name"'],
      ['email\nx', 'Column "username" is missing'],
    ]) {
      const answer = await send('POST', `${v2}/users/import`, { csv: text });
      expect(answer.json().errors[0]).toMatchObject({
        code: 'BAD_IMPORT',
        message: expect.stringContaining(why ?? ''),
      });
    }
  });

  it('reads quotes and line endings', () => {
    expect(readCsv('\uFEFFa,"b ""c"""\r\n\r\n"d\ne",f\n')).toEqual([
      { line: 1, cells: ['a', 'b "c"'] },
      { line: 3, cells: ['d\ne', 'f'] },
    ]);
  });
});
