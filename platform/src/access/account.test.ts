import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../database/db.ts';
import { signIn } from '../testing/signIn.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { createUser } from './users.ts';

const api = '/ui/api/v1';
const password = 'an old tune of the sea';

describe('sign-in', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await testPlatform({ env: { LADING_HOST: '0.0.0.0' } });
    await withStorage(platform.storage, async () => {
      for (const name of ['rosa', 'karl', 'late', 'robot', 'gone', 'guess', 'crew'])
        await createUser(name, { password });
      await db().execute(sql`update users set password_expired = true where name = 'late'`);
      await db().execute(sql`update users set disable_ui_access = true where name = 'robot'`);
      await db().execute(sql`update users set enabled = false where name = 'gone'`);
    });
  });
  afterAll(() => platform.close());

  const login = (
    user: string,
    secret: string,
    more: { query?: string; headers?: Record<string, string> } = {},
  ) =>
    platform.app.inject({
      method: 'POST',
      url: `${api}/ui/auth/login${more.query ?? ''}`,
      payload: { user, password: secret, type: 'login' },
      ...(more.headers ? { headers: more.headers } : {}),
    });
  const current = (cookie?: string, headers: Record<string, string> = {}) =>
    platform.app.inject({
      url: `${api}/ui/auth/current`,
      headers: { ...headers, ...(cookie ? { cookie } : {}) },
    });

  it('returns the user and creates a session [login-04]', async () => {
    const answer = await login('Rosa', password);
    expect(answer.json()).toEqual({
      name: 'rosa',
      admin: false,
      realm: 'internal',
      mfaStatus: 'NONE',
      profileUpdatable: true,
      existsInDB: true,
      requireProfileUnlock: true,
      requireProfilePassword: true,
      anonAccessEnabled: false,
      canDeploy: false,
      canManage: false,
      canDelete: false,
      projectAdmin: false,
      administeredProjects: [],
    });
    const [cookie] = answer.cookies;
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(cookie).not.toHaveProperty('maxAge');
    expect((await current(`${cookie?.name}=${cookie?.value}`)).json().name).toBe('rosa');
  });

  it('works with the access variant of the call too [login-04]', async () => {
    const url = `${api}/access/auth/login`;
    const answer = await platform.app.inject({
      method: 'POST',
      url,
      payload: { username: 'karl', password },
    });
    expect(answer.json().name).toBe('karl');
  });

  it('keeps the session of a remembered user', async () => {
    const answer = await login('rosa', password, { query: '?_spring_security_remember_me=true' });
    expect(answer.cookies[0]?.maxAge).toBeGreaterThan(7 * 86_400);
  });

  it("ends the browser's previous session and creates a new one", async () => {
    const first = await signIn(platform.app, 'karl', password);
    const answer = await login('karl', password, {
      headers: { cookie: first.cookie, 'sec-fetch-site': 'same-origin' },
    });
    expect(`lading=${answer.cookies[0]?.value}`).not.toBe(first.cookie);
    expect((await current(first.cookie)).statusCode).toBe(401);
  });

  it('stores no session secret', async () => {
    const { cookie } = await signIn(platform.app, 'karl', password);
    const { rows } = await withStorage(platform.storage, () => db().execute(sql`select * from sessions`));
    expect(JSON.stringify(rows)).not.toContain(cookie.split('=')[1]);
  });

  it('names the cookie by scheme', async () => {
    const named = async (host: string, headers: Record<string, string> = {}) =>
      (await login('rosa', password, { headers: { host, ...headers } })).cookies[0];
    expect(await named('localhost:8082')).toMatchObject({ name: '__Host-lading', secure: true });
    const plain = await named('console.example');
    expect(plain?.name).toBe('lading');
    expect(plain).not.toHaveProperty('secure');
  });

  it('returns the same error for a wrong name and a wrong password [login-11]', async () => {
    const wrongPassword = await login('rosa', 'not hers at all');
    const wrongName = await login('nobody-here', password);
    const disabled = await login('gone', password);
    expect(wrongPassword.statusCode).toBe(401);
    expect(wrongPassword.json().errors).toEqual(wrongName.json().errors);
    expect(disabled.json().errors).toEqual(wrongName.json().errors);
    expect(wrongPassword.headers).not.toHaveProperty('www-authenticate');
  });

  it('requires a new password after expiry [login-11]', async () => {
    const answer = await login('late', password);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'CREDENTIALS_EXPIRED', profileUpdatable: true });
    expect(answer.cookies).toEqual([]);
    const access = await platform.app.inject({
      method: 'POST',
      url: `${api}/access/auth/login`,
      payload: { username: 'late', password },
    });
    expect(access.json()).toMatchObject({ code: 'PASSWORD_EXPIRED' });

    const change = (newPassword1: string, newPassword2 = newPassword1) =>
      platform.app.inject({
        method: 'POST',
        url: `${api}/ui/auth/changePassword`,
        payload: { userName: 'late', oldPassword: password, newPassword1, newPassword2 },
      });
    expect((await change('one thing and then', 'another thing')).json().errors[0].code).toBe(
      'PASSWORDS_DIFFER',
    );
    expect((await change(password)).json().errors[0].code).toBe('SAME_PASSWORD');
    expect((await change('short')).json().errors[0].message).toContain('at least 12 characters');
    expect((await change('a new tune of the hills')).statusCode).toBe(200);
    expect((await login('late', password)).statusCode).toBe(401);
    expect((await login('late', 'a new tune of the hills')).statusCode).toBe(200);
  });

  it('rejects users without access to the console', async () => {
    expect((await login('robot', password)).json().errors[0].code).toBe('UI_ACCESS_DISABLED');
  });

  it('ends all sessions and remembered sign-ins when the password changes', async () => {
    const browser = await signIn(platform.app, 'karl', password);
    const basic = { authorization: `Basic ${Buffer.from(`karl:${password}`).toString('base64')}` };
    expect((await current(undefined, basic)).statusCode).toBe(200);
    await platform.app.inject({
      method: 'PATCH',
      url: '/access/api/v2/users/karl',
      headers: { authorization: platform.adminAuth },
      payload: { password: 'something else by now' },
    });
    expect((await current(browser.cookie)).statusCode).toBe(401);
    expect((await current(undefined, basic)).statusCode).toBe(401);
  });

  it('signs out [login-08]', async () => {
    const browser = await signIn(platform.app, 'rosa', password);
    const answer = await browser.inject({ method: 'POST', url: `${api}/ui/auth/logout` });
    expect(answer.statusCode).toBe(200);
    expect(answer.cookies[0]?.value).toBe('');
    expect((await current(browser.cookie)).statusCode).toBe(401);
  });

  it('ends an idle session', async () => {
    const browser = await signIn(platform.app, 'rosa', password);
    await withStorage(platform.storage, () =>
      db().execute(sql`update sessions set last_seen = now() - interval '9 hours' where user_name = 'rosa'`),
    );
    expect((await current(browser.cookie)).statusCode).toBe(401);
  });

  it('returns 401 for anonymous users', async () => {
    expect((await current()).statusCode).toBe(401);
    expect((await current('__Host-lading=made-up')).statusCode).toBe(401);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a neighboring host', { 'sec-fetch-site': 'same-site' }, 403],
    ['an older browser on another site', { origin: 'https://elsewhere.example' }, 403],
    ['a page with an opaque origin', { origin: 'null' }, 403],
    ['an unknown origin', {}, 403],
    ['its own page', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost' }, 200],
    ['its own page in an older browser', { origin: 'http://localhost' }, 200],
  ])('responds to a session from %s with %s %i', async (_from, headers, status) => {
    const browser = await signIn(platform.app, 'rosa', password);
    const answer = await platform.app.inject({
      method: 'POST',
      url: `${api}/ui/auth/logout`,
      headers: { cookie: browser.cookie, host: 'localhost:80', ...headers } as Record<string, string>,
    });
    expect(answer.statusCode).toBe(status);
  });

  it('rejects a cross-site sign-in', async () => {
    const answer = await login('rosa', password, { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(answer.json().errors[0].code).toBe('CROSS_SITE');
  });

  it('throttles password guessing, but only from that place', async () => {
    for (let attempt = 0; attempt < 6; attempt++) {
      expect((await login('guess', `guess number ${attempt}`)).statusCode).toBe(401);
    }
    const answer = await login('guess', password);
    expect(answer.statusCode).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await login('rosa', password)).statusCode).toBe(200);
    const elsewhere = await platform.app.inject({
      method: 'POST',
      url: `${api}/ui/auth/login`,
      remoteAddress: '192.0.2.7',
      payload: { user: 'guess', password },
    });
    expect(elsewhere.statusCode).toBe(200);
  });

  it('counts concurrent attempts', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        platform.app.inject({
          method: 'POST',
          url: `${api}/ui/auth/login`,
          remoteAddress: '192.0.2.8',
          payload: { user: 'guess', password: `guess ${at}` },
        }),
      ),
    );
    const looked = answers.filter(({ statusCode }) => statusCode === 401);
    expect(looked).toHaveLength(6);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(14);
  });

  it('counts concurrent requests of a package manager as one attempt', async () => {
    const authorization = `Basic ${Buffer.from(`crew:${password}`).toString('base64')}`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        platform.app.inject({
          url: '/artifactory/api/repositories',
          remoteAddress: '192.0.2.9',
          headers: { authorization },
        }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
  });

  it.each([
    ['POST', '/ui/auth/login', { user: 'rosa' }, 'password'],
    ['POST', '/ui/auth/login', { user: '', password: 'x' }, 'user'],
    ['POST', '/ui/auth/login', [], 'object'],
    ['POST', '/access/auth/login', { user: 'rosa', password: 'x' }, 'username'],
  ] as const)('answers %s %s %j with what is missing', async (method, url, payload, named) => {
    const answer = await platform.app.inject({ method, url: api + url, payload });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors[0].message).toContain(named);
  });

  it('lists the sign-in methods for the sign-in page [login-03] [login-05] [login-16]', async () => {
    const get = async (url: string) => (await platform.app.inject(api + url)).json();
    const related = { forgotPassword: false, canRememberMe: true, ssoProviderLink: '', silentWays: [] };
    const posted = {
      method: 'POST',
      url: `${api}/ui/auth/loginRelatedData`,
      payload: { dummy: '' },
    } as const;
    expect((await platform.app.inject(posted)).json()).toEqual(related);
    expect(await get('/access/auth/loginRelatedData')).toEqual({ ...related, isAutoRedirectLogin: false });
    expect(await get('/access/auth/loginPageVisibility')).toEqual({ loginIsExternal: false });
    expect(await get('/ui/auth/userPlugins')).toEqual({ isUserPluginEnabled: false });
    expect(await get('/ui/oauth/providers')).toEqual([]);
  });

  it('resolves the return location after sign-in [login-15]', async () => {
    const ask = (to: string) =>
      platform.app.inject(`${api}/ui/auth/redirect?redirectTo=${encodeURIComponent(to)}`);
    expect((await ask('/ui/packages?type=npm')).json()).toEqual({ url: '/ui/packages?type=npm' });
    expect((await ask('//elsewhere.example')).statusCode).toBe(400);
    expect((await ask('//elsewhere.example')).json().errors[0].message).toContain('/ui/packages');
  });
});

describe('anonymous access', () => {
  it('is a setting [guard-03]', async () => {
    const platform = await testPlatform({ env: { LADING_ANONYMOUS_ACCESS: 'true' } });
    try {
      const answer = await platform.app.inject(`${api}/ui/auth/current`);
      expect(answer.json()).toMatchObject({ name: 'anonymous', admin: false, anonAccessEnabled: true });
    } finally {
      await platform.close();
    }
  });
});
