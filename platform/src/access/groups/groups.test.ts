import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withStorage } from '../../database/db.ts';
import { signIn } from '../../testing/signIn.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { createUser } from '../users.ts';

const url = '/access/api/v2/groups';
const password = 'an old tune of the sea';

describe('groups', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await testPlatform();
    await withStorage(platform.storage, async () => {
      for (const name of ['rosa', 'karl']) await createUser(name, { password });
    });
  });
  afterAll(() => platform.close());

  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', payload?: object) =>
    platform.app.inject({
      method,
      url: url + path,
      headers: { authorization: platform.adminAuth },
      ...(payload ? { payload } : {}),
    });

  it('are created, listed, changed, and deleted', async () => {
    const made = await call('POST', '', { name: 'builders', description: 'They build', members: ['Rosa'] });
    expect([made.statusCode, made.json()]).toEqual([
      201,
      {
        name: 'builders',
        description: 'They build',
        auto_join: false,
        admin_privileges: false,
        members: ['rosa'],
      },
    ]);
    expect((await call('GET')).json().groups).toEqual([
      {
        group_name: 'builders',
        uri: '/access/api/v2/groups/builders',
        description: 'They build',
        auto_join: false,
        admin_privileges: false,
        members_count: 1,
      },
      expect.objectContaining({ group_name: 'readers', auto_join: true, members_count: 3 }),
    ]);
    expect((await call('PATCH', '/builders', { members: ['karl'] })).json().members).toEqual(['karl']);
    const both = await call('PATCH', '/builders/members', { add: ['rosa', 'admin'], remove: ['karl'] });
    expect(both.json()).toEqual({ members: ['admin', 'rosa'] });
    expect((await call('DELETE', '/builders')).statusCode).toBe(204);
    expect((await call('GET', '/builders')).statusCode).toBe(404);
  });

  it('add new users automatically if configured', async () => {
    await call('POST', '', { name: 'everyone', auto_join: true });
    await withStorage(platform.storage, () => createUser('late', { password }));
    expect((await call('GET', '/everyone')).json().members).toEqual(['late']);
  });

  it('grant and revoke permissions immediately, also for signed-in users', async () => {
    const browser = await signIn(platform.app, 'rosa', password);
    const authorization = `Basic ${Buffer.from(`rosa:${password}`).toString('base64')}`;
    const mayAdminister = async () => [
      (await browser.inject({ url })).statusCode,
      (await platform.app.inject({ url, headers: { authorization } })).statusCode,
    ];
    expect(await mayAdminister()).toEqual([403, 403]);
    await call('POST', '', { name: 'keepers', admin_privileges: true, members: ['rosa'] });
    expect(await mayAdminister()).toEqual([200, 200]);
    await call('PATCH', '/keepers', { admin_privileges: false });
    expect(await mayAdminister()).toEqual([403, 403]);
    await call('PATCH', '/keepers', { admin_privileges: true });
    expect(await mayAdminister()).toEqual([200, 200]);
    await call('DELETE', '/keepers');
    expect(await mayAdminister()).toEqual([403, 403]);
  });

  it('leave no permissions to a new group with the same name', async () => {
    const permissions = '/access/api/v2/permissions';
    const headers = { authorization: platform.adminAuth };
    const granted = {
      artifact: { actions: { users: {}, groups: { gone: ['WRITE'] } }, targets: { 'npm-local': {} } },
    };
    const payload = { name: 'of gone', resources: granted };
    await call('POST', '', { name: 'gone' });
    await platform.app.inject({ method: 'POST', url: permissions, headers, payload });
    await call('DELETE', '/gone');
    const left = await platform.app.inject({ url: `${permissions}/of%20gone`, headers });
    expect(left.json().resources.artifact.actions.groups).toEqual({});
  });

  it('keep the last administrator', async () => {
    await call('POST', '', { name: 'captains', admin_privileges: true, members: ['karl'] });
    const users = '/access/api/v2/users/admin';
    const headers = { authorization: platform.adminAuth };
    expect(
      (await platform.app.inject({ method: 'PATCH', url: users, headers, payload: { admin: false } }))
        .statusCode,
    ).toBe(200);
    const karl = `Basic ${Buffer.from(`karl:${password}`).toString('base64')}`;
    const asKarl = (method: 'PATCH' | 'DELETE', path: string, payload?: object) =>
      platform.app.inject({
        method,
        url: url + path,
        headers: { authorization: karl },
        ...(payload ? { payload } : {}),
      });
    for (const answer of [
      await asKarl('DELETE', '/captains'),
      await asKarl('PATCH', '/captains', { admin_privileges: false }),
      await asKarl('PATCH', '/captains', { members: [] }),
      await asKarl('PATCH', '/captains/members', { remove: ['karl'] }),
    ]) {
      expect(answer.json().errors[0].code).toBe('LAST_ADMINISTRATOR');
    }
    await asKarl('PATCH', '/captains/members', { add: ['admin'] });
  });

  it.each([
    [{ name: 'readers' }, 409, 'already'],
    [{ name: '../x' }, 400, '1 to 64 letters'],
    [{ name: 'lost', members: ['nobody'] }, 400, 'User nobody not found'],
    [{}, 400, 'name'],
  ])('are rejected as %j with %i', async (payload, status, named) => {
    const answer = await call('POST', '', payload);
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
      status,
      expect.stringContaining(named),
    ]);
    expect((await call('GET', '/lost')).statusCode).toBe(404);
  });
});
