import { createHash } from 'node:crypto';
import type { Application, CreatedApplication, UserIntegration } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import * as client from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createUser } from '../../access/users.ts';
import { db, withStorage } from '../../database/db.ts';
import { signIn } from '../../testing/signIn.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import type { callerOf } from '../testing/sample.ts';

const ui = '/ui/api/v1/app_integration';
const password = 'an old tune of the sea';
const callback = 'https://tea.example.org/callback';
const scope = 'repository:npm-local:read';

let platform: TestPlatform;
let call: ReturnType<typeof callerOf>;
let rosa: Awaited<ReturnType<typeof signIn>>;
let host: string;
let made: CreatedApplication;
let configuration: client.Configuration;
beforeAll(async () => {
  platform = await testPlatform({ listen: true });
  call = (method, url, payload) =>
    platform.app.inject({
      ...{ method, url, headers: { authorization: platform.adminAuth, host } },
      ...(payload ? { payload } : {}),
    });
  await withStorage(platform.storage, () => createUser('rosa', { password }));
  rosa = await signIn(platform.app, 'rosa', password);
  host = new URL(platform.baseUrl).host;
});
afterAll(() => platform.close());
/** Sends a request from the user's browser, at the URL that the application knows. */
const ofRosa = (options: Exclude<Parameters<typeof rosa.inject>[0], string>) =>
  rosa.inject({ ...options, headers: { host } });
let count = 0;
beforeEach(async () => {
  made = await create();
  configuration = await client.discovery(new URL(platform.baseUrl), made.client_id, made.secret, undefined, {
    algorithm: 'oauth2',
    execute: [client.allowInsecureRequests],
  });
});

async function create(more: object = {}): Promise<CreatedApplication> {
  const wanted = {
    name: `tea-${++count}`,
    type: 'web',
    description: 'Orders tea',
    callback_url: callback,
    ...more,
  };
  return (await call('POST', ui, wanted)).json<CreatedApplication>();
}

/** Returns the authorization URL of an independent client library. */
async function request(more: Record<string, string> = {}) {
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const url = client.buildAuthorizationUrl(configuration, {
    ...{ redirect_uri: callback, scope, state, code_challenge_method: 'S256' },
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    ...more,
  });
  return { url: url.href, verifier, state };
}

/** Allows the application like the consent page. */
async function allow(url: string, user = 'rosa', id = made.client_id): Promise<URL> {
  const answer = await ofRosa({
    method: 'POST',
    url: `${ui}/authorize/${id}/${user}`,
    payload: { url },
  });
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
  return new URL(answer.json().redirect_url);
}

async function tokens() {
  const { url, verifier, state } = await request();
  const redirected = await allow(url);
  const check = { pkceCodeVerifier: verifier, expectedState: state };
  return { issued: await client.authorizationCodeGrant(configuration, redirected, check), redirected, check };
}

const reads = async (token: string) =>
  (
    await platform.app.inject({
      url: '/artifactory/api/storage/npm-local',
      headers: { authorization: `Bearer ${token}` },
    })
  ).statusCode;

describe('an application', () => {
  it('is registered, listed without its secret, and deleted with its tokens [appi-01]', async () => {
    expect(made).toMatchObject({
      ...{ type: 'web', callback_url: callback },
      platform_base_url: platform.baseUrl,
    });
    expect(made.secret).toMatch(/^lading_cs_/);
    const listed = await call('GET', ui);
    expect(listed.json<Application[]>().find(({ id }) => id === made.id)).toMatchObject({
      name: made.name,
      users: 0,
    });
    expect(listed.body).not.toContain(made.secret);
    const types = (await call('GET', `${ui}/applications`)).json<{ id: string }[]>();
    expect(types.map(({ id }) => id)).toEqual(['web', 'native']);

    const { issued } = await tokens();
    expect(await reads(issued.access_token)).toBe(200);
    expect((await call('DELETE', `${ui}/${made.id}`)).statusCode).toBe(204);
    expect(await reads(issued.access_token)).toBe(401);
    expect((await call('DELETE', `${ui}/${made.id}`)).statusCode).toBe(404);
  });

  it('stores only a hash of its secret [appi-01]', async () => {
    const { issued } = await tokens();
    await withStorage(platform.storage, async () => {
      for (const table of [
        'applications',
        'application_grants',
        'authorization_codes',
        'tokens',
        'audit_events',
      ]) {
        const { rows } = await db().execute(sql.raw(`select t::text as text from ${table} t`));
        for (const secret of [made.secret, issued.access_token, issued.refresh_token ?? '']) {
          expect(JSON.stringify(rows)).not.toContain(secret);
        }
      }
    });
  });

  it.each([
    [{ name: 'two words' }, 'Name cannot contain spaces or special characters'],
    [{ name: '' }, 'Name cannot contain spaces or special characters'],
    [{ callback_url: 'http://tea.example.org/callback' }, 'Invalid callback_url'],
    [{ callback_url: 'http://127.0.0.1/callback' }, 'Invalid callback_url'],
    [{ callback_url: 'https://tea.example.org/a/../b' }, 'Invalid callback_url'],
    [{ callback_url: 'https://tea.example.org/#part' }, 'Invalid callback_url'],
    [{ callback_url: 'javascript:alert(1)' }, 'Invalid callback_url'],
    [{ callback_url: `${callback}?code=1` }, 'Invalid callback_url'],
  ])('is rejected with %j [appi-02]', async (wrong, message) => {
    const wanted = { name: 'tea', type: 'web', description: '', callback_url: callback, ...wrong };
    const answer = await call('POST', ui, wanted);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors[0].message).toContain(message);
  });

  it('can listen on the loopback address if it is native', async () => {
    expect(
      (await create({ type: 'native', callback_url: 'http://127.0.0.1:8765/done' })).secret,
    ).toBeTruthy();
  });
});

describe('the authorization of an application', () => {
  it('issues a token with the scope that the user allowed, for an independent client [appi-01]', async () => {
    const { issued, redirected } = await tokens();
    expect(redirected.origin + redirected.pathname).toBe(callback);
    expect(redirected.searchParams.get('iss')).toBe(platform.baseUrl);
    expect(issued).toMatchObject({ token_type: 'bearer', scope, expires_in: 3600 });
    expect(await reads(issued.access_token)).toBe(200);
    const described = await client.tokenIntrospection(configuration, issued.access_token);
    expect(described).toMatchObject({ active: true, client_id: made.client_id, username: 'rosa', scope });

    const again = await client.refreshTokenGrant(configuration, issued.refresh_token ?? '');
    expect(again.scope).toBe(scope);
    expect(await reads(again.access_token)).toBe(200);
    expect(await reads(issued.access_token)).toBe(401);
    const reused = client.refreshTokenGrant(configuration, issued.refresh_token ?? '');
    await expect(reused).rejects.toMatchObject({ error: 'invalid_grant' });

    await client.tokenRevocation(configuration, again.refresh_token ?? '');
    expect(await reads(again.access_token)).toBe(401);
    expect(await client.tokenIntrospection(configuration, again.access_token)).toEqual({ active: false });
  });

  it('is listed for the user, who can revoke it with its tokens [appi-01]', async () => {
    const { issued } = await tokens();
    const list = async (query = '') =>
      (await ofRosa({ url: `${ui}/user/rosa${query}` })).json<UserIntegration[]>();
    const own = (await list()).find(({ client_id }) => client_id === made.client_id);
    expect(own).toMatchObject({ username: 'rosa', name: made.name, scope });
    expect(await list('?internal=true')).toEqual([]);
    const revoked = await ofRosa({ method: 'DELETE', url: `${ui}/user/${made.client_id}/rosa` });
    expect(revoked.statusCode).toBe(204);
    expect(await reads(issued.access_token)).toBe(401);
    await expect(client.refreshTokenGrant(configuration, issued.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    expect((await list()).some(({ client_id }) => client_id === made.client_id)).toBe(false);
  });

  it('shows the user the application and the scope in advance, and redirects a denial [appi-01]', async () => {
    const { url, state } = await request();
    const answer = await ofRosa({ url: `${ui}/validate/${made.client_id}`, query: { auth_url: url } });
    const { client: shown, scopes, deny_url } = answer.json();
    expect([shown.name, shown.callback_url, scopes]).toEqual([made.name, callback, [scope]]);
    const denied = new URL(deny_url);
    expect([denied.searchParams.get('error'), denied.searchParams.get('state')]).toEqual([
      'access_denied',
      state,
    ]);
    expect((await ofRosa({ url: `${ui}/client/${made.client_id}` })).json()).toEqual(shown);
  });

  it('is possible only for the user’s own account and permissions', async () => {
    const { url } = await request();
    const authorize = (user: string, address: string) =>
      ofRosa({
        method: 'POST',
        url: `${ui}/authorize/${made.client_id}/${user}`,
        payload: { url: address },
      });
    expect((await authorize('admin', url)).statusCode).toBe(403);
    const admin = await request({ scope: 'applied-permissions/admin' });
    expect((await authorize('rosa', admin.url)).statusCode).toBe(403);
    expect((await ofRosa({ url: `${ui}/user/admin` })).statusCode).toBe(403);
    expect((await ofRosa({ method: 'DELETE', url: `${ui}/user/x/admin` })).statusCode).toBe(403);
    expect((await ofRosa({ url: ui })).statusCode).toBe(403);
  });

  it.each<[string, Record<string, string>]>([
    ['another callback', { redirect_uri: 'https://evil.example.org/callback' }],
    ['a longer callback', { redirect_uri: `${callback}/more` }],
    ['a callback with a query', { redirect_uri: `${callback}?a=b` }],
    ['a callback in other letters', { redirect_uri: callback.toUpperCase() }],
    ['no PKCE', { code_challenge: '' }],
    ['plain PKCE', { code_challenge_method: 'plain' }],
    ['no method of PKCE', { code_challenge_method: '' }],
    ['a short challenge', { code_challenge: 'abc' }],
    ['an implicit flow', { response_type: 'token' }],
    ['a hybrid flow', { response_type: 'code id_token' }],
    ['a fragment', { response_mode: 'fragment' }],
    ['another client', { client_id: 'x' }],
    ['an unknown scope', { scope: 'everything' }],
    ['a request by reference', { request_uri: 'https://evil.example.org/' }],
    ['a state with a line break', { state: 'a\r\nb' }],
  ])('is rejected with %s', async (_what, wrong) => {
    const { url } = await request(wrong);
    const payload = { url };
    const authorize = `${ui}/authorize/${made.client_id}/rosa`;
    const answer = await ofRosa({ method: 'POST', url: authorize, payload });
    expect([answer.statusCode, answer.body.includes('redirect_url')]).toEqual([400, false]);
    const checked = await ofRosa({ url: `${ui}/validate/${made.client_id}`, query: { auth_url: url } });
    expect(checked.statusCode).toBe(400);
  });

  it('is rejected with a parameter that occurs twice', async () => {
    const { url } = await request();
    const twice = `${url}&redirect_uri=${encodeURIComponent('https://evil.example.org/')}`;
    const authorize = `${ui}/authorize/${made.client_id}/rosa`;
    expect((await ofRosa({ method: 'POST', url: authorize, payload: { url: twice } })).statusCode).toBe(400);
  });
});

describe('an authorization code', () => {
  it('is valid once: a second use revokes the tokens of the first', async () => {
    const { issued, redirected, check } = await tokens();
    await expect(client.authorizationCodeGrant(configuration, redirected, check)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    expect(await reads(issued.access_token)).toBe(401);
  });

  it('leaves no token after a concurrent revocation or concurrent use', async () => {
    const left = () =>
      withStorage(platform.storage, async () => {
        const { rows } = await db().execute<{ count: number }>(
          sql`select count(*)::int as count from tokens where application = ${made.client_id}`,
        );
        return rows[0]?.count;
      });
    for (let round = 0; round < 12; round++) {
      const { url, verifier } = await request();
      const code = (await allow(url)).searchParams.get('code') ?? '';
      const form = {
        code,
        redirect_uri: callback,
        code_verifier: verifier,
        grant_type: 'authorization_code',
      };
      const use = () =>
        platform.app.inject({
          ...{
            method: 'POST',
            url: '/access/api/v1/oauth2/token',
            payload: new URLSearchParams(form).toString(),
          },
          headers: {
            host,
            authorization: `Basic ${Buffer.from(`${made.client_id}:${made.secret}`).toString('base64')}`,
            'content-type': 'application/x-www-form-urlencoded',
          },
        });
      const revoke = () => ofRosa({ method: 'DELETE', url: `${ui}/user/${made.client_id}/rosa` });
      await Promise.all(round % 2 === 0 ? [use(), revoke()] : [use(), use()]);
      expect(await left(), `round ${round}`).toBe(0);
    }
  });

  it('is bound to its application, its verifier, and its callback', async () => {
    const other = await create();
    const form = (code: string, verifier: string) => ({
      ...{ grant_type: 'authorization_code', redirect_uri: callback, code, code_verifier: verifier },
    });
    const wrongs: ((right: Record<string, string>) => [Record<string, string>, CreatedApplication])[] = [
      (right) => [right, other],
      (right) => [{ ...right, code_verifier: client.randomPKCECodeVerifier() }, made],
      (right) => [{ ...right, redirect_uri: `${callback}/` }, made],
    ];
    for (const wrong of wrongs) {
      const { url, verifier } = await request();
      const code = (await allow(url)).searchParams.get('code') ?? '';
      const answer = await post(...wrong(form(code, verifier)));
      expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_grant']);
    }
  });

  it('expires', async () => {
    const { url, verifier, state } = await request();
    const redirected = await allow(url);
    await withStorage(platform.storage, () =>
      db().execute(sql`update authorization_codes set expires = now() - interval '1 second'`),
    );
    const late = client.authorizationCodeGrant(configuration, redirected, {
      ...{ pkceCodeVerifier: verifier, expectedState: state },
    });
    await expect(late).rejects.toMatchObject({ error: 'invalid_grant' });
  });
});

function post(
  form: Record<string, string> | string,
  { client_id, secret }: CreatedApplication,
  path = 'token',
) {
  return platform.app.inject({
    method: 'POST',
    url: `/access/api/v1/oauth2/${path}`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${client_id}:${secret}`).toString('base64')}`,
    },
    payload: new URLSearchParams(form).toString(),
  });
}

describe('the token endpoint', () => {
  it.each(['token', 'revoke', 'introspect'])(
    'rejects an application without its secret at %s',
    async (path) => {
      for (const secret of ['', 'wrong', made.secret.toUpperCase()]) {
        const answer = await post({ token: 'x' }, { ...made, secret }, path);
        expect([answer.statusCode, answer.json().error]).toEqual([401, 'invalid_client']);
      }
    },
  );

  it('does not accept tokens of an application in the platform’s own refresh route, or vice versa', async () => {
    const { issued } = await tokens();
    const url = '/access/api/v1/tokens';
    const refresh = (refresh_token = '') =>
      platform.app.inject({ method: 'POST', url, payload: { grant_type: 'refresh_token', refresh_token } });
    expect((await refresh(issued.refresh_token)).statusCode).toBe(401);
    const own = (await call('POST', url, { refreshable: true, expires_in: 60 })).json();
    const grant = { grant_type: 'refresh_token', refresh_token: own.refresh_token };
    expect((await post(grant, made)).json().error).toBe('invalid_grant');
    expect((await post({ token: own.access_token }, made, 'introspect')).json()).toEqual({ active: false });
    await post({ token: own.access_token }, made, 'revoke');
    const other = await create();
    await post({ token: issued.access_token }, other, 'revoke');
    expect(await reads(issued.access_token)).toBe(200);
    expect((await refresh(own.refresh_token)).statusCode).toBe(200);
  });

  it('issues no token for 500 forms of arbitrary fields', async () => {
    const { url, verifier } = await request();
    const code = (await allow(url)).searchParams.get('code') ?? '';
    const words = [
      'authorization_code',
      'refresh_token',
      'password',
      'implicit',
      'admin',
      callback,
      code,
      verifier,
      '',
      '\u0000',
      'rosa',
      password,
    ];
    const keys = [
      'grant_type',
      'code',
      'redirect_uri',
      'code_verifier',
      'refresh_token',
      'scope',
      'username',
      'password',
      'client_id',
      'assertion',
    ];
    const seed = (n: number) => createHash('sha256').update(`tea ${n}`).digest();
    for (let n = 0; n < 500; n++) {
      const bytes = seed(n);
      const fields = Array.from({ length: 1 + ((bytes[0] ?? 0) % 6) }, (_none, at) => {
        const key = keys[(bytes[at * 2 + 1] ?? 0) % keys.length];
        return `${key}=${encodeURIComponent(words[(bytes[at * 2 + 2] ?? 0) % words.length] ?? '')}`;
      });
      const answer = await post(fields.join('&'), made);
      expect([fields, answer.statusCode, answer.body.includes('access_token')]).toEqual([
        fields,
        answer.statusCode < 500 ? answer.statusCode : 400,
        false,
      ]);
    }
  });
});
