import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
  AuditPage,
  DependencyStatuses,
  OAuthProvider,
  OAuthProviderSettings,
  ProviderTest,
} from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { db, transaction, withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { untilQueryWaits } from '../../testing/untilQueryWaits.ts';
import { changeGroup, lockGroup } from '../groups/groups.ts';
import { newMailedKey } from '../mail/mailedKeys.ts';
import { createUser, findUser } from '../users.ts';
import { TestProvider, walk } from './testing/TestProvider.ts';

const ui = '/ui/api/v1';
const origin = 'https://packages.example.org';
const callback = (name: string) => `${origin}${ui}/ui/oauth/${name}/callback`;
let platform: TestPlatform;
let one: TestProvider;
let other: TestProvider;

beforeAll(async () => {
  const client = {
    id: 'lading',
    secret: 'a secret of the client',
    callbacks: [callback('one'), callback('other')],
    postLogout: [`${origin}${ui}/ui/oauth/one/signedOut`],
  };
  [one, other] = await Promise.all([TestProvider.start(client), TestProvider.start(client)]);
  platform = await testPlatform({
    env: { LADING_PUBLIC_URL: origin, LADING_ALLOWED_NETWORKS: '127.0.0.0/8' },
  });
  for (const [name, provider] of [
    ['one', one],
    ['other', other],
  ] as const) {
    const answer = await admin('POST', '', settings({ name, issuer: provider.issuer }));
    expect(answer.statusCode, answer.body).toBe(201);
  }
  one.accounts.r1 = {
    preferred_username: 'Rosa',
    email: 'rosa@example.org',
    email_verified: true,
    groups: ['crew', 'unknown'],
  };
  await withStorage(platform.storage, async () => {
    await createUser('local', { password: 'an old tune of the sea' });
    await db().execute(sql`insert into groups (name) values ('crew'), ('own')`);
  });
});
afterAll(async () => {
  await platform.close();
  await Promise.all([one.close(), other.close()]);
});

function settings(more: Partial<OAuthProviderSettings> = {}): OAuthProviderSettings {
  return {
    name: 'one',
    displayName: '',
    enabled: true,
    type: 'openid',
    issuer: one.issuer,
    clientId: 'lading',
    clientSecret: 'a secret of the client',
    scope: 'openid profile email',
    userNameClaim: 'preferred_username',
    groupsClaim: 'groups',
    createUsers: true,
    linkExisting: false,
    allowPrivate: true,
    ...more,
  };
}
const admin = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH',
  path = '',
  payload?: object,
  base = '/oauth/providers',
) =>
  platform.app.inject({
    method,
    url: `/access/api/v1${base}${path}`,
    headers: { authorization: platform.adminAuth },
    ...(payload ? { payload } : {}),
  });
const get = (url: string, cookie = '', remoteAddress = '127.0.0.1') =>
  platform.app.inject({
    url: url.replace(origin, ''),
    remoteAddress,
    headers: { host: 'packages.example.org', ...(cookie ? { cookie } : {}) },
  });
const cookieOf = (answer: LightMyRequestResponse, kind = '') => {
  const set = answer.cookies.find(({ name }) => name === `__Host-lading${kind}`);
  return `${set?.name}=${set?.value}`;
};
const failure = (answer: LightMyRequestResponse) =>
  new URL(String(answer.headers.location), origin).searchParams.get('ssoError');
const begin = (name = 'one', query = '') => get(`${ui}/ui/oauth/${name}/login${query}`);
async function signInAs(
  login: string | undefined,
  name = 'one',
  query = '',
): Promise<LightMyRequestResponse> {
  const start = await begin(name, query);
  const back = await walk(String(start.headers.location), login);
  return get(back, cookieOf(start, '-sso'));
}
const current = async (answer: LightMyRequestResponse) =>
  (await get(`${ui}/ui/auth/current`, cookieOf(answer))).json();
/** The provider in the service status. */
const statusOf = async (provider: string) => {
  const { body } = await platform.app.inject({
    url: `${ui}/system/status/dependencies`,
    headers: { authorization: platform.adminAuth },
  });
  const { dependencies } = JSON.parse(body) as DependencyStatuses;
  return dependencies.find(({ kind, name }) => kind === 'oauth' && name === provider);
};
const find = (name: string) => withStorage(platform.storage, () => findUser(name));

describe('OpenID Connect sign-in', () => {
  it('is offered for each of several providers [login-16]', async () => {
    const list = (await get(`${ui}/ui/oauth/providers`)).json<OAuthProvider[]>();
    expect(list).toEqual([
      { name: 'one', type: 'openid', url: `${ui}/ui/oauth/one/login` },
      { name: 'other', type: 'openid', url: `${ui}/ui/oauth/other/login` },
    ]);
    const invited = (await get(`${ui}/ui/oauth/providers?registrationToken=abc`)).json<OAuthProvider[]>();
    expect(invited[0]?.url).toBe(`${ui}/ui/oauth/one/login?registrationToken=abc`);
    await admin('PUT', '/one', settings({ displayName: 'Harbour office' }));
    const named = (await get(`${ui}/ui/oauth/providers`)).json<OAuthProvider[]>();
    expect(named[0]).toMatchObject({ name: 'one', displayName: 'Harbour office' });
    await admin('PUT', '/one', settings());
  });

  it('redirects to the provider and back to the requested page, as a user of its realm [login-16] [login-19]', async () => {
    const start = await begin('one', '?redirectTo=%2Fui%2Fpackages%3Ftype%3Dnpm');
    const target = new URL(String(start.headers.location));
    expect(target.origin).toBe(one.issuer);
    expect(Object.fromEntries(target.searchParams)).toMatchObject({
      code_challenge_method: 'S256',
      redirect_uri: callback('one'),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.any(String),
    });
    const back = await walk(target.href, 'r1');
    const answer = await get(back, cookieOf(start, '-sso'));
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/ui/packages?type=npm']);
    expect(await current(answer)).toMatchObject({
      name: 'rosa',
      realm: 'oauth',
      requireProfilePassword: false,
    });
    expect(await find('rosa')).toMatchObject({
      email: 'rosa@example.org',
      passwordHash: null,
      groups: ['crew', 'readers'],
    });
    // The API key can be fetched with an empty password.
    const key = await platform.app.inject({
      method: 'POST',
      url: `${ui}/ui/userApiKey`,
      headers: {
        host: 'packages.example.org',
        cookie: cookieOf(answer),
        'sec-fetch-site': 'same-origin',
        'x-jfrog-reauthentication': `Basic ${Buffer.from('rosa:').toString('base64')}`,
      },
    });
    expect(key.json()).toMatchObject({ userName: 'rosa', apiKey: expect.stringMatching(/^lading_ak_/) });
    // A callback URL works only once.
    expect(failure(await get(back, cookieOf(start, '-sso')))).toBe('SSO_EXPIRED');
  });

  it("synchronizes the provider's groups, and keeps groups assigned on this platform", async () => {
    await withStorage(platform.storage, () =>
      db().execute(sql`insert into group_members (group_name, user_name) values ('own', 'rosa')`),
    );
    one.accounts.r1 = { ...one.accounts.r1, preferred_username: 'renamed', groups: [] };
    expect(await current(await signInAs('r1'))).toMatchObject({ name: 'rosa' });
    expect((await find('rosa'))?.groups).toEqual(['own', 'readers']);
    const { events: changes } = (
      await admin('GET', '?event=group-changed&user=rosa', undefined, '/audit')
    ).json<AuditPage>();
    expect(changes.map(({ detail }) => detail.replace(one.issuer, 'one'))).toEqual([
      'Groups from oauth:one: -crew',
      'Groups from oauth:one: +crew',
    ]);
    expect(await find('renamed')).toBeUndefined();
  });

  it('waits for a change of a group before it adds the user to it [adm-01]', async () => {
    one.accounts.r1 = { ...one.accounts.r1, groups: ['crew'] };
    const start = await begin();
    const back = await walk(String(start.headers.location), 'r1');
    const cookie = cookieOf(start, '-sso');
    const { answer, seen } = await withStorage(platform.storage, () =>
      transaction(async () => {
        await lockGroup('crew');
        const answer = withStorage(platform.storage, () => get(back, cookie));
        await untilQueryWaits(platform.storage);
        const { members: seen } = await changeGroup('crew', { description: 'Seen' });
        return { answer, seen };
      }),
    );
    expect([(await answer).statusCode, seen]).toEqual([303, []]);
    expect((await find('rosa'))?.groups).toEqual(['crew', 'own', 'readers']);
  });

  it('does not confuse users with the same name', async () => {
    one.accounts.x1 = { preferred_username: 'local' };
    expect(failure(await signInAs('x1'))).toBe('SSO_OTHER_REALM');
    other.accounts.r1 = { preferred_username: 'rosa' };
    expect(failure(await signInAs('r1', 'other'))).toBe('SSO_OTHER_REALM');
    await admin('PUT', '/one', settings({ linkExisting: true }));
    // The Kelvin sign, which lowercases to k, and a special space character.
    await withStorage(platform.storage, () => createUser('kim', { password: 'an old tune of the sea' }));
    one.accounts.x2 = { preferred_username: '\u212Aim' };
    one.accounts.x3 = { preferred_username: 'kim\u00A0' };
    expect([failure(await signInAs('x2')), failure(await signInAs('x3'))]).toEqual([
      'SSO_INVALID',
      'SSO_INVALID',
    ]);
    expect(await current(await signInAs('x1'))).toMatchObject({ name: 'local', realm: 'internal' });
    const { events } = (await admin('GET', '?user=local', undefined, '/audit')).json<AuditPage>();
    expect(events.map(({ event, detail }) => `${event} ${detail}`)).toContain(
      `user-changed Linked to oauth:${one.issuer}`,
    );
    await admin('PUT', '/one', settings());
  });

  it('keeps the group of the last administrator [adm-01]', async () => {
    const change = (statement: SQL) => withStorage(platform.storage, () => db().execute(statement));
    await change(sql`insert into groups (name, admin_privileges) values ('chiefs', true)`);
    one.accounts.x1 = { preferred_username: 'local', groups: ['chiefs'] };
    expect(await current(await signInAs('x1'))).toMatchObject({ name: 'local' });
    await change(sql`update users set enabled = false where name = 'admin'`);
    one.accounts.x1 = { preferred_username: 'local', groups: ['crew'] };
    expect(await current(await signInAs('x1'))).toMatchObject({ name: 'local' });
    await change(sql`update users set enabled = true where name = 'admin'`);
    expect((await find('local'))?.groups).toEqual(['chiefs', 'readers']);
    const { events } = (
      await admin('GET', '?event=group-changed&user=local', undefined, '/audit')
    ).json<AuditPage>();
    expect(events[0]).toMatchObject({
      outcome: 'failure',
      detail: expect.stringMatching(
        /^Groups from oauth:.* not changed: At least one administrator is required/,
      ),
    });
    expect(await current(await signInAs('x1'))).toMatchObject({ name: 'local' });
    expect((await find('local'))?.groups).toEqual(['crew', 'readers']);
  });

  it('reports why it failed', async () => {
    expect(failure(await signInAs(undefined))).toBe('SSO_REFUSED');
    expect(failure(await begin('none'))).toBe('SSO_OFF');
    one.accounts.n1 = {};
    expect(failure(await signInAs('n1'))).toBe('SSO_INVALID');
    // Anyone can begin a sign-in, so this is no failure of the provider.
    expect(await statusOf('one')).toMatchObject({
      ...{ state: 'ok', last_error: { message: expect.stringContaining('no preferred_username claim') } },
    });
    await admin('PUT', '/one', settings({ createUsers: false }));
    one.accounts.n2 = { preferred_username: 'newcomer' };
    expect(failure(await signInAs('n2'))).toBe('SSO_NO_USER');
    await admin('PUT', '/one', settings({ issuer: 'http://127.0.0.1:1' }));
    expect(failure(await begin())).toBe('SSO_UNREACHABLE');
    expect(await statusOf('one')).toMatchObject({
      ...{ state: 'failed', since: expect.any(Number) },
      last_error: { message: expect.stringContaining('ECONNREFUSED') },
    });
    expect(await statusOf('other')).toMatchObject({ kind: 'oauth', name: 'other' });
    await admin('PUT', '/one', settings({ enabled: false }));
    expect(failure(await begin())).toBe('SSO_OFF');
    expect(await statusOf('one')).toBeUndefined();
    await admin('PUT', '/one', settings());
    await withStorage(platform.storage, () =>
      db().execute(sql`update users set enabled = false where name = 'rosa'`),
    );
    expect(failure(await signInAs('r1'))).toBe('SSO_DISABLED');
    await withStorage(platform.storage, () =>
      db().execute(sql`update users set enabled = true where name = 'rosa'`),
    );
  });

  it('accepts only claims signed by the provider', async () => {
    const shown = (await (await fetch(`${one.issuer}/jwks`)).json()) as { keys: { kid: string }[] };
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    one.keys = {
      keys: shown.keys.map(({ kid }) => ({
        ...publicKey.export({ format: 'jwk' }),
        kid,
        use: 'sig',
        alg: 'RS256',
      })),
    };
    // Read again because the settings changed.
    await admin('PUT', '/one', settings({ displayName: 'Another' }));
    expect(failure(await signInAs('r1'))).toBe('SSO_INVALID');
    one.keys = undefined;
    await admin('PUT', '/one', settings({ displayName: 'And another' }));
    expect(failure(await signInAs('r1'))).toBeNull();
    await admin('PUT', '/one', settings());
  });

  it('records when the provider authenticated the user, and requests a new authentication for confirmation', async () => {
    const unlock = async (answer: LightMyRequestResponse) => {
      const asked = await platform.app.inject({
        method: 'POST',
        url: `${ui}/ui/userProfile`,
        headers: { host: 'packages.example.org', cookie: cookieOf(answer), 'sec-fetch-site': 'same-origin' },
        payload: { password: '' },
      });
      return asked.json().errors?.[0].code ?? asked.json().unlocked;
    };
    const jar = new Map<string, string>();
    // Signed in at the provider this morning, for another purpose.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 7_200_000 });
    await walk(String((await begin()).headers.location), 'r1', jar);
    vi.useRealTimers();
    const start = await begin();
    const known = await get(
      await walk(String(start.headers.location), undefined, jar),
      cookieOf(start, '-sso'),
    );
    expect(await current(known)).toMatchObject({ name: 'rosa' });
    expect(await unlock(known)).toBe('SIGN_IN_AGAIN');

    // Removing the parameter from the URL has no effect.
    const third = await begin('one', '?confirm=true');
    const cut = new URL(String(third.headers.location));
    cut.searchParams.delete('prompt');
    cut.searchParams.set('max_age', '100000');
    const back = await walk(cut.href, undefined, jar);
    expect(failure(await get(back, cookieOf(third, '-sso')))).toBe('SSO_INVALID');

    const again = await begin('one', '?confirm=true');
    const target = new URL(String(again.headers.location));
    expect(Object.fromEntries(target.searchParams)).toMatchObject({ prompt: 'login', max_age: '0' });
    const shown = await get(await walk(target.href, 'r1', new Map(jar)), cookieOf(again, '-sso'));
    expect(await unlock(shown)).toBe(true);
  });

  it('uses an email address as a name only if the provider has verified it', async () => {
    await admin('PUT', '/one', settings({ userNameClaim: 'email' }));
    one.accounts.m1 = { email: 'mia@example.org', email_verified: false };
    expect(failure(await signInAs('m1'))).toBe('SSO_INVALID');
    one.accounts.m1.email_verified = true;
    expect(await current(await signInAs('m1'))).toMatchObject({ name: 'mia@example.org' });
    await admin('PUT', '/one', settings());
  });

  it('is bound to the browser, the state, and the provider of its start', async () => {
    const start = await begin();
    const back = await walk(String(start.headers.location), 'r1');
    expect(failure(await get(back))).toBe('SSO_EXPIRED');
    const mine = await begin();
    const theirs = new URL(await walk(String((await begin()).headers.location), 'r1'));
    theirs.searchParams.set('state', new URL(String(mine.headers.location)).searchParams.get('state') ?? '');
    expect(failure(await get(theirs.href, cookieOf(mine, '-sso')))).toBe('SSO_INVALID');
    const again = await begin();
    const mixed = (await walk(String(again.headers.location), 'r1')).replace('/one/', '/other/');
    expect(failure(await get(mixed, cookieOf(again, '-sso')))).toBe('SSO_EXPIRED');
    expect(failure(await get(`${callback('one')}?code=x&state=y`))).toBe('SSO_EXPIRED');
  });

  it('limits audit records of failures and started sign-ins per network', async () => {
    const kept = async (address: string) => {
      const { rows } = await withStorage(platform.storage, () =>
        db().execute<{ events: number }>(
          sql`select count(*)::int as events from audit_events where address like ${address}`,
        ),
      );
      return rows[0]?.events;
    };
    expect(failure(await get(`${ui}/ui/oauth/anything/login`, '', '192.0.2.1'))).toBe('SSO_OFF');
    expect(await kept('192.0.2.1')).toBe(0);
    const made = (at: number) => get(`${callback('one')}?code=x&state=${at}`, '', `2001:db8::${at}`);
    for (let at = 1; at <= 65; at++) expect(failure(await made(at))).toBe('SSO_EXPIRED');
    expect(await kept('2001:db8::%')).toBe(60);
    const login = (address: string) => get(`${ui}/ui/oauth/one/login`, '', address);
    expect(failure(await login('192.0.2.2'))).toBeNull();
    await withStorage(platform.storage, () =>
      db().execute(sql`update use_counts set uses = 3000 where key like 'sso-begun %'`),
    );
    expect(failure(await login('192.0.2.2'))).toBe('SSO_UNREACHABLE');
    expect(failure(await login('192.0.2.3'))).toBeNull();
    await withStorage(platform.storage, () => db().execute(sql`delete from use_counts`));
  });

  it('redirects only to paths of this console', async () => {
    for (const evil of ['https://elsewhere.example/', '//elsewhere.example', '/\\elsewhere.example']) {
      const answer = await signInAs('r1', 'one', `?redirectTo=${encodeURIComponent(evil)}`);
      expect(answer.headers.location).toBe('/ui/');
    }
  });

  it('creates the invited user for a valid invitation', async () => {
    await admin('PUT', '/one', settings({ createUsers: false }));
    const key = await withStorage(platform.storage, () =>
      newMailedKey('invitation', { userName: 'bea', email: 'bea@example.org' }, 600),
    );
    one.accounts.b1 = { preferred_username: 'somebody' };
    expect(await current(await signInAs('b1', 'one', `?registrationToken=${key}`))).toMatchObject({
      name: 'bea',
    });
    one.accounts.b2 = { preferred_username: 'another' };
    expect(failure(await signInAs('b2', 'one', `?registrationToken=${key}`))).toBe('SSO_NO_USER');
    await admin('PUT', '/one', settings());
  });

  it('does not map an invited user to an existing account', async () => {
    await admin('PUT', '/one', settings({ linkExisting: true }));
    const key = await withStorage(platform.storage, async () => {
      await createUser('cleo', { password: 'an old tune of the sea' });
      return newMailedKey('invitation', { userName: 'cleo', email: 'eve@elsewhere.example' }, 600);
    });
    one.accounts.e1 = { preferred_username: 'eve' };
    expect(failure(await signInAs('e1', 'one', `?registrationToken=${key}`))).toBe('SSO_OTHER_REALM');
    // Nor does an earlier invitation.
    const early = await withStorage(platform.storage, async () => {
      const mailed = await newMailedKey(
        'invitation',
        { userName: 'dora', email: 'eve@elsewhere.example' },
        600,
      );
      await createUser('dora', { password: 'an old tune of the sea' });
      return mailed;
    });
    const asked = await platform.app.inject({
      method: 'POST',
      url: `${ui}/access/auth/verifyToken`,
      payload: { token: early },
    });
    expect(asked.json().errors[0].code).toBe('BAD_INVITATION');
    await admin('PUT', '/one', settings());
  });

  it('is started automatically if it is the only method and an administrator allows it [login-16]', async () => {
    const state = async () => (await get(`${ui}/ui/auth/autoRedirect`)).json();
    const off = { isAutoRedirectLogin: false, url: '' };
    expect(await state()).toEqual(off);
    await admin('PATCH', '', { autoRedirect: true }, '/auth/settings');
    expect(await state()).toEqual(off);
    await admin('PUT', '/other', settings({ name: 'other', issuer: other.issuer, enabled: false }));
    expect(await state()).toEqual({ isAutoRedirectLogin: true, url: `${ui}/ui/oauth/one/login` });
    expect((await get(`${ui}/access/auth/loginRelatedData`)).json().isAutoRedirectLogin).toBe(true);
    await admin('PATCH', '', { autoRedirect: false }, '/auth/settings');
  });
});

describe('sign-out', () => {
  const signedOut = '/ui/login?logout=true';
  const logoutUrl = async (cookie: string) =>
    (await get(`${ui}/auth/saml/logoutRequest`, cookie)).json().logoutUrl;
  const signOut = (cookie: string) =>
    platform.app.inject({
      method: 'POST',
      url: `${ui}/ui/auth/logout`,
      headers: { host: 'packages.example.org', cookie, 'sec-fetch-site': 'same-origin' },
    });

  it('continues at the provider if configured, and returns [login-08, login-17]', async () => {
    await admin('PUT', '/one', settings({ singleLogout: true }));
    const start = await begin();
    const jar = new Map<string, string>();
    const back = await walk(String(start.headers.location), 'r1', jar);
    const session = cookieOf(await get(back, cookieOf(start, '-sso')));
    const { rows } = await withStorage(platform.storage, () =>
      db().execute<{ sso: object }>(sql`select sso from sessions where sso->>'by' = 'oauth'`),
    );
    // The provider's ID token must not be readable here.
    expect(JSON.stringify(rows)).not.toMatch(/eyJ[\w-]*\.eyJ/);
    const leave = await logoutUrl(session);
    expect(leave).toBe(`${ui}/ui/oauth/one/logout`);
    const out = await signOut(session);
    const cookies = `${cookieOf(out, '-slo')}; ${cookieOf(out, '-sso')}`;
    const target = new URL(String((await get(leave, cookies)).headers.location));
    expect(target.origin).toBe(one.issuer);
    expect(Object.fromEntries(target.searchParams)).toMatchObject({
      id_token_hint: expect.stringMatching(/^eyJ/),
      post_logout_redirect_uri: `${origin}${ui}/ui/oauth/one/signedOut`,
    });
    const returned = await walk(target.href, undefined, jar);
    expect(returned).toBe(`${origin}${ui}/ui/oauth/one/signedOut`);
    expect((await get(returned)).headers.location).toBe(signedOut);
    // The user is signed out at the provider, which asks for credentials again.
    const again = String((await begin()).headers.location);
    await expect(walk(again, undefined, jar)).resolves.toContain('access_denied');
    // The sign-out URL works only once.
    expect((await get(leave, cookies)).headers.location).toBe(signedOut);
    await admin('PUT', '/one', settings());
  });

  it('ends locally if not configured, or if the provider does not respond', async () => {
    expect(await logoutUrl(cookieOf(await signInAs('r1')))).toBe('');
    await admin('PUT', '/one', settings({ singleLogout: true }));
    const session = cookieOf(await signInAs('r1'));
    await admin('PUT', '/one', settings({ singleLogout: true, issuer: 'http://127.0.0.1:1' }));
    const out = await signOut(session);
    const cookies = `${cookieOf(out, '-slo')}; ${cookieOf(out, '-sso')}`;
    expect((await get(`${ui}/ui/oauth/one/logout`, cookies)).headers.location).toBe(signedOut);
    const { events } = (await admin('GET', '?event=sign-out', undefined, '/audit')).json();
    expect(events[0]).toMatchObject({
      outcome: 'failure',
      detail: expect.stringContaining('Sign-out at the provider failed'),
    });
    await admin('PUT', '/one', settings());
  });
});

describe('a provider', () => {
  it('can be tested before it is used', async () => {
    const test = async (more: Partial<OAuthProviderSettings> = {}) =>
      (await admin('POST', '/test', settings(more))).json<ProviderTest>();
    expect(await test()).toMatchObject({
      ok: true,
      steps: [
        { ok: true },
        { ok: true },
        { message: 'The provider accepted the client ID and secret' },
        { ok: true },
      ],
    });
    expect((await test({ clientSecret: 'wrong' })).steps[2]).toMatchObject({
      ok: false,
      message: expect.stringContaining('invalid_client'),
    });
    expect((await test({ issuer: 'http://127.0.0.1:1' })).steps).toEqual([
      { name: 'Discover the provider', ok: false, message: expect.stringMatching(/connect|refused/i) },
    ]);
    expect((await test({ issuer: 'https://169.254.169.254' })).steps[0]?.message).toContain('link-local');
    expect((await test({ userNameClaim: 'upn' })).steps[3]?.message).toContain('upn');
    expect((await test({ singleLogout: true })).steps[4]?.message).toContain(`${one.issuer}/session/end`);
    const { clientSecret: _kept, ...kept } = settings();
    expect((await admin('POST', '/test', kept)).json().ok).toBe(true);
  });

  it.each([
    ['/none', 'returned 404. Check the issuer.'],
    ['/page', 'returned text/html instead of JSON. Check the issuer.'],
    ['/text', 'returned invalid JSON. Check the issuer.'],
    [
      '/else',
      'names another issuer: https://else.example.org. If this is the right provider, enter this issuer.',
    ],
  ])('at %s is not found, and the test names the document and the remedy', async (path, remedy) => {
    const server = createServer(({ url }, response) => {
      if (url?.startsWith('/none')) response.statusCode = 404;
      response.setHeader('content-type', url?.startsWith('/page') ? 'text/html' : 'application/json');
      response.end(url?.startsWith('/else') ? '{"issuer":"https://else.example.org"}' : 'Welcome');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
      const { steps } = (await admin('POST', '/test', settings({ issuer }))).json<ProviderTest>();
      const message = `${issuer}/.well-known/openid-configuration ${remedy}`;
      expect(steps).toEqual([{ name: 'Discover the provider', ok: false, message }]);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it('never returns its secret, and keeps it if omitted', async () => {
    const { clientSecret: _kept, ...kept } = settings();
    const changed = (await admin('PUT', '/one', kept)).json<OAuthProviderSettings>();
    expect(changed).toMatchObject({ hasClientSecret: true, callbackUrl: callback('one') });
    expect(JSON.stringify((await admin('GET')).json())).not.toContain('a secret of the client');
    const { rows } = await withStorage(platform.storage, () =>
      db().execute(sql`select * from oauth_providers`),
    );
    expect(JSON.stringify(rows)).not.toContain('a secret of the client');
    expect(await current(await signInAs('r1'))).toMatchObject({ name: 'rosa' });
  });

  it.each([
    [{ name: '1st' }, 'name'],
    [{ issuer: 'http://provider.example', allowPrivate: false }, 'HTTPS URL'],
    [{ issuer: 'nowhere' }, 'HTTPS URL'],
    [{ scope: 'profile' }, 'openid'],
  ])('with %j is rejected, with the name of the invalid field', async (more, named) => {
    const answer = await admin('POST', '', settings(more));
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
      400,
      expect.stringContaining(named),
    ]);
  });

  it('is rejected if its name exists or does not exist', async () => {
    expect((await admin('POST', '', settings())).statusCode).toBe(409);
    expect((await admin('GET', '/none')).statusCode).toBe(404);
    expect((await admin('DELETE', '/none')).statusCode).toBe(404);
  });
});
