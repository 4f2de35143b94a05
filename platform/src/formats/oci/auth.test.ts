import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../../testing/signIn.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { parseChallenge } from './remote/parseChallenge.ts';
import { digestOf, ociManifest, pushImage, RegistryClient } from './testing/RegistryClient.ts';

let platform: TestPlatform;
let admin: RegistryClient;
const password = 'a-password-of-a-reader';
beforeAll(async () => {
  platform = await testPlatform({ listen: true, env: { LADING_ANONYMOUS_ACCESS: 'true' } });
  admin = new RegistryClient(platform.baseUrl, { user: 'admin', password: platform.adminPassword });
  await call('POST', '/access/api/v2/users', { username: 'reader', email: 'r@example.org', password });
  await call('POST', '/access/api/v2/permissions', {
    name: 'pullers',
    resources: {
      artifact: {
        actions: { users: { reader: ['READ'] }, groups: {} },
        targets: { 'docker-local': { include_patterns: ['open/**'] } },
      },
    },
  });
  await call('PUT', '/artifactory/api/repositories/secret', { rclass: 'local', packageType: 'docker' });
  await call('DELETE', '/access/api/v2/permissions/Everything%20for%20readers');
  await pushImage(admin, 'docker-local/open/app', '1.0');
  await pushImage(admin, 'docker-local/closed/app', '1.0');
  await pushImage(admin, 'secret/app', '1.0');
});
afterAll(() => platform.close());

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const answer = await platform.app.inject({
    method,
    url,
    headers: { authorization: platform.adminAuth },
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.body === '' ? {} : answer.json() };
}
const basic = (user: string, secret: string) =>
  `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`;
const anyone = () => new RegistryClient(platform.baseUrl);
const reader = () => new RegistryClient(platform.baseUrl, { user: 'reader', password });

async function tokenOf(authorization: string, ...scopes: string[]) {
  const url = new URL('/v2/token', platform.baseUrl);
  for (const scope of scopes) url.searchParams.append('scope', scope);
  const answer = await fetch(url, { headers: { authorization } });
  return { status: answer.status, ...((await answer.json()) as { token?: string; expires_in?: number }) };
}
const by = (token: string | undefined) => ({ headers: { authorization: `Bearer ${token}` } });

describe('signing in to the registry', () => {
  it('issues no token to untrusted plugins, which make calls with the session', async () => {
    const browser = await signIn(platform.app, 'admin', platform.adminPassword);
    for (const url of ['/v2/token', '/artifactory/api/docker/docker-local/v2/token']) {
      const asked = `${url}?scope=repository:docker-local/open/app:pull,push`;
      expect((await browser.inject({ url: asked })).json().token).toEqual(expect.any(String));
      for (const method of ['GET', 'HEAD'] as const) {
        const denied = await browser.inject({ method, url: asked, headers: { 'x-lading-frame': 'tide' } });
        expect([url, denied.statusCode, denied.body.includes('"token"')]).toEqual([url, 403, false]);
      }
    }
  });

  it('sends the URL of the token service to clients without credentials', async () => {
    const answer = await anyone().plain('GET', '/v2/', {});
    expect(answer.status).toBe(401);
    expect(parseChallenge(String(answer.headers['www-authenticate']))).toEqual({
      realm: `${platform.baseUrl}/v2/token`,
      service: new URL(platform.baseUrl).host,
    });
    expect(answer.headers['docker-distribution-api-version']).toBe('registry/2.0');
    expect(answer.json()).toMatchObject({ errors: [{ code: 'UNAUTHORIZED' }] });
  });

  it('issues a token for a password, an API key, or a token, limited to the requested scope', async () => {
    const made = await call('POST', '/access/api/v1/tokens', { scope: 'applied-permissions/user' });
    for (const secret of [platform.adminPassword, String(made.body.access_token)]) {
      const scope = 'repository:docker-local/open/app:pull';
      const { token, expires_in } = await tokenOf(basic('admin', secret), scope);
      expect(expires_in).toBeGreaterThanOrEqual(60);
      expect((await admin.plain('GET', '/v2/', by(token))).status).toBe(200);
      expect((await admin.plain('GET', '/v2/docker-local/open/app/manifests/1.0', by(token))).status).toBe(
        200,
      );
      const more = await admin.plain('POST', '/v2/docker-local/open/app/blobs/uploads/', by(token));
      expect(more.status).toBe(401);
      expect(String(more.headers['www-authenticate'])).toMatch(
        /scope="repository:docker-local\/open\/app:pull,push",error="insufficient_scope"/,
      );
    }
  });

  it.each(['/v2', '/artifactory/api/docker/docker-local/v2'])(
    'lists the images below %s only for a token that was requested for the catalog',
    async (base) => {
      for (const scopes of [[], ['repository:docker-local/open/app:pull'], ['registry:catalog:read']]) {
        const { token } = await tokenOf(basic('admin', platform.adminPassword), ...scopes);
        const denied = await admin.plain('GET', `${base}/_catalog`, by(token));
        expect([scopes, denied.status]).toEqual([scopes, 401]);
        expect(String(denied.headers['www-authenticate'])).toContain(
          'scope="registry:catalog:*",error="insufficient_scope"',
        );
        expect(denied.text).not.toContain('app');
      }
      const { token } = await tokenOf(basic('admin', platform.adminPassword), 'registry:catalog:*');
      const listed = await admin.plain('GET', `${base}/_catalog`, by(token));
      expect(listed.json().repositories).not.toEqual([]);
    },
  );

  it('accepts Basic authentication', async () => {
    const headers = { authorization: basic('reader', password) };
    expect((await admin.plain('GET', '/v2/', { headers })).status).toBe(200);
    expect((await admin.plain('GET', '/v2/docker-local/open/app/manifests/1.0', { headers })).status).toBe(
      200,
    );
  });

  it('supports OAuth 2 with a password or a refresh token', async () => {
    const post = async (form: Record<string, string>) => {
      const body = new URLSearchParams({ service: 'x', client_id: 'test', ...form });
      const answer = await fetch(new URL('/v2/token', platform.baseUrl), { method: 'POST', body });
      return { status: answer.status, body: (await answer.json()) as Record<string, string> };
    };
    const scope = 'repository:docker-local/open/app:pull';
    const given = await post({ grant_type: 'password', username: 'reader', password, scope });
    expect(given.status).toBe(200);
    expect(given.body.refresh_token).toBeUndefined();
    const made = await call('POST', '/access/api/v1/tokens', { scope: 'applied-permissions/user' });
    const secret = String(made.body.access_token);
    const renewed = await post({ grant_type: 'refresh_token', refresh_token: secret, scope });
    expect(renewed.body.refresh_token).toBe(secret);
    for (const token of [given.body.access_token, renewed.body.access_token]) {
      expect((await admin.plain('GET', '/v2/docker-local/open/app/manifests/1.0', by(token))).status).toBe(
        200,
      );
    }
    expect((await post({ grant_type: 'password', username: 'reader', password: 'wrong' })).status).toBe(401);
    expect((await post({ grant_type: 'magic' })).status).toBe(400);
  });

  it('rejects wrong credentials in the format of the protocol', async () => {
    const wrong = await tokenOf(basic('reader', 'wrong'));
    expect(wrong).toMatchObject({ status: 401, errors: [{ code: 'UNAUTHORIZED' }] });
    const old = await admin.plain('GET', '/v2/', by('lading_dt_old'));
    expect(old.status).toBe(401);
    expect(String(old.headers['www-authenticate'])).toMatch(/^Bearer realm=/);
  });

  it('revokes a token together with the token that it was issued for', async () => {
    const made = await call('POST', '/access/api/v1/tokens', { scope: 'applied-permissions/user' });
    const { token } = await tokenOf(basic('admin', String(made.body.access_token)));
    expect((await admin.plain('GET', '/v2/', by(token))).status).toBe(200);
    await call('DELETE', `/access/api/v1/tokens/${made.body.token_id}`);
    expect((await admin.plain('GET', '/v2/', by(token))).status).toBe(401);
  });

  it('limits a token to the scope of the token it was issued for, and to this protocol', async () => {
    const made = await call('POST', '/access/api/v1/tokens', { scope: 'repository:docker-local:read' });
    const scope = 'repository:docker-local/open/app:pull,push';
    const { token } = await tokenOf(basic('admin', String(made.body.access_token)), scope);
    expect((await admin.plain('GET', '/v2/docker-local/open/app/manifests/1.0', by(token))).status).toBe(200);
    const push = await admin.plain('POST', '/v2/docker-local/open/app/blobs/uploads/', by(token));
    expect(push.status).toBe(403);
    expect(push.json()).toMatchObject({ errors: [{ code: 'DENIED' }] });
    expect((await admin.plain('GET', '/artifactory/api/repositories', by(token))).status).toBe(401);
  });

  it("applies a user's permissions per image", async () => {
    expect((await reader().ask('GET', '/v2/docker-local/open/app/manifests/1.0')).status).toBe(200);
    expect((await reader().ask('GET', '/v2/docker-virtual/open/app/manifests/1.0')).status).toBe(200);
    // The response does not reveal that the repository exists.
    expect((await reader().ask('GET', '/v2/secret/app/manifests/1.0')).status).toBe(404);
    for (const path of ['docker-local/closed/app', 'docker-virtual/closed/app']) {
      const answer = await reader().ask('GET', `/v2/${path}/manifests/1.0`);
      expect([path, answer.status, answer.text]).toEqual([path, 403, expect.stringContaining('DENIED')]);
    }
    expect((await reader().ask('POST', '/v2/docker-local/open/app/blobs/uploads/')).status).toBe(403);
    expect((await reader().ask('DELETE', '/v2/docker-local/open/app/manifests/1.0')).status).toBe(403);
    const { repositories } = (await reader().ask('GET', '/v2/_catalog')).json();
    expect(repositories).toEqual(['docker-local/open/app']);
    const all = (await admin.ask('GET', '/v2/_catalog')).json().repositories;
    expect(all).toEqual(['docker-local/closed/app', 'docker-local/open/app', 'secret/app']);
    const first = await admin.ask('GET', '/v2/_catalog', { query: { n: '1' } });
    expect(first.headers.link).toBe('</v2/_catalog?n=1&last=docker-local%2Fclosed%2Fapp>; rel="next"');
  });

  it('mounts no layer without read permission, with the same response as for a missing layer', async () => {
    await call('POST', '/access/api/v2/permissions', {
      name: 'pushers',
      resources: {
        artifact: {
          actions: { users: { reader: ['READ', 'WRITE'] }, groups: {} },
          targets: { 'docker-local': { include_patterns: ['mine/**'] } },
        },
      },
    });
    const { layer } = await pushImage(admin, 'secret/app', '2.0', { layer: 'secret content' });
    const mount = (from: string, digest: string) =>
      reader().ask('POST', '/v2/docker-local/mine/app/blobs/uploads/', { query: { mount: digest, from } });
    expect((await mount('secret/app', layer.digest)).status).toBe(202);
    expect((await mount('nowhere/app', layer.digest)).status).toBe(202);
    expect((await reader().ask('HEAD', `/v2/docker-local/mine/app/blobs/${layer.digest}`)).status).toBe(404);
    const open = await pushImage(admin, 'docker-local/open/app', '2.0', { layer: 'for all' });
    expect((await mount('docker-local/open/app', open.layer.digest)).status).toBe(201);
  });

  it('requires a token with a wider scope if a mount would then succeed, and otherwise starts an upload', async () => {
    const { layer } = await pushImage(admin, 'secret/app', '3.0', { layer: 'more secret content' });
    const open = await pushImage(admin, 'docker-local/open/app', '3.0', { layer: 'public content' });
    const uploads = '/v2/docker-local/mine/app/blobs/uploads/';
    const first = await reader().plain('POST', uploads, {});
    const narrow = await reader().token(String(first.headers['www-authenticate']));
    const headers = { authorization: `Bearer ${narrow}` };
    const mount = (from: string, digest: string) =>
      reader().plain('POST', uploads, { headers, query: { mount: digest, from } });
    const asked = await mount('docker-local/open/app', open.layer.digest);
    expect(asked.status).toBe(401);
    expect(parseChallenge(String(asked.headers['www-authenticate']))).toMatchObject({
      scope: 'repository:docker-local/mine/app:pull,push repository:docker-local/open/app:pull',
    });
    expect(asked.headers['www-authenticate']).toContain('error="insufficient_scope"');
    const wide = await reader().token(String(asked.headers['www-authenticate']));
    const again = await reader().plain('POST', uploads, {
      headers: { authorization: `Bearer ${wide}` },
      query: { mount: open.layer.digest, from: 'docker-local/open/app' },
    });
    expect(again.status).toBe(201);
    expect((await mount('secret/app', layer.digest)).status).toBe(202);
    expect((await mount('docker-local/open/app', layer.digest)).status).toBe(202);
  });

  it('lets anonymous users read public images', async () => {
    await call('POST', '/access/api/v2/permissions', {
      name: 'everyone',
      resources: {
        artifact: {
          actions: { users: {}, groups: { readers: ['READ'] } },
          targets: { 'docker-local': { include_patterns: ['open/**'] } },
        },
      },
    });
    expect((await anyone().ask('GET', '/v2/')).status).toBe(200);
    expect((await anyone().ask('GET', '/v2/docker-local/open/app/manifests/1.0')).status).toBe(200);
    expect((await anyone().plain('GET', '/v2/docker-local/open/app/tags/list', {})).status).toBe(200);
    for (const path of ['/v2/secret/app/manifests/1.0', '/v2/nowhere/app/manifests/1.0']) {
      expect((await anyone().ask('GET', path)).status).toBe(401);
    }
    expect((await anyone().ask('POST', '/v2/docker-local/open/app/blobs/uploads/')).status).toBe(401);
  });

  it('also serves a single repository with image names only', async () => {
    const base = '/artifactory/api/docker/docker-local/v2';
    const answer = await admin.ask('GET', `${base}/open/app/manifests/1.0`, {
      headers: { accept: ociManifest },
    });
    expect(answer.status).toBe(200);
    const challenge = await anyone().plain('GET', `${base}/closed/app/manifests/1.0`, {});
    expect(parseChallenge(String(challenge.headers['www-authenticate']))).toMatchObject({
      realm: `${platform.baseUrl}${base}/token`,
      scope: 'repository:closed/app:pull',
    });
    const { repositories } = (await admin.ask('GET', `${base}/_catalog`)).json();
    expect(repositories).toEqual(['closed/app', 'open/app']);
  });

  it('returns paths that the host name of a single repository serves', async () => {
    const base = '/artifactory/api/docker/docker-local/v2';
    // The host name of the repository serves /v2/ and nothing else.
    const throughProxy = (
      method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
      path: string,
      options = {},
    ) => {
      expect(path).toMatch(/^\/v2\//);
      return admin.ask(method, base + path.slice('/v2'.length), options);
    };
    const begun = await throughProxy('POST', '/v2/open/own/blobs/uploads/');
    const part = await throughProxy('PATCH', begun.location, { body: 'a layer' });
    const digest = digestOf('a layer');
    const sent = await throughProxy('PUT', part.location, { query: { digest } });
    expect([sent.status, sent.location]).toEqual([201, `/v2/open/own/blobs/${digest}`]);
    const mounted = await throughProxy('POST', '/v2/open/second/blobs/uploads/', {
      query: { mount: digest, from: 'open/own' },
    });
    expect([mounted.status, mounted.location]).toEqual([201, `/v2/open/second/blobs/${digest}`]);
    expect((await throughProxy('GET', mounted.location)).text).toBe('a layer');
    const manifest = await admin.ask('GET', '/v2/docker-local/open/app/manifests/1.0', {
      headers: { accept: ociManifest },
    });
    for (const tag of ['1.0', '1.1']) {
      const put = await throughProxy('PUT', `/v2/open/app/manifests/${tag}`, {
        headers: { 'content-type': ociManifest },
        body: manifest.bytes,
      });
      expect((await throughProxy('GET', put.location, { headers: { accept: ociManifest } })).text).toBe(
        manifest.text,
      );
    }
    for (const list of ['/v2/_catalog', '/v2/open/app/tags/list']) {
      const page = await throughProxy('GET', list, { query: { n: '1' } });
      const next = /^<([^>]+)>; rel="next"$/.exec(String(page.headers.link))?.[1] ?? '';
      expect((await throughProxy('GET', next)).status).toBe(200);
    }
  });
});
