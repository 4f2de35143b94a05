import type { SessionSummary, UserProfile } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { signIn, type TestBrowser } from '../../testing/signIn.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { createUser } from '../users.ts';

const ui = '/ui/api/v1';
const profile = `${ui}/ui/userProfile`;
const apiKeyUrl = `${ui}/ui/userApiKey`;
const sessionsUrl = `${ui}/access/sessions`;
const current = `${ui}/ui/auth/current`;
const password = 'an old tune of the sea';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
  await withStorage(platform.storage, async () => {
    for (const name of ['rosa', 'karl', 'mia', 'late', 'fixed']) await createUser(name, { password });
    await createUser('guest', { password: null });
    await db().execute(sql`update users set profile_updatable = false where name = 'fixed'`);
  });
});
afterAll(() => platform.close());

const basic = (name: string, secret: string) =>
  `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;
const again = (name: string, secret = password) => ({ 'x-jfrog-reauthentication': basic(name, secret) });
const query = (text: ReturnType<typeof sql>) => withStorage(platform.storage, () => db().execute(text));

const get = (browser: TestBrowser, url: string, headers = {}) => browser.inject({ url, headers });
const unlock = (browser: TestBrowser, secret = password) =>
  browser.inject({ method: 'POST', url: profile, payload: { password: secret } });
const save = (browser: TestBrowser, payload: object) =>
  browser.inject({ method: 'PUT', url: profile, payload });
const codeOf = async (answer: Promise<{ json(): { errors: { code: string }[] } }>) =>
  (await answer).json().errors[0]?.code;

describe('the profile of a user', () => {
  it('is unlocked with the password, and can be changed while unlocked [shell-06]', async () => {
    const rosa = await signIn(platform.app, 'rosa', password);
    expect((await get(rosa, profile)).json<UserProfile>()).toMatchObject({
      user: { name: 'rosa', email: '', realm: 'internal', groups: ['readers'], profileUpdatable: true },
      password: { minLength: 12 },
      unlocked: false,
    });
    expect((await get(rosa, current)).json()).toMatchObject({
      requireProfileUnlock: true,
      requireProfilePassword: true,
    });
    expect(await codeOf(save(rosa, { email: 'rosa@example.org' }))).toBe('REAUTHENTICATION_REQUIRED');
    const wrong = await unlock(rosa, 'not hers at all');
    expect([wrong.statusCode, wrong.json().errors[0].code]).toEqual([403, 'REAUTHENTICATION_FAILED']);

    const unlocked = (await unlock(rosa)).json<UserProfile>();
    expect(unlocked.unlocked).toBe(true);
    const left = new Date(unlocked.unlockedUntil ?? 0).getTime() - Date.now();
    expect(left).toBeGreaterThan(280_000);
    expect(left).toBeLessThanOrEqual(301_000);
    expect((await get(rosa, current)).json().requireProfileUnlock).toBe(false);
    expect((await save(rosa, { email: 'rosa@example.org' })).json().user.email).toBe('rosa@example.org');
    expect(await codeOf(save(rosa, { email: 'rosa' }))).toBe('BAD_EMAIL');

    await query(
      sql`update sessions set unlocked_until = now() - interval '1 second' where user_name = 'rosa'`,
    );
    expect((await get(rosa, profile)).json().unlocked).toBe(false);
    expect(await codeOf(save(rosa, { email: '' }))).toBe('REAUTHENTICATION_REQUIRED');
  });

  it('changes the password, ends all other sessions, and replaces the current one', async () => {
    const here = await signIn(platform.app, 'karl', password);
    const there = await signIn(platform.app, 'karl', password);
    await unlock(here);
    expect(await codeOf(save(here, { newPassword: password }))).toBe('SAME_PASSWORD');
    expect(await codeOf(save(here, { newPassword: 'short' }))).toBe('BAD_PASSWORD');
    const before = here.cookie;
    const saved = await save(here, { newPassword: 'a new tune of the hills' });
    expect(saved.statusCode).toBe(200);
    expect(here.cookie).not.toBe(before);
    const old = await platform.app.inject({ url: current, headers: { cookie: before } });
    expect(old.statusCode).toBe(401);
    expect((await get(there, current)).statusCode).toBe(401);
    expect((await get(here, current)).json().name).toBe('karl');
  });

  it('changes the password with the older call too, and keeps the session', async () => {
    const late = await signIn(platform.app, 'late', password);
    const [newPassword1, newPassword2] = ['a new tune of the hills', 'a new tune of the hills'];
    const answer = await late.inject({
      method: 'POST',
      url: `${ui}/ui/auth/changePassword`,
      payload: { userName: 'late', oldPassword: password, newPassword1, newPassword2 },
    });
    const [set] = answer.cookies;
    const on = await platform.app.inject({ url: current, headers: { cookie: `${set?.name}=${set?.value}` } });
    expect(on.json().name).toBe('late');
  });

  it('cannot be changed if an administrator manages it, nor can an external password', async () => {
    const fixed = await signIn(platform.app, 'fixed', password);
    await unlock(fixed);
    expect(await codeOf(save(fixed, { email: 'x@example.org' }))).toBe('PROFILE_LOCKED');
    const headers = { authorization: platform.adminAuth };
    const answer = await platform.app.inject({
      method: 'POST',
      url: profile,
      headers,
      payload: { password: 'x' },
    });
    expect(answer.json().errors[0].code).toBe('NO_SESSION');
  });

  it('throttles password guessing', async () => {
    const mia = await signIn(platform.app, 'mia', password);
    for (let attempt = 0; attempt < 6; attempt++) await unlock(mia, `guess number ${attempt}`);
    expect((await unlock(mia, 'guess number 7')).statusCode).toBe(429);
    await query(sql`delete from sign_in_attempts`);
  });
});

describe('an API key', () => {
  it('is created, shown, and renewed after the password was entered again', async () => {
    const rosa = await signIn(platform.app, 'rosa', password);
    for (const method of ['GET', 'POST', 'PUT'] as const) {
      expect(await codeOf(rosa.inject({ method, url: apiKeyUrl }))).toBe('REAUTHENTICATION_REQUIRED');
    }
    const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', headers = again('rosa')) =>
      rosa.inject({ method, url: apiKeyUrl + path, headers });
    expect((await ask('GET')).json()).toEqual({ userName: 'rosa', apiKey: '' });
    expect((await ask('PUT')).statusCode).toBe(404);
    const made = await ask('POST');
    const { apiKey } = made.json();
    expect([made.statusCode, apiKey]).toEqual([201, expect.stringMatching(/^lading_ak_[\w-]{43}$/)]);
    expect(made.headers['cache-control']).toBe('no-store');
    expect((await ask('GET', '/rosa')).json()).toEqual({ userName: 'rosa', apiKey });
    expect((await ask('POST')).statusCode).toBe(409);
    expect(await codeOf(ask('GET', '', again('rosa', 'not hers')))).toBe('REAUTHENTICATION_FAILED');
    expect(await codeOf(ask('GET', '', again('mia')))).toBe('REAUTHENTICATION_FAILED');
    expect(await codeOf(ask('GET', '', { 'x-jfrog-reauthentication': 'rosa' }))).toBe('BAD_REAUTHENTICATION');

    const { rows } = await query(sql`select hash, sealed from api_keys`);
    const kept = rows
      .flatMap((row) => Object.values(row))
      .map((value) => (value as Buffer).toString('latin1'));
    expect(kept.join()).not.toContain(apiKey.slice(10));

    const renewed = (await ask('PUT')).json().apiKey;
    expect(renewed).not.toBe(apiKey);
    const whoIs = async (headers: Record<string, string>) =>
      (await platform.app.inject({ url: current, headers })).json().name;
    expect(await whoIs({ authorization: basic('rosa', renewed) })).toBe('rosa');
    expect(await whoIs({ 'x-jfrog-art-api': renewed })).toBe('rosa');
    expect(await whoIs({ authorization: basic('mia', renewed) })).toBeUndefined();
    expect(await whoIs({ 'x-jfrog-art-api': apiKey })).toBeUndefined();
    expect((await ask('DELETE')).statusCode).toBe(204);
    expect(await whoIs({ 'x-jfrog-art-api': renewed })).toBeUndefined();
  });

  it('is shown in an unlocked profile, for 5 minutes', async () => {
    const rosa = await signIn(platform.app, 'rosa', password);
    await unlock(rosa);
    expect((await get(rosa, apiKeyUrl)).statusCode).toBe(200);
    await query(sql`update sessions set unlocked_until = now() where user_name = 'rosa'`);
    expect((await get(rosa, apiKeyUrl)).statusCode).toBe(403);
  });

  it('is not visible to untrusted plugins, even in an unlocked profile', async () => {
    const rosa = await signIn(platform.app, 'rosa', password);
    await unlock(rosa);
    const framed = { 'x-lading-frame': 'tide' };
    expect(await codeOf(get(rosa, apiKeyUrl, framed))).toBe('PLUGIN_CALL_DENIED');
    // Neither is a recent sign-in of use to them.
    expect((await get(rosa, profile)).json().unlocked).toBe(true);
    expect((await get(rosa, profile, framed)).json().unlocked).toBe(false);
    const page = '/artifactory/api/npm/npm-local/-/v1/login/confirm?session=x';
    const [own, theirs] = [await codeOf(get(rosa, page)), await codeOf(get(rosa, page, framed))];
    expect([own === 'SIGN_IN_AGAIN', theirs]).toEqual([false, 'SIGN_IN_AGAIN']);
  });

  it('is visible only to its owner, and can also be revoked by an administrator', async () => {
    const headers = { authorization: platform.adminAuth, ...again('admin', platform.adminPassword) };
    const rosa = await signIn(platform.app, 'rosa', password);
    await rosa.inject({ method: 'POST', url: apiKeyUrl, headers: again('rosa') });
    for (const method of ['GET', 'POST', 'PUT'] as const) {
      const answer = await platform.app.inject({ method, url: `${apiKeyUrl}/rosa`, headers });
      expect(answer.statusCode).toBe(403);
    }
    const mia = await signIn(platform.app, 'mia', password);
    expect((await mia.inject({ method: 'DELETE', url: `${apiKeyUrl}/rosa` })).statusCode).toBe(403);
    const ended = await platform.app.inject({ method: 'DELETE', url: `${apiKeyUrl}/rosa`, headers });
    expect(ended.statusCode).toBe(204);
  });

  it('of a user without a local password requires an empty one, soon after sign-in', async () => {
    // No sign-in method exists for such a user in this test, so the session of another user is
    // reassigned.
    const guest = await signIn(platform.app, 'mia', password);
    await query(sql`update sessions set user_name = 'guest' where user_name = 'mia'`);
    expect((await get(guest, current)).json()).toMatchObject({
      name: 'guest',
      requireProfilePassword: false,
      requireProfileUnlock: false,
    });
    expect((await get(guest, apiKeyUrl, again('guest', ''))).statusCode).toBe(200);
    await query(sql`update sessions set created = now() - interval '6 minutes' where user_name = 'guest'`);
    expect(await codeOf(get(guest, apiKeyUrl, again('guest', '')))).toBe('REAUTHENTICATION_REQUIRED');
  });

  it('encrypted with another key can be renewed', async () => {
    const rosa = await signIn(platform.app, 'rosa', password);
    const ask = (method: 'GET' | 'POST' | 'PUT') =>
      rosa.inject({ method, url: apiKeyUrl, headers: again('rosa') });
    await ask('POST');
    await query(sql`update api_keys set sealed = '\\x0102' where user_name = 'rosa'`);
    expect(await codeOf(ask('GET'))).toBe('SEALED_ELSEWHERE');
    expect((await ask('PUT')).statusCode).toBe(200);
    expect((await ask('GET')).statusCode).toBe(200);
  });
});

describe('sessions', () => {
  it('are listed with their origin, and can be ended only by their owner', async () => {
    const mia = await signIn(platform.app, 'mia', password);
    const other = await signIn(platform.app, 'mia', password);
    const rosa = await signIn(platform.app, 'rosa', password);
    const list = async (browser: TestBrowser) =>
      (await get(browser, sessionsUrl)).json<{ sessions: SessionSummary[] }>().sessions;
    const listed = await list(mia);
    expect(listed).toHaveLength(2);
    expect(listed.filter((session) => session.current)).toHaveLength(1);
    expect(listed[0]).toMatchObject({
      client: expect.stringContaining('lightMyRequest'),
      address: '127.0.0.1',
      remembered: false,
    });
    const theirs = listed.find((session) => !session.current)?.id;
    expect((await rosa.inject({ method: 'DELETE', url: `${sessionsUrl}/${theirs}` })).statusCode).toBe(404);
    expect((await mia.inject({ method: 'DELETE', url: `${sessionsUrl}/${theirs}` })).statusCode).toBe(204);
    expect((await get(other, current)).statusCode).toBe(401);
    expect((await mia.inject({ method: 'DELETE', url: `${sessionsUrl}/none` })).statusCode).toBe(400);

    const third = await signIn(platform.app, 'mia', password);
    expect((await mia.inject({ method: 'DELETE', url: sessionsUrl })).statusCode).toBe(204);
    expect((await get(third, current)).statusCode).toBe(401);
    const [own] = await list(mia);
    const ended = await mia.inject({ method: 'DELETE', url: `${sessionsUrl}/${own?.id}` });
    expect(ended.cookies[0]?.value).toBe('');
    expect((await get(mia, current)).statusCode).toBe(401);
    expect((await get(rosa, current)).statusCode).toBe(200);
  });
});

describe('a step-up', () => {
  it('replaces the secret of the session; the previous one works for a short time, without the new permissions', async () => {
    const rosa = await signIn(platform.app, 'rosa', password);
    const before = rosa.cookie;
    await unlock(rosa);
    expect(rosa.cookie).not.toBe(before);
    expect((await get(rosa, profile)).json<UserProfile>().unlocked).toBe(true);

    const old = { cookie: before, 'sec-fetch-site': 'same-origin' };
    const late = await platform.app.inject({ url: profile, headers: old });
    expect([late.statusCode, late.json<UserProfile>().unlocked]).toEqual([200, false]);
    await query(sql`update sessions set former_until = now() - interval '1 second' where user_name = 'rosa'`);
    expect((await platform.app.inject({ url: profile, headers: old })).statusCode).toBe(401);
    expect((await get(rosa, current)).statusCode).toBe(200);
  });

  it('is required for access-relevant changes if the sign-in is not recent', async () => {
    const boss = await signIn(platform.app, 'admin', platform.adminPassword);
    const settings = '/access/api/v1/auth/settings';
    const change = (headers = {}) =>
      boss.inject({ method: 'PATCH', url: settings, payload: { resetMinutes: 30 }, headers });
    expect((await change()).statusCode).toBe(200);
    await query(sql`update sessions set created = now() - interval '31 minutes' where user_name = 'admin'`);
    expect(await codeOf(change())).toBe('SIGN_IN_AGAIN');
    expect((await get(boss, settings)).statusCode).toBe(200);

    await unlock(boss, platform.adminPassword);
    expect((await change()).statusCode).toBe(200);
    // A program authenticates each call.
    const basic = { authorization: platform.adminAuth };
    const asked = { method: 'PATCH', url: settings, payload: { resetMinutes: 60 }, headers: basic } as const;
    expect((await platform.app.inject(asked)).statusCode).toBe(200);
  });
});

describe('tokens', () => {
  it('are listed by user, for that user and for administrators', async () => {
    const rosa = await signIn(platform.app, 'rosa', password);
    const tokens = '/access/api/v1/tokens';
    await rosa.inject({ method: 'POST', url: tokens, payload: { description: 'hers' } });
    const headers = { authorization: platform.adminAuth };
    await platform.app.inject({ method: 'POST', url: tokens, headers, payload: {} });
    const of = async (username: string) =>
      (await platform.app.inject({ url: `${tokens}?username=${username}`, headers })).json().tokens;
    expect(await of('admin')).toHaveLength(1);
    expect(await of('Rosa')).toEqual([expect.objectContaining({ subject: 'rosa', description: 'hers' })]);
    expect((await get(rosa, `${tokens}?username=rosa`)).json().tokens).toHaveLength(1);
    expect((await get(rosa, `${tokens}?username=admin`)).statusCode).toBe(403);
  });
});

describe('a session without a recent sign-in', () => {
  let boss: TestBrowser;
  beforeAll(async () => {
    boss = await signIn(platform.app, 'admin', platform.adminPassword);
    await query(sql`update sessions set created = now() - interval '31 minutes' where user_name = 'admin'`);
  });
  const [users, groups, permissions] = ['users', 'groups', 'permissions'].map(
    (what) => `/access/api/v2/${what}`,
  );
  const newcomer = { username: 'newcomer', password: 'an old tune of the hills' };

  it.each<['POST' | 'PUT' | 'PATCH' | 'DELETE', string, object?]>([
    ['POST', `${users}`, newcomer],
    ['PATCH', `${users}/karl`, { admin: true }],
    ['PATCH', `${users}/karl`, { groups: ['readers'] }],
    ['PATCH', `${users}/karl`, { email: 'elsewhere@example.org' }],
    ['PATCH', `${users}/karl`, { status: 'disabled' }],
    ['PATCH', `${users}/karl`, { internal_password_disabled: true }],
    ['DELETE', `${users}/karl`],
    ['POST', `${permissions}`, { name: 'all', resources: {} }],
    ['PUT', `${permissions}/all`, { resources: {} }],
    ['DELETE', `${permissions}/all`],
    // Other parts of the URL do not make a call a test of settings.
    ['PATCH', `${groups}/readers?/test`, { admin_privileges: true }],
    ['DELETE', `${groups}/test`],
    ['POST', '/access/api/v1/tokens', {}],
    ['POST', '/access/api/v1/tokens', { scope: 'repository:x:read applied-permissions/user' }],
  ])('must sign in again for %s %s %j', async (method, url, payload) => {
    const asked = boss.inject({ method, url, ...(payload ? { payload } : {}) });
    expect(await codeOf(asked)).toBe('SIGN_IN_AGAIN');
  });

  it('still reads, tests settings, and creates limited tokens', async () => {
    expect((await get(boss, `${users}`)).statusCode).toBe(200);
    const scope = 'repository:x:read';
    const token = await boss.inject({ method: 'POST', url: '/access/api/v1/tokens', payload: { scope } });
    expect(token.statusCode).toBe(200);
    const trial = await boss.inject({ method: 'POST', url: '/access/api/v1/mail/test', payload: {} });
    expect(trial.json().errors[0].code).not.toBe('SIGN_IN_AGAIN');
  });
});
