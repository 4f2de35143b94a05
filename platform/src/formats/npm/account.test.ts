import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { RealNpm } from './testing/RealNpm.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform({ listen: true });
});
afterAll(() => platform.close());

const query = (text: ReturnType<typeof sql>) => withStorage(platform.storage, () => db().execute(text));
const base = '/artifactory/api/npm/npm';
const call = (
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  path: string,
  payload?: object,
  headers: Record<string, string> = {},
) => platform.app.inject({ method, url: base + path, headers, ...(payload ? { payload } : {}) });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function sessionCookie(): Promise<string> {
  const answer = await platform.app.inject({
    method: 'POST',
    url: '/ui/api/v1/ui/auth/login',
    payload: { user: 'admin', password: platform.adminPassword, type: 'login' },
  });
  expect(answer.statusCode).toBe(200);
  return answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}

describe('signing in with a password', () => {
  const login = (name: string, password: string, headers = {}) =>
    call(
      'PUT',
      `/-/user/org.couchdb.user:${name}`,
      { _id: `org.couchdb.user:${name}`, name, password, type: 'user' },
      headers,
    );

  it('creates a token that works until it is revoked', async () => {
    const answer = await login('admin', platform.adminPassword, bearer('lading_at_expired'));
    expect(answer.statusCode).toBe(201);
    expect(answer.headers['cache-control']).toBe('no-store');
    const { token } = answer.json();
    expect((await call('GET', '/-/whoami', undefined, bearer(token))).json()).toEqual({ username: 'admin' });
    expect((await call('GET', '/-/npm/v1/user', undefined, bearer(token))).json()).toMatchObject({
      name: 'admin',
      tfa: false,
    });
    expect((await call('DELETE', `/-/user/token/${token}`, undefined, bearer(token))).statusCode).toBe(200);
    expect((await call('GET', '/-/whoami', undefined, bearer(token))).statusCode).toBe(401);
  });

  it('rejects invalid credentials', async () => {
    expect((await login('admin', 'not-the-password')).statusCode).toBe(401);
    expect((await login('nobody-here', 'not-the-password')).statusCode).toBe(401);
    expect(
      (await call('PUT', '/-/user/org.couchdb.user:admin', { name: 'other', password: 'x' })).statusCode,
    ).toBe(400);
    expect((await call('PUT', '/-/user/org.couchdb.user:admin', { name: 'admin' })).statusCode).toBe(400);
    expect((await call('GET', '/-/whoami')).statusCode).toBe(401);
  });

  it('prevents users from revoking tokens of others', async () => {
    const { token } = (await login('admin', platform.adminPassword)).json();
    await platform.app.inject({
      method: 'POST',
      url: '/access/api/v2/users',
      headers: { authorization: platform.adminAuth },
      payload: { username: 'other', email: 'other@example.org', password: 'unlikely-words-of-other' },
    });
    const other = (await login('other', 'unlikely-words-of-other')).json().token;
    expect((await call('DELETE', `/-/user/token/${token}`, undefined, bearer(other))).statusCode).toBe(404);
    expect(
      (await call('DELETE', '/-/user/token/lading_at_made-up', undefined, bearer(other))).statusCode,
    ).toBe(404);
    expect((await call('DELETE', `/-/user/token/${token}`)).statusCode).toBe(401);
    expect((await call('GET', '/-/whoami', undefined, bearer(token))).statusCode).toBe(200);
  });
});

describe('tokens', () => {
  it('are created with a password, listed without their secret, and revoked', async () => {
    const { token } = (
      await call('PUT', '/-/user/org.couchdb.user:admin', { name: 'admin', password: platform.adminPassword })
    ).json();
    const make = (body: object) => call('POST', '/-/npm/v1/tokens', body, bearer(token));
    expect((await make({ password: 'not-the-password' })).statusCode).toBe(401);
    expect(
      (await make({ password: platform.adminPassword, cidr_whitelist: ['10.0.0.0/8'] })).statusCode,
    ).toBe(400);
    const made = (await make({ password: platform.adminPassword, readonly: true })).json();
    expect(made).toMatchObject({ readonly: true, token: expect.stringMatching(/^lading_at_/) });

    const list = await call('GET', '/-/npm/v1/tokens', undefined, bearer(token));
    expect(list.json().objects[0]).toMatchObject({
      key: made.key,
      readonly: true,
      token: made.key.slice(0, 6),
    });
    expect(list.body).not.toContain('lading_at_');
    const limited = await call(
      'POST',
      '/-/npm/v1/tokens',
      { password: platform.adminPassword },
      bearer(made.token),
    );
    expect(limited.statusCode).toBe(403);
    const [{ key }] = list.json().objects;
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', `/token/${key}`],
    ] as const) {
      const answer = await call(method, `/-/npm/v1/tokens${path}`, undefined, bearer(made.token));
      expect(answer.statusCode).toBe(403);
    }
    const publish = await call('PUT', '/thing', {}, bearer(made.token));
    expect(publish.statusCode).toBe(403);

    expect(
      (await call('DELETE', `/-/npm/v1/tokens/token/${made.key}`, undefined, bearer(token))).statusCode,
    ).toBe(200);
    expect(
      (await call('DELETE', `/-/npm/v1/tokens/token/${made.key}`, undefined, bearer(token))).statusCode,
    ).toBe(404);
    expect(
      (await call('DELETE', '/-/npm/v1/tokens/token/made-up', undefined, bearer(token))).statusCode,
    ).toBe(404);
    expect((await call('GET', '/-/whoami', undefined, bearer(made.token))).statusCode).toBe(401);
    expect((await call('GET', '/-/npm/v1/tokens')).statusCode).toBe(401);
  });
});

describe('signing in by a browser', () => {
  it('returns the token once, after a user has confirmed', async () => {
    const started = (await call('POST', '/-/v1/login', { hostname: 'laptop' })).json();
    const done = new URL(started.doneUrl);
    const poll = () => platform.app.inject({ method: 'GET', url: done.pathname + done.search });
    const waiting = await poll();
    expect([waiting.statusCode, waiting.headers['retry-after']]).toEqual([202, '1']);

    const session = new URL(started.loginUrl).searchParams.get('session') ?? '';
    const cookie = await sessionCookie();
    const shown = await call('GET', `/-/v1/login/confirm?session=${session}`, undefined, { cookie });
    expect(shown.json()).toMatchObject({ client: 'laptop', address: '127.0.0.1' });
    const byProgram = await call(
      'POST',
      '/-/v1/login/confirm',
      { session },
      { authorization: platform.adminAuth },
    );
    expect(byProgram.statusCode).toBe(403);
    expect((await call('POST', '/-/v1/login/confirm', { session })).statusCode).toBe(401);
    const sameOrigin = { cookie, origin: 'http://localhost', 'sec-fetch-site': 'same-origin' };
    expect((await call('POST', '/-/v1/login/confirm', { session: 'made-up' }, sameOrigin)).statusCode).toBe(
      404,
    );
    expect((await call('POST', '/-/v1/login/confirm', { session }, sameOrigin)).statusCode).toBe(200);
    expect((await call('POST', '/-/v1/login/confirm', { session }, sameOrigin)).statusCode).toBe(404);

    const { token } = (await poll()).json();
    expect((await call('GET', '/-/whoami', undefined, bearer(token))).json()).toEqual({ username: 'admin' });
    expect((await poll()).statusCode).toBe(404);
  });

  it('requires a recent console sign-in to confirm', async () => {
    const started = (await call('POST', '/-/v1/login', { hostname: 'laptop' })).json();
    const session = new URL(started.loginUrl).searchParams.get('session') ?? '';
    const sameOrigin = async () => ({ cookie: await sessionCookie(), 'sec-fetch-site': 'same-origin' });
    const old = await sameOrigin();
    await query(sql`update sessions set created = now() - interval '31 minutes'`);
    const shown = await call('GET', `/-/v1/login/confirm?session=${session}`, undefined, old);
    const refused = await call('POST', '/-/v1/login/confirm', { session }, old);
    for (const answer of [shown, refused])
      expect([answer.statusCode, answer.json().errors[0].code]).toEqual([403, 'SIGN_IN_AGAIN']);
    const fresh = await sameOrigin();
    expect((await call('POST', '/-/v1/login/confirm', { session }, fresh)).statusCode).toBe(200);
  });

  const start = (remoteAddress: string) =>
    platform.app.inject({ method: 'POST', url: `${base}/-/v1/login`, payload: {}, remoteAddress });

  it.each([
    ['address', () => '192.0.2.1', '192.0.2.2'],
    ['network', (at: number) => `2001:db8::${at}`, '2001:db8:0:1::1'],
  ])('is limited per %s', async (_what, address, other) => {
    const answers = [];
    for (let at = 0; at < 21; at++) answers.push((await start(address(at))).statusCode);
    expect(answers.slice(-2)).toEqual([200, 429]);
    expect((await start(other)).statusCode).toBe(200);
  });

  it('stays available to others while one client starts as many sign-ins as possible', async () => {
    const before = (await start('192.0.2.77')).json();
    await query(sql`
      insert into npm_logins (hash, session, client, address)
      select 'hash' || i, 'session' || i, 'x', '2001:db8:1:' || i / 20 || '::' || i % 20 from generate_series(0, 999) i`);
    expect((await start('192.0.2.78')).statusCode).toBe(200);
    expect((await start('192.0.2.79')).statusCode).toBe(200);
    const done = new URL(before.doneUrl);
    expect((await platform.app.inject(done.pathname + done.search)).statusCode).toBe(202);
  });
});

describe('the real npm', () => {
  it('signs in through the browser and out again', async () => {
    const registry = `${platform.baseUrl}${base}/`;
    const npm = await RealNpm.start(registry);
    try {
      const cookie = await sessionCookie();
      const confirmed: Promise<unknown>[] = [];
      const outcome = await npm.run(['login', '--auth-type=web'], npm.home, '', (line) => {
        const session = /session=([\w-]+)/.exec(line)?.[1];
        if (!session || confirmed.length > 0) return;
        const headers = {
          cookie,
          origin: platform.baseUrl,
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/json',
        };
        const request = { method: 'POST', headers, body: JSON.stringify({ session }) };
        confirmed.push(fetch(`${registry}-/v1/login/confirm`, request));
      });
      expect(outcome.code, outcome.stderr).toBe(0);
      expect(await readFile(join(npm.home, '.npmrc'), 'utf8')).toContain('_authToken=lading_at_');
      expect((await npm.run(['whoami'])).stdout).toBe('admin\n');
      expect((await npm.run(['logout'])).code).toBe(0);
      expect((await npm.run(['whoami'])).code).toBe(1);
    } finally {
      await npm.close();
    }
  });
});
