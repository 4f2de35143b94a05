import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { UpstreamTest } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { publishBody, sampleTarball } from '../../formats/npm/testing/samples.ts';
import { pushImage, RegistryClient } from '../../formats/oci/testing/RegistryClient.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';

const password = 'swordfish-and-salt';
const basic = `Basic ${Buffer.from(`rosa:${password}`).toString('base64')}`;

interface Stub {
  url: string;
  /** Requested paths with their credentials. */
  asked: [string, string | undefined][];
  answer: (request: IncomingMessage, response: ServerResponse) => void;
  server: Server;
}

async function stub(): Promise<Stub> {
  const made: Stub = {
    url: '',
    asked: [],
    answer: (_request, response) => void response.writeHead(404).end(),
    server: createServer((request, response) => {
      made.asked.push([request.url ?? '', request.headers.authorization]);
      made.answer(request, response);
    }),
  };
  await new Promise<void>((resolve) => made.server.listen(0, '127.0.0.1', resolve));
  made.url = `http://127.0.0.1:${(made.server.address() as AddressInfo).port}`;
  return made;
}

let platform: TestPlatform;
let upstream: Stub;
let other: Stub;
beforeAll(async () => {
  platform = await testPlatform({ listen: true, env: { LADING_ALLOWED_NETWORKS: '127.0.0.0/8' } });
});
beforeEach(async () => {
  upstream = await stub();
  other = await stub();
});
afterEach(() => {
  for (const { server } of [upstream, other]) {
    server.closeAllConnections();
    server.close();
  }
});
afterAll(() => platform.close());

const call = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, payload?: object) =>
  platform.app.inject({
    method,
    url,
    headers: { authorization: platform.adminAuth },
    ...(payload ? { payload } : {}),
  });
const at = (key: string) => `/artifactory/api/repositories/${key}`;
const shown = { username: 'rosa', password };

async function make(key: string, packageType: string, more: object = shown) {
  const answer = await call('PUT', at(key), {
    rclass: 'remote',
    packageType,
    url: upstream.url,
    retrievalCachePeriodSecs: 0,
    missedRetrievalCachePeriodSecs: 0,
    ...more,
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer;
}

const reads: [string, string][] = [
  ['npm', '/artifactory/api/npm/KEY/tea'],
  ['docker', '/v2/KEY/tea/manifests/latest'],
  ['maven', '/artifactory/KEY/org/tea/1/tea-1.jar'],
  ['pypi', '/artifactory/api/pypi/KEY/simple/tea/'],
  ['cargo', '/artifactory/api/cargo/KEY/index/te/as/teas'],
  ['go', '/artifactory/api/go/KEY/example.org/tea/@v/list'],
  ['helm', '/artifactory/api/helm/KEY/index.yaml'],
  ['nuget', '/artifactory/api/nuget/v3/KEY/flatcontainer/tea/index.json'],
  ['generic', '/artifactory/KEY/tea.txt'],
];

describe('an upstream that requires credentials', () => {
  it.each(reads)('receives them from a remote repository of type %s', async (type, address) => {
    await make(`as-rosa-${type}`, type);
    await call('GET', address.replace('KEY', `as-rosa-${type}`));
    expect(upstream.asked.length).toBeGreaterThan(0);
    expect(new Set(upstream.asked.map(([, authorization]) => authorization))).toEqual(new Set([basic]));
  });

  it('receives a token in the notation of the format’s clients', async () => {
    await make('bearer', 'generic', { token: 'abc.def' });
    await call('GET', '/artifactory/bearer/a.txt');
    await make('bare', 'cargo', { token: 'abc.def' });
    await call('GET', '/artifactory/api/cargo/bare/index/te/as/teas');
    expect(upstream.asked.map(([, authorization]) => authorization)).toEqual(['Bearer abc.def', 'abc.def']);
  });

  it('is the only origin that receives them, despite redirects and URLs in its responses', async () => {
    await make('redirected', 'generic');
    upstream.answer = (request, response) =>
      void response.writeHead(302, { location: `${other.url}${request.url}` }).end();
    other.answer = (_request, response) => void response.end('from elsewhere');
    expect((await call('GET', '/artifactory/redirected/a.txt')).body).toBe('from elsewhere');
    expect([upstream.asked, other.asked]).toEqual([[['/a.txt', basic]], [['/a.txt', undefined]]]);

    await make('elsewhere', 'pypi');
    const page = `<a href="${other.url}/tea-1.0.tar.gz">tea-1.0.tar.gz</a>`;
    upstream.answer = (_request, response) => void response.setHeader('content-type', 'text/html').end(page);
    const simple = '/artifactory/api/pypi/elsewhere/simple/tea/';
    const shownPage = await call('GET', simple);
    const [, href = ''] = /href="([^"#]+)/.exec(shownPage.body) ?? [];
    await call('GET', new URL(href, `http://x${simple}`).pathname);
    expect(other.asked.at(-1)).toEqual(['/tea-1.0.tar.gz', undefined]);
  });
});

describe('the credentials of a remote repository', () => {
  it('are encrypted, and never returned', async () => {
    const made = await make('kept', 'generic');
    await call('POST', at('kept'), { queryParams: 'signature=secret' });
    expect(made.json()).toMatchObject({ username: 'rosa', hasPassword: true });
    const read = await call('GET', at('kept'));
    expect(read.json()).not.toHaveProperty('password');
    const { rows } = await withStorage(platform.storage, () =>
      db().execute<{ row: string }>(
        sql`SELECT r::text || encode(c.sealed, 'escape') || c::text AS row FROM repositories r JOIN upstream_credentials c ON c.repo = r.key WHERE r.key = 'kept'`,
      ),
    );
    for (const text of [
      made.body,
      read.body,
      rows[0]?.row,
      (await call('GET', '/artifactory/api/repositories')).body,
    ]) {
      expect(text).toBeTruthy();
      expect(text).not.toContain(password);
    }
    // Users with read permission only don't see the credentials.
    const user = { username: 'reader', email: 'r@example.org', password: 'a-long-password-of-hers' };
    expect((await call('POST', '/access/api/v2/users', user)).statusCode).toBe(201);
    const reader = `Basic ${Buffer.from(`${user.username}:${user.password}`).toString('base64')}`;
    const theirs = await platform.app.inject({ url: at('kept'), headers: { authorization: reader } });
    expect(theirs.json()).toMatchObject({ key: 'kept', url: upstream.url });
    expect(theirs.body).not.toMatch(/rosa|hasPassword|signature/);
    // A read configuration can be written back unchanged.
    expect((await call('POST', at('kept'), read.json())).json()).toMatchObject({ hasPassword: true });
    await call('GET', '/artifactory/kept/a.txt');
    expect(upstream.asked).toEqual([['/a.txt', basic]]);
  });

  it('are kept when omitted, removed when empty, and deleted with the repository', async () => {
    await make('changing', 'generic');
    await call('POST', at('changing'), { offline: false });
    await call('GET', '/artifactory/changing/a.txt');
    expect((await call('POST', at('changing'), { token: 'abc' })).json()).toMatchObject({ hasToken: true });
    await call('GET', '/artifactory/changing/a.txt');
    const without = await call('POST', at('changing'), { token: '' });
    expect(without.json()).not.toHaveProperty('hasToken');
    await call('GET', '/artifactory/changing/a.txt');
    expect(upstream.asked.map(([, authorization]) => authorization)).toEqual([
      basic,
      'Bearer abc',
      undefined,
    ]);
    await call('POST', at('changing'), shown);
    expect((await call('DELETE', at('changing'))).statusCode).toBe(204);
    expect((await make('changing', 'generic', {})).json()).not.toHaveProperty('hasPassword');
  });

  it('must be entered again for another upstream', async () => {
    await make('moving', 'generic');
    const moved = await call('POST', at('moving'), { url: other.url });
    expect(moved.statusCode).toBe(400);
    expect(moved.json().errors[0].message).toBe(
      `Repository moving: invalid field 'password': it was entered for ${upstream.url}. Enter it again for ${other.url}, or '' to remove it`,
    );
    expect((await call('POST', at('moving'), { url: `${upstream.url}/below` })).statusCode).toBe(200);
    expect((await call('POST', at('moving'), { url: other.url, ...shown })).statusCode).toBe(200);
    await call('GET', '/artifactory/moving/a.txt');
    expect(other.asked).toEqual([['/a.txt', basic]]);
  });

  it('are used by project administrators only at the URL they were entered for', async () => {
    const project = { project_key: 'tea', display_name: 'Tea' };
    expect((await call('POST', '/access/api/v1/projects', project)).statusCode).toBeLessThan(300);
    const user = { username: 'pia', email: 'p@example.org', password: 'a-long-password-of-hers' };
    expect((await call('POST', '/access/api/v2/users', user)).statusCode).toBe(201);
    await call('PUT', '/access/api/v1/projects/tea/users/pia', { name: 'pia', roles: ['Project Admin'] });
    await make('tea-far', 'generic', { ...shown, url: `${upstream.url}/tea`, projectKey: 'tea' });
    const authorization = `Basic ${Buffer.from(`${user.username}:${user.password}`).toString('base64')}`;
    const asPia = (path: string, payload: object) =>
      platform.app.inject({
        method: 'POST',
        url: `${at('tea-far')}${path}`,
        headers: { authorization },
        payload,
      });
    expect((await asPia('', { description: 'Ours' })).json()).toMatchObject({ username: 'rosa' });
    expect((await asPia('/test', {})).statusCode).toBe(200);
    upstream.asked.length = 0;
    for (const path of ['', '/test']) {
      const refused = await asPia(path, { url: `${upstream.url}/secret` });
      expect(refused.statusCode).toBe(403);
      expect(refused.json().errors[0].message).toContain('without entering the credentials again');
    }
    expect(upstream.asked).toEqual([]);
    const own = { url: `${upstream.url}/secret`, username: 'pia', password: 'her own' };
    expect((await asPia('', own)).statusCode).toBe(200);
  });

  it.each([
    [{ password: 'x' }, "field 'username'"],
    [{ username: 'rosa' }, "field 'password'"],
    [{ username: 'ro:sa', password: 'x' }, 'without a colon'],
    [{ username: 'rosa', password: 'x\r\nx-more: y' }, "field 'password'"],
    [{ token: 'x\ny' }, "field 'token'"],
    [{ username: 'rosa', password: 'x', token: 'y' }, 'not both'],
    [{ username: 'rosa', password: 7_654_321 }, "field 'password'"],
  ])('are invalid: %j', async (more, said) => {
    const answer = await call('PUT', at('never'), {
      rclass: 'remote',
      packageType: 'generic',
      url: upstream.url,
      ...more,
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors[0].message).toContain(said);
    expect(answer.body).not.toContain('7654321');
  });
});

describe('the test of an upstream', () => {
  const test = async (key: string, body: object) => {
    const answer = await call('POST', `${at(key)}/test`, body);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<UpstreamTest>();
  };
  const plain = { rclass: 'remote', packageType: 'generic' };

  it('reports its response before the repository is saved', async () => {
    const wants = (_request: IncomingMessage, response: ServerResponse) => {
      const right = _request.headers.authorization === basic;
      response.writeHead(right ? 200 : 401).end();
    };
    upstream.answer = wants;
    const url = upstream.url;
    expect(await test('tried', { ...plain, url })).toEqual({
      ok: false,
      url: `${url}/`,
      status: 401,
      message: 'The upstream requires credentials: 401 Unauthorized',
    });
    expect(await test('tried', { ...plain, url, username: 'rosa', password: 'wrong' })).toMatchObject({
      ok: false,
      message: 'The upstream rejected these credentials: 401 Unauthorized',
    });
    expect(await test('tried', { ...plain, url, ...shown })).toMatchObject({
      ok: true,
      message: 'The upstream returned 200 OK',
    });
    expect((await call('GET', at('tried'))).statusCode).toBe(404);
    upstream.server.closeAllConnections();
    await new Promise((resolve) => upstream.server.close(resolve));
    expect((await test('tried', { ...plain, url })).message).toMatch(/^The upstream of tried failed/);
  });

  it('uses stored credentials only for the origin they were entered for', async () => {
    await make('there', 'generic');
    upstream.answer = (_request, response) => void response.end();
    expect(await test('there', {})).toMatchObject({ ok: true });
    expect(upstream.asked).toEqual([['/', basic]]);
    expect((await call('POST', `${at('there')}/test`, { url: other.url })).statusCode).toBe(400);
    expect(other.asked).toEqual([]);
    expect((await call('POST', `${at('generic-local')}/test`, {})).statusCode).toBe(400);
  });

  it('requires permission to change the repository', async () => {
    const answer = await platform.app.inject({ method: 'POST', url: `${at('there')}/test`, payload: {} });
    expect(answer.statusCode).toBe(401);
  });

  it.each(reads)('requests a URL that every upstream of type %s has', async (type) => {
    upstream.answer = (_request, response) => void response.end('{}');
    const url = upstream.url;
    expect(await test('each', { rclass: 'remote', packageType: type, url, ...shown })).toMatchObject({
      ok: true,
    });
    expect(upstream.asked).toEqual([[expect.any(String), basic]]);
  });
});

describe('a registry with a token service or authentication', () => {
  let theirs: TestPlatform;
  beforeAll(async () => {
    theirs = await testPlatform({ listen: true });
    const client = new RegistryClient(theirs.baseUrl, { user: 'admin', password: theirs.adminPassword });
    await pushImage(client, 'docker-local/tea', 'latest', { layer: 'leaves' });
  });
  afterAll(() => theirs.close());
  const ours = () =>
    new RegistryClient(platform.baseUrl, { user: 'admin', password: platform.adminPassword });

  it('serves images', async () => {
    const url = `${theirs.baseUrl}/v2/docker-local`;
    await make('images', 'docker', { url, username: 'admin', password: theirs.adminPassword });
    expect((await ours().ask('GET', '/v2/images/tea/manifests/latest')).status).toBe(200);
    await make('nobody', 'docker', { url });
    expect((await ours().ask('GET', '/v2/nobody/tea/manifests/latest')).status).not.toBe(200);
    expect((await call('POST', `${at('images')}/test`, {})).json()).toMatchObject({ ok: true });
  });

  it('serves package files with the same credentials', async () => {
    const tarball = await sampleTarball({ name: 'kettle', version: '1.0.0' });
    const published = await theirs.app.inject({
      method: 'PUT',
      url: '/artifactory/api/npm/npm-local/kettle',
      headers: { authorization: theirs.adminAuth, 'content-type': 'application/json' },
      payload: JSON.stringify(publishBody({ name: 'kettle', version: '1.0.0' }, tarball)),
    });
    expect(published.statusCode, published.body).toBe(201);
    const url = `${theirs.baseUrl}/artifactory/api/npm/npm-local/`;
    await make('js-theirs', 'npm', { url, username: 'admin', password: theirs.adminPassword });
    await make('js-nobody', 'npm', { url });
    expect((await call('GET', '/artifactory/api/npm/js-theirs/kettle')).statusCode).toBe(200);
    const file = await call('GET', '/artifactory/api/npm/js-theirs/kettle/-/kettle-1.0.0.tgz');
    expect(file.rawPayload.equals(tarball)).toBe(true);
    expect((await call('GET', '/artifactory/api/npm/js-nobody/kettle')).statusCode).toBe(502);
  });

  it('receives credentials only at its origin or the configured token service', async () => {
    upstream.answer = ({ headers }, response) => {
      if (headers.authorization === 'Bearer given') return void response.end('{}');
      const challenge = `Bearer realm="${other.url}/token",service="s"`;
      response.writeHead(401, { 'www-authenticate': challenge }).end();
    };
    other.answer = ({ headers }, response) => {
      const right = headers.authorization === basic;
      response.writeHead(right ? 200 : 401).end(JSON.stringify({ token: 'given' }));
    };
    await make('apart', 'docker');
    expect((await call('POST', `${at('apart')}/test`, {})).json()).toEqual({
      ok: false,
      message: `The upstream of apart uses the token service ${other.url}, which does not receive the credentials. Set it as tokenService.`,
    });
    expect(other.asked).toEqual([['/token?service=s', undefined]]);
    const pulled = await ours().ask('GET', '/v2/apart/tea/manifests/latest');
    expect([pulled.status, pulled.text]).toEqual([502, expect.not.stringContaining(other.url)]);
    const named = await call('POST', `${at('apart')}/test`, { tokenService: other.url });
    expect(named.json()).toMatchObject({ ok: true });
    expect(other.asked.at(-1)).toEqual(['/token?service=s', basic]);
  });
});
