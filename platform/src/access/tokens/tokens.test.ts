import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { createUser } from '../users.ts';

const url = '/access/api/v1/tokens';
const password = 'an old tune of the sea';
const basic = (name: string, secret: string) =>
  `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;

describe('access tokens', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await testPlatform();
    await withStorage(platform.storage, async () => {
      for (const name of ['rosa', 'karl']) await createUser(name, { password });
    });
  });
  afterAll(() => platform.close());

  const make = (authorization: string, payload: object = {}) =>
    platform.app.inject({ method: 'POST', url, payload, headers: { authorization } });
  const current = (authorization: string) =>
    platform.app.inject({ url: '/ui/api/v1/ui/auth/current', headers: { authorization } });
  const rosa = basic('rosa', password);

  it('authenticate their user, as Bearer token and as password', async () => {
    const token = (await make(rosa, { description: 'for the build' })).json();
    expect(token).toMatchObject({
      token_type: 'Bearer',
      scope: 'applied-permissions/user',
      expires_in: 90 * 86_400,
    });
    expect((await current(`Bearer ${token.access_token}`)).json().name).toBe('rosa');
    expect((await current(basic('Rosa', token.access_token))).json().name).toBe('rosa');
    expect((await current(basic('__token__', token.access_token))).json().name).toBe('rosa');
    expect((await current(token.access_token)).json().name).toBe('rosa');
    expect((await current('something')).statusCode).toBe(401);
    const foreign = await current(basic('karl', token.access_token));
    expect([foreign.statusCode, foreign.json().errors[0].message]).toEqual([
      401,
      'The token belongs to a user other than the one in the request.',
    ]);
  });

  it('are stored as hashes', async () => {
    const token = (await make(rosa, { refreshable: true })).json();
    const { rows } = await withStorage(platform.storage, () => db().execute(sql`select * from tokens`));
    expect(JSON.stringify(rows)).not.toContain(token.access_token);
    expect(JSON.stringify(rows)).not.toContain(token.refresh_token);
  });

  it('are listed and revoked by their user, and by administrators', async () => {
    const token = (await make(rosa)).json();
    const karls = (await make(basic('karl', password))).json();
    const list = async (authorization: string) =>
      (await platform.app.inject({ url, headers: { authorization } })).json().tokens;
    const revoke = (id: string, authorization: string) =>
      platform.app.inject({ method: 'DELETE', url: `${url}/${id}`, headers: { authorization } });
    const own = await list(rosa);
    expect(own.map(({ subject }: { subject: string }) => subject)).not.toContain('karl');
    expect(await list(platform.adminAuth)).toEqual(
      expect.arrayContaining([expect.objectContaining({ token_id: karls.token_id, subject: 'karl' })]),
    );
    expect((await revoke(karls.token_id, rosa)).statusCode).toBe(404);
    expect((await revoke(token.token_id, rosa)).statusCode).toBe(200);
    expect((await current(`Bearer ${token.access_token}`)).statusCode).toBe(401);
    expect((await revoke(karls.token_id, platform.adminAuth)).statusCode).toBe(200);
    expect((await revoke('not-an-id', rosa)).statusCode).toBe(400);
  });

  it('expire', async () => {
    const token = (await make(rosa, { expires_in: 60 })).json();
    await withStorage(platform.storage, () =>
      db().execute(sql`update tokens set expires = now() - interval '1 second' where id = ${token.token_id}`),
    );
    expect((await current(`Bearer ${token.access_token}`)).statusCode).toBe(401);
  });

  it('are invalid immediately after they are revoked, refreshed, or their user is disabled, even if used recently', async () => {
    await withStorage(platform.storage, () => createUser('vera', { password }));
    const vera = basic('vera', password);
    const admin = { authorization: platform.adminAuth };
    const ends: ((token: { token_id: string; refresh_token: string }) => Promise<unknown>)[] = [
      ({ token_id }) =>
        platform.app.inject({
          method: 'DELETE',
          url: `${url}/${token_id}`,
          headers: { authorization: vera },
        }),
      ({ refresh_token }) =>
        platform.app.inject({ method: 'POST', url, payload: { grant_type: 'refresh_token', refresh_token } }),
      () =>
        platform.app.inject({
          method: 'PATCH',
          url: '/access/api/v2/users/vera',
          headers: admin,
          payload: { status: 'disabled' },
        }),
    ];
    for (const end of ends) {
      const token = (await make(vera, { refreshable: true })).json();
      expect((await current(`Bearer ${token.access_token}`)).json().name).toBe('vera');
      await end(token);
      expect((await current(`Bearer ${token.access_token}`)).statusCode).toBe(401);
    }
  });

  it('are refreshed once with their refresh token', async () => {
    const token = (await make(rosa, { refreshable: true, expires_in: 600 })).json();
    const renew = () =>
      platform.app.inject({
        method: 'POST',
        url,
        payload: { grant_type: 'refresh_token', refresh_token: token.refresh_token },
      });
    const answers = await Promise.all([renew(), renew()]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
    const next = answers.find(({ statusCode }) => statusCode === 200)?.json();
    expect(next).toMatchObject({ expires_in: 600, scope: 'applied-permissions/user' });
    expect((await current(`Bearer ${next.access_token}`)).json().name).toBe('rosa');
    expect((await current(`Bearer ${token.access_token}`)).statusCode).toBe(401);
  });

  it('are deleted with their user', async () => {
    await withStorage(platform.storage, () => createUser('brief', { password }));
    const token = (await make(basic('brief', password))).json();
    await platform.app.inject({
      method: 'DELETE',
      url: '/access/api/v2/users/brief',
      headers: { authorization: platform.adminAuth },
    });
    expect((await current(`Bearer ${token.access_token}`)).statusCode).toBe(401);
  });

  it.each([
    [{ username: 'karl' }, 403, 'for other users'],
    [{ scope: 'applied-permissions/admin' }, 403, 'administrators'],
    [{ scope: 'everything' }, 400, 'applied-permissions/user'],
    [{ scope: 'repository:npm:write' }, 400, 'read,deploy,delete,annotate,manage'],
    [{ expires_in: 0 }, 400, 'maximum lifetime of new tokens is 90 days. Expected 1 to 7776000 seconds'],
    [{ expires_in: 7_776_001 }, 400, 'Invalid expires_in 7776001'],
    [{ expires_in: -1 }, 400, 'body/expires_in must be 0 or more'],
    [{ grant_type: 'refresh_token' }, 400, 'refresh_token is missing'],
    [{ grant_type: 'refresh_token', refresh_token: 'made up' }, 401, 'refresh token is invalid'],
  ])('are rejected for %j with %i', async (payload, status, named) => {
    const answer = await make(rosa, payload);
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
      status,
      expect.stringContaining(named),
    ]);
  });

  it('expire no later than the maximum that administrators set', async () => {
    const set = (maxLifetimeDays: number) =>
      platform.app.inject({
        method: 'PATCH',
        url: '/access/api/v1/auth/settings',
        headers: { authorization: platform.adminAuth },
        payload: { tokens: { maxLifetimeDays } },
      });
    const longLived = (await make(rosa, { refreshable: true })).json();
    expect((await set(7)).json().tokens).toEqual({ maxLifetimeDays: 7 });
    const week = 7 * 86_400;
    for (const authorization of [rosa, platform.adminAuth]) {
      expect((await make(authorization)).json().expires_in).toBe(week);
      for (const expires_in of [0, week + 1])
        expect((await make(authorization, { expires_in })).json().errors[0].message).toContain('is 7 days');
    }
    // An existing token keeps its expiry. Its successor has the new maximum.
    expect((await current(`Bearer ${longLived.access_token}`)).statusCode).toBe(200);
    const renewed = { grant_type: 'refresh_token', refresh_token: longLived.refresh_token };
    expect((await make(rosa, renewed)).json().expires_in).toBe(week);
    const npm = await platform.app.inject({
      method: 'PUT',
      url: '/artifactory/api/npm/npm/-/user/org.couchdb.user:rosa',
      payload: { name: 'rosa', password },
    });
    expect(npm.statusCode).toBe(201);
    const { rows } = await withStorage(platform.storage, () =>
      db().execute(sql`select extract(day from max(expires) - now()) as days from tokens
        where description like 'npm login%'`),
    );
    expect(Number(rows[0]?.days)).toBeLessThanOrEqual(7);
    expect((await set(3651)).statusCode).toBe(400);
    expect((await set(0)).statusCode).toBe(200);
    expect((await make(rosa)).json().expires_in).toBe(31_536_000);
    expect((await make(rosa, { expires_in: 0 })).json().errors[0].message).toContain('1 to 31536000');
    expect((await make(platform.adminAuth, { expires_in: 0 })).statusCode).toBe(200);
    await set(90);
  });

  it('are created for other users by administrators', async () => {
    const token = (await make(platform.adminAuth, { username: 'karl', expires_in: 600 })).json();
    expect((await current(`Bearer ${token.access_token}`)).json()).toMatchObject({
      name: 'karl',
      admin: false,
    });
  });

  it('are limited to their scope', async () => {
    const token = (await make(platform.adminAuth, { scope: 'repository:npm-local:read,deploy' })).json();
    const bearer = `Bearer ${token.access_token}`;
    const users = await platform.app.inject({
      url: '/access/api/v2/users',
      headers: { authorization: bearer },
    });
    expect(users.statusCode).toBe(403);
    expect((await make(bearer, { scope: 'applied-permissions/user' })).statusCode).toBe(403);
    expect((await make(bearer)).json().scope).toBe('repository:npm-local:read,deploy');
  });

  it('create none that expires later, and with limited scope neither list nor revoke tokens', async () => {
    const brief = `Bearer ${(await make(platform.adminAuth, { expires_in: 60 })).json().access_token}`;
    expect((await make(brief)).json().expires_in).toBeLessThanOrEqual(60);
    for (const more of [{ expires_in: 3600 }, { expires_in: 0 }, { refreshable: true }]) {
      expect((await make(brief, more)).statusCode, JSON.stringify(more)).toBe(403);
    }
    const limited = await make(platform.adminAuth, { scope: 'repository:*:read' });
    const headers = { authorization: `Bearer ${limited.json().access_token}` };
    expect((await platform.app.inject({ url, headers })).statusCode).toBe(403);
    const id = limited.json().token_id;
    expect((await platform.app.inject({ method: 'DELETE', url: `${url}/${id}`, headers })).statusCode).toBe(
      403,
    );
    expect((await make(headers.authorization, { username: 'karl' })).statusCode).toBe(403);
  });

  it('are rejected with 401 if missing or invalid', async () => {
    const nobody = await platform.app.inject({ method: 'POST', url });
    expect([nobody.statusCode, nobody.headers['www-authenticate']]).toEqual([401, 'Basic realm="Lading"']);
    for (const authorization of [
      'Bearer made-up',
      'Bearer lading_at_made-up',
      'Digest x',
      'Basic !!',
      basic('rosa', 'x'),
    ]) {
      expect((await current(authorization)).statusCode, authorization).toBe(401);
    }
  });

  it('are ignored by routes that are open to everyone', async () => {
    const ping = await platform.app.inject({
      url: '/artifactory/api/system/ping',
      headers: { authorization: 'Bearer made-up' },
    });
    expect([ping.statusCode, ping.body]).toEqual([200, 'OK']);
  });

  it('are listed and revoked for all users by administrators [perm-01]', async () => {
    await withStorage(platform.storage, () => createUser('many', { password: 'an old tune of the sea' }));
    const admin = { authorization: platform.adminAuth };
    const basic = { authorization: `Basic ${Buffer.from('many:an old tune of the sea').toString('base64')}` };
    const issue = async (more: object) =>
      (
        await platform.app.inject({
          method: 'POST',
          url,
          headers: basic,
          payload: { expires_in: 60, ...more },
        })
      ).json().token_id as string;
    const tokens = [await issue({}), await issue({ description: 'ci' }), await issue({ refreshable: true })];
    await withStorage(platform.storage, () =>
      db().execute(
        sql`update tokens set expires = now() - interval '1 day' where user_name = 'many' and refresh_hash is not null`,
      ),
    );
    const listed = async (query: string) =>
      (await platform.app.inject({ url: `${url}?username=many${query}`, headers: admin })).json().tokens
        .length;
    expect([await listed(''), await listed('&refreshable=true')]).toEqual([2, 3]);
    const revoke = async (headers: Record<string, string>, ids: string[]) =>
      (
        await platform.app.inject({
          method: 'POST',
          url: `${url}/revoke`,
          headers,
          payload: { token_ids: ids },
        })
      ).json().revoked;
    const own = await platform.createToken('of the administrator');
    const { rows } = await withStorage(platform.storage, () =>
      db().execute<{ id: string }>(
        sql`select id::text from tokens where description = 'of the administrator'`,
      ),
    );
    expect(own).toBeTruthy();
    expect(await revoke(basic, [rows[0]?.id ?? ''])).toBe(0);
    expect(await revoke(admin, tokens)).toBe(3);
    expect(await listed('&refreshable=true')).toBe(0);
    const { events } = (
      await platform.app.inject({ url: '/access/api/v1/audit?event=token-revoked', headers: admin })
    ).json();
    expect(events.map(({ user, by }: { user: string; by: string }) => [user, by])).toContainEqual([
      'many',
      'admin',
    ]);
    expect(events.some(({ detail }: { detail: string }) => detail.startsWith('ci: '))).toBe(true);
  });
});
