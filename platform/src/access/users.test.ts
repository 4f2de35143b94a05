import { brotliDecompressSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../database/db.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { changeUser, createUser } from './users.ts';

const url = '/access/api/v2/users';
const password = 'an old tune of the sea';

describe('users', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await testPlatform();
  });
  afterAll(() => platform.close());

  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', payload?: object) =>
    platform.app.inject({
      method,
      url: url + path,
      headers: { authorization: platform.adminAuth },
      ...(payload ? { payload } : {}),
    } satisfies InjectOptions);

  it('are listed with compression if supported, regardless of their number', async () => {
    await withStorage(platform.storage, () =>
      db().execute(sql`insert into users (name, email)
        select 'sailor-' || n, 'sailor-' || n || '@ship.example' from generate_series(1, 500) n`),
    );
    const plain = await call('GET');
    expect(plain.headers['content-encoding']).toBeUndefined();
    const small = await platform.app.inject({
      url,
      headers: { authorization: platform.adminAuth, 'accept-encoding': 'gzip, br' },
    });
    expect(small.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.body);
    expect(small.rawPayload.length * 10).toBeLessThan(plain.rawPayload.length);
    await withStorage(platform.storage, () =>
      db().execute(sql`delete from users where name like 'sailor-%'`),
    );
  });

  it('are created, listed, changed, and deleted', async () => {
    const made = await call('POST', '', { username: 'Rosa', email: 'rosa@example.org', password });
    expect(made.statusCode).toBe(201);
    expect(made.json()).toEqual({
      username: 'rosa',
      email: 'rosa@example.org',
      admin: false,
      profile_updatable: true,
      disable_ui_access: false,
      internal_password_disabled: false,
      groups: ['readers'],
      realm: 'internal',
      status: 'enabled',
      mfa_status: 'NONE',
    });
    const { users } = (await call('GET')).json();
    expect(users.map(({ username }: { username: string }) => username)).toEqual(['admin', 'rosa']);
    expect((await call('PATCH', '/rosa', { admin: true, groups: [] })).json()).toMatchObject({
      admin: true,
      groups: [],
    });
    expect((await call('DELETE', '/rosa')).statusCode).toBe(204);
    expect((await call('GET', '/rosa')).statusCode).toBe(404);
  });

  it('lose access to the console immediately when it is revoked', async () => {
    await call('POST', '', { username: 'ute', password });
    const signedIn = await platform.app.inject({
      method: 'POST',
      url: '/ui/api/v1/ui/auth/login',
      payload: { user: 'ute', password },
    });
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
    const current = () => platform.app.inject({ url: '/ui/api/v1/ui/auth/current', headers: { cookie } });
    expect((await current()).statusCode).toBe(200);
    expect((await call('PATCH', '/ute', { disable_ui_access: true })).statusCode).toBe(200);
    expect((await current()).statusCode).toBe(401);
  });

  it('are administrators as members of an administrator group', async () => {
    await withStorage(platform.storage, () =>
      db().execute(sql`insert into groups (name, admin_privileges) values ('keepers', true)`),
    );
    const made = await call('POST', '', { username: 'keeper', password, groups: ['keepers'] });
    expect(made.json()).toMatchObject({ admin: true, groups: ['keepers', 'readers'] });
  });

  it.each([
    [{ username: 'admin', password }, 409, 'already'],
    [{ username: 'anonymous', password }, 400, 'The user name "anonymous" is reserved. Choose another one.'],
    [{ username: 'lading', password }, 400, 'is reserved for the server'],
    [{ username: ' LaDing', password }, 400, 'is reserved for the server'],
    [{ username: '../x', password }, 400, '1 to 64 of a-z'],
    [{ username: 'a b', password }, 400, '1 to 64 of a-z'],
    [{ username: 'short', password: 'short' }, 400, 'at least 12 characters'],
    [{ username: 'none' }, 400, 'password is missing'],
    [{ username: 'lost', password, groups: ['nowhere'] }, 400, 'Group nowhere not found'],
    [{ password }, 400, 'username'],
  ])('are rejected as %j with %i', async (payload, status, named) => {
    const answer = await call('POST', '', payload);
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
      status,
      expect.stringContaining(named),
    ]);
  });

  it('are not created partially', async () => {
    await call('POST', '', { username: 'half', password, groups: ['nowhere'] });
    expect((await call('GET', '/half')).statusCode).toBe(404);
  });

  it('always include an administrator', async () => {
    await call('DELETE', '/keeper');
    for (const change of [{ admin: false }, { status: 'disabled' }, { internal_password_disabled: true }]) {
      expect((await call('PATCH', '/admin', change)).json().errors[0].code).toBe('LAST_ADMINISTRATOR');
    }
    expect((await call('DELETE', '/admin')).statusCode).toBe(409);
  });

  it('cannot delete or disable their own account as administrators [adm-01]', async () => {
    await call('POST', '', { username: 'deputy', password, admin: true });
    const code = async (method: 'PATCH' | 'DELETE', payload?: object) => {
      const answer = await call(method, '/Admin', payload);
      return [answer.statusCode, answer.json().errors[0].code];
    };
    expect(await code('DELETE')).toEqual([409, 'OWN_ACCOUNT']);
    expect(await code('PATCH', { status: 'disabled' })).toEqual([409, 'OWN_ACCOUNT']);
    expect((await call('GET', '/admin')).json()).toMatchObject({ status: 'enabled' });
    const deputy = `Basic ${Buffer.from(`deputy:${password}`).toString('base64')}`;
    const other = { method: 'PATCH', url: `${url}/admin`, headers: { authorization: deputy } } as const;
    expect((await platform.app.inject({ ...other, payload: { status: 'disabled' } })).statusCode).toBe(200);
    expect((await platform.app.inject({ ...other, payload: { status: 'enabled' } })).statusCode).toBe(200);
    await call('DELETE', '/deputy');
  });

  it('are visible only to administrators', async () => {
    await call('POST', '', { username: 'karl', password });
    const authorization = `Basic ${Buffer.from(`karl:${password}`).toString('base64')}`;
    expect((await platform.app.inject({ url, headers: { authorization } })).statusCode).toBe(403);
    expect((await platform.app.inject({ url })).statusCode).toBe(401);
  });
});

it('keeps an administrator when two are disabled at the same time', async () => {
  const own = await testPlatform();
  try {
    await withStorage(own.storage, async () => {
      for (let round = 0; round < 5; round++) {
        const second = `second-${round}`;
        await createUser(second, { admin: true, password });
        const disabled = ['admin', second].map((name) => changeUser(name, { enabled: false }));
        const refused = (await Promise.allSettled(disabled)).flatMap((each) =>
          each.status === 'rejected' ? [each.reason.code] : [],
        );
        expect(refused).toEqual(['LAST_ADMINISTRATOR']);
        await changeUser('admin', { enabled: true });
        await changeUser(second, { admin: false });
      }
    });
  } finally {
    await own.close();
  }
});
