import type { CreatedApplication } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createUser, removeUser } from '../../access/users.ts';
import { db, withStorage } from '../../database/db.ts';
import { applicationCalls, callback, OAuthWorld, oauthCalls, scope } from '../testing/OAuthWorld.ts';

let world: OAuthWorld;
let made: CreatedApplication;
let configuration: client.Configuration;
beforeAll(async () => {
  world = await OAuthWorld.start();
});
afterAll(() => world.platform.close());
beforeEach(async () => {
  made = await world.create();
  configuration = await world.discover(made);
});
const query = <Row extends Record<string, unknown>>(text: ReturnType<typeof sql>) =>
  withStorage(world.platform.storage, async () => (await db().execute<Row>(text)).rows);

/** Signs rosa in to the application with an independent library that verifies the ID token. */
async function signInWith(scopes: string, more: Record<string, string> = {}) {
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const isIdentity = scopes.includes('openid');
  const nonce: Record<string, string> = isIdentity ? { nonce: client.randomNonce() } : {};
  const url = client.buildAuthorizationUrl(configuration, {
    ...{ redirect_uri: callback, scope: scopes, state, ...nonce, code_challenge_method: 'S256' },
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    ...more,
  });
  const redirected = await world.allow(url.href, made);
  const { max_age } = more;
  return client.authorizationCodeGrant(configuration, redirected, {
    ...{ pkceCodeVerifier: verifier, expectedState: state, idTokenExpected: isIdentity },
    ...(nonce.nonce === undefined ? {} : { expectedNonce: nonce.nonce }),
    ...(max_age === undefined ? {} : { maxAge: Number(max_age) }),
  });
}

describe('OpenID Connect', () => {
  it('is discovered by an independent client, which verifies the ID token by the published keys [appi-01]', async () => {
    client.enableNonRepudiationChecks(configuration);
    const issued = await signInWith(`openid profile email ${scope}`, { max_age: '3600' });
    const claims = issued.claims();
    expect(claims).toMatchObject({
      ...{ iss: world.platform.baseUrl, aud: made.client_id },
      ...{ preferred_username: 'rosa', email: 'rosa@example.org', email_verified: false },
    });
    expect((claims?.exp ?? 0) - (claims?.iat ?? 0)).toBe(600);
    expect(await world.reads(issued.access_token)).toBe(200);
    const info = await client.fetchUserInfo(configuration, issued.access_token, claims?.sub ?? '');
    expect(info).toEqual({
      ...{ sub: claims?.sub, name: 'rosa', preferred_username: 'rosa' },
      ...{ email: 'rosa@example.org', email_verified: false },
    });
    const described = await client.tokenIntrospection(configuration, issued.access_token);
    expect(described.sub).toBe(claims?.sub);
  });

  it('returns only the claims of the allowed scopes, and no ID token without openid', async () => {
    const alone = await signInWith('openid');
    const claims = alone.claims();
    expect(Object.keys(claims ?? {}).sort()).toEqual([
      'at_hash',
      'aud',
      'auth_time',
      'exp',
      'iat',
      'iss',
      'nonce',
      'sub',
    ]);
    expect(await client.fetchUserInfo(configuration, alone.access_token, claims?.sub ?? '')).toEqual({
      sub: claims?.sub,
    });
    expect(await world.reads(alone.access_token)).toBe(403);
    const plain = await signInWith(scope);
    expect(plain.id_token).toBeUndefined();
  });

  it('shows claims only for a token with openid', async () => {
    const ask = (authorization?: string) =>
      world.platform.app.inject({
        url: `${oauthCalls}/userinfo`,
        headers: { host: world.host, ...(authorization ? { authorization } : {}) },
      });
    expect((await ask()).statusCode).toBe(401);
    const refused = await ask(world.platform.adminAuth);
    expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([
      403,
      'Bearer error="insufficient_scope", scope="openid"',
    ]);
  });

  it('gives a later user with the same name another subject', async () => {
    const first = (await signInWith('openid')).claims()?.sub;
    expect(first).not.toContain('rosa');
    expect((await signInWith('openid')).claims()?.sub).toBe(first);
    await query(sql`update users set created = created + interval '1 day' where name = 'rosa'`);
    expect((await signInWith('openid')).claims()?.sub).not.toBe(first);
  });

  it('requires a new sign-in if the application wants one', async () => {
    await query(sql`update sessions set created = now() - interval '10 minutes' where user_name = 'rosa'`);
    const wishes: Record<string, string>[] = [{ max_age: '300' }, { prompt: 'login' }, { max_age: '0' }];
    for (const more of wishes) {
      const error = await signInWith('openid', more).catch((cause: Error) => cause.message);
      expect([more, error]).toEqual([more, expect.stringContaining('SIGN_IN_AGAIN')]);
    }
    expect((await signInWith('openid', { max_age: '3600' })).claims()?.auth_time).toEqual(expect.any(Number));
    await query(sql`update sessions set created = now() where user_name = 'rosa'`);
    expect((await signInWith('openid', { prompt: 'login consent' })).id_token).toBeTruthy();
  });

  it.each<Record<string, string>>([
    { prompt: 'none' },
    { max_age: '-1' },
    { max_age: 'soon' },
    { nonce: 'a\nb' },
  ])('rejects %j', async (wrong) => {
    await expect(signInWith('openid', wrong)).rejects.toThrow('BAD_AUTHORIZATION_REQUEST');
  });

  it('encrypts its signing keys, and replaces them while old ID tokens remain verifiable', async () => {
    const { id_token: before = '' } = await signInWith('openid');
    const [row] = await query<{ sealed: Buffer }>(sql`select sealed from id_token_keys`);
    expect(row?.sealed.toString('latin1')).not.toContain('PRIVATE KEY');
    await query(sql`update id_token_keys set created = created - interval '90 days 1 hour'`);
    const { id_token: after = '' } = await signInWith('openid');
    const keys = createRemoteJWKSet(new URL(`${world.platform.baseUrl}${oauthCalls}/keys`));
    const checked = async (token: string) =>
      (await jwtVerify(token, keys, { issuer: world.platform.baseUrl, audience: made.client_id }))
        .protectedHeader.kid;
    expect(await checked(before)).not.toBe(await checked(after));
    const published = await world.platform.app.inject({ url: `${oauthCalls}/keys` });
    for (const key of published.json<{ keys: object[] }>().keys) {
      expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
    }
  });
});

describe('the client credentials grant', () => {
  const service = 'tea-robot';
  beforeAll(() =>
    withStorage(world.platform.storage, () => createUser(service, { password: 'a kettle on the stove' })),
  );

  it('issues a token of the service user, which ends with the application [appi-01]', async () => {
    const robot = await world.create({ service_user: service });
    const own = await world.discover(robot);
    const issued = await client.clientCredentialsGrant(own, { scope });
    expect([issued.scope, issued.refresh_token, issued.id_token]).toEqual([scope, undefined, undefined]);
    expect(await client.tokenIntrospection(own, issued.access_token)).toMatchObject({
      ...{ active: true, username: service, client_id: robot.client_id },
    });
    expect(await world.reads(issued.access_token)).toBe(200);
    expect((await world.asAdmin('DELETE', `${applicationCalls}/${robot.id}`)).statusCode).toBe(204);
    expect(await world.reads(issued.access_token)).toBe(401);
  });

  it.each(['openid', 'applied-permissions/admin', 'everything', `${scope} email`])(
    'rejects the scope %s',
    async (wrong) => {
      const own = await world.discover(await world.create({ service_user: service }));
      await expect(client.clientCredentialsGrant(own, { scope: wrong })).rejects.toMatchObject({
        error: 'invalid_scope',
      });
    },
  );

  it('is not for applications without a service user, or when that is disabled or an administrator', async () => {
    const refused = (own: client.Configuration) =>
      expect(client.clientCredentialsGrant(own)).rejects.toMatchObject({ error: 'unauthorized_client' });
    await refused(configuration);
    const own = await world.discover(await world.create({ service_user: service }));
    await query(sql`update users set admin = true where name = ${service}`);
    await refused(own);
    await query(sql`update users set admin = false, enabled = false where name = ${service}`);
    await refused(own);
    await withStorage(world.platform.storage, () => removeUser(service));
    await refused(own);
  });

  it('rejects a service user that does not exist or is an administrator', async () => {
    for (const wrong of ['nobody', 'admin']) {
      await expect(world.create({ service_user: wrong })).rejects.toThrow('Invalid service_user');
    }
  });
});

it('revokes the successors of a refresh token that is used twice', async () => {
  const first = await signInWith(scope);
  const second = await client.refreshTokenGrant(configuration, first.refresh_token ?? '');
  const third = await client.refreshTokenGrant(configuration, second.refresh_token ?? '');
  expect(await world.reads(third.access_token)).toBe(200);
  const other = await signInWith(scope);
  const again = client.refreshTokenGrant(configuration, first.refresh_token ?? '');
  await expect(again).rejects.toMatchObject({ error: 'invalid_grant' });
  expect(await world.reads(third.access_token)).toBe(401);
  // Tokens of other consents of the user are not affected.
  expect(await world.reads(other.access_token)).toBe(200);
});

it('leaves no token when a refresh and a revocation are concurrent', async () => {
  for (let round = 0; round < 10; round++) {
    const { refresh_token = '' } = await signInWith(scope);
    const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token }).toString();
    const refresh = () => world.post(form, made);
    const revoke = () =>
      world.rosa.inject({ method: 'DELETE', url: `${applicationCalls}/user/${made.client_id}/rosa` });
    const answers = await Promise.all(round % 2 ? [refresh(), revoke()] : [refresh(), refresh(), refresh()]);
    expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
    const left = await query(sql`select id from tokens where application = ${made.client_id}`);
    expect([round, left]).toEqual([round, []]);
  }
});
