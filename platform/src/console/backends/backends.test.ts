import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PluginBackends } from '@lading/contract/rest';
import { segmentsOf } from '@lading/contract/validation';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readAudit } from '../../access/audit/readAudit.ts';
import { createUser } from '../../access/users.ts';
import { db, withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { OwnPlugins } from '../own/OwnPlugins.ts';
import { unpack } from '../plugins/Plugin.ts';
import { repositorySource } from '../plugins/RepositorySource.ts';
import { pluginFiles, testCheckout } from '../testing/checkout.ts';
import { consoleNode } from '../testing/consoleNode.ts';

const TIDE = '@lading/plugin-tide';
const CALL = '/ui/api/v1/lading/plugins';
const PASSWORD = 'Kranich-Feder-10';

interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

let platform: TestPlatform;
let checkout: Awaited<ReturnType<typeof testCheckout>>;
let app: FastifyInstance;
let home: string;
let server: Server;
let received: Received[] = [];
let respond: (response: ServerResponse) => void;
let marta: { authorization: string };

const json = (value: unknown) => (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
const declared = [
  { methods: ['GET', 'POST'], path: '/levels' },
  { methods: ['GET'], path: '/levels/*' },
  { methods: ['DELETE'], path: '/alarms/**' },
];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    received.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    respond(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  platform = await testPlatform({ env: { LADING_ALLOWED_NETWORKS: '127.0.0.0/8' } });
  checkout = await testCheckout();
  await publish('1.0.0', declared);
  await publish('2.0.0', [...declared, { methods: ['GET'], path: '/secrets' }]);
  home = await mkdtemp(join(tmpdir(), 'lading-home-'));
  app = await consoleNode(platform, { root: checkout.root, home });
  await withStorage(platform.storage, () => app.ownPlugins.publish());
  await use('1.0.0');
  await withStorage(platform.storage, () =>
    createUser('marta', { password: PASSWORD, email: 'marta@example.com', admin: false }),
  );
  marta = { authorization: `Basic ${Buffer.from(`marta:${PASSWORD}`).toString('base64')}` };
});
afterAll(async () => {
  server.close();
  await app.close();
  await Promise.all([platform.close(), checkout.remove(), rm(home, { recursive: true })]);
});
afterEach(async () => {
  received = [];
  await withStorage(platform.storage, () => db().execute(sql`DELETE FROM plugin_backends`));
});

async function publish(version: string, calls: object[]): Promise<void> {
  const backends = [{ name: 'levels', about: 'Water levels', calls }];
  const folder = await checkout.writePlugin(
    { name: 'tide', version, manifest: { backends } },
    `published/${version}`,
  );
  await withStorage(platform.storage, () => new OwnPlugins([folder], repositorySource).publish());
}

const admin = () => ({ authorization: platform.adminAuth });

async function use(version: string): Promise<void> {
  const changes = [{ specifier: TIDE, action: 'install', version }];
  const payload = { changes, activate: true };
  const reply = await app.inject({ method: 'POST', url: `${CALL}/releases`, headers: admin(), payload });
  expect(reply.statusCode).toBe(201);
}

const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const settings = (more: object = {}) => ({
  ...{ specifier: TIDE, backend: 'levels', url: `${origin()}/api`, auth: 'bearer', username: '' },
  ...{ secret: 'top-secret-token', allowPrivate: true, access: 'users', sendUser: false, calls: declared },
  ...more,
});

async function setUp(more: object = {}) {
  const payload = settings(more);
  const reply = await app.inject({ method: 'PUT', url: `${CALL}/backends`, headers: admin(), payload });
  return { status: reply.statusCode, error: reply.body === '' ? undefined : reply.json().errors[0] };
}

async function call(
  path: string,
  {
    method = 'GET',
    headers = marta,
    payload,
  }: { method?: 'GET' | 'POST' | 'DELETE'; headers?: object; payload?: object } = {},
) {
  const url = `${CALL}/tide/proxy/levels${path}`;
  const reply = await app.inject({ method, url, headers: { ...headers }, ...(payload ? { payload } : {}) });
  const isJson = /json/.test(String(reply.headers['content-type']));
  const body = isJson ? reply.json() : reply.body;
  return { status: reply.statusCode, body, headers: reply.headers, code: body?.errors?.[0]?.code };
}

const list = async () => {
  const reply = await app.inject({ url: `${CALL}/backends`, headers: admin() });
  return { text: reply.body, backends: reply.json<PluginBackends>().backends };
};

describe('a call of a plugin to its backend', () => {
  it('reaches the host with the credentials of the server, and without those of the user', async () => {
    expect((await setUp({ sendUser: true })).status).toBe(204);
    respond = json({ level: 3 });
    const payload = { place: 'pier' };
    const headers = { ...marta, cookie: 'session=1', 'x-other': '1', 'accept-language': 'pl' };
    const answer = await call('/levels?from=1&to=2', { method: 'POST', headers, payload });
    expect([answer.status, answer.body]).toEqual([200, { level: 3 }]);
    const [{ method, url, body, headers: sent } = {} as Received] = received;
    expect([method, url, JSON.parse(body)]).toEqual(['POST', '/api/levels?from=1&to=2', payload]);
    expect(sent).toMatchObject({
      ...{ authorization: 'Bearer top-secret-token', 'x-lading-user': 'marta' },
      ...{ 'accept-language': 'pl', 'content-type': 'application/json' },
    });
    expect(sent).not.toHaveProperty('cookie');
    expect(sent).not.toHaveProperty('x-other');
  });

  it.each([
    ['basic', 'rosa', { authorization: `Basic ${Buffer.from('rosa:top-secret-token').toString('base64')}` }],
    ['header', 'X-Api-Key', { 'x-api-key': 'top-secret-token' }],
  ])('has %s credentials', async (auth, username, expected) => {
    await setUp({ auth, username });
    respond = json([]);
    expect((await call('/levels')).status).toBe(200);
    expect(received[0]?.headers).toMatchObject(expected);
  });

  it('is denied without a sign-in, without settings, and for others than administrators', async () => {
    expect((await call('/levels', { headers: {} })).status).toBe(401);
    expect(await call('/levels')).toMatchObject({ status: 403, code: 'PLUGIN_CALL_DENIED' });
    await setUp({ access: 'administrators' });
    expect((await call('/levels')).status).toBe(403);
    respond = json([]);
    expect((await call('/levels', { headers: admin() })).status).toBe(200);
    expect(received).toHaveLength(1);
  });

  it.each([
    ['/other', 403],
    ['/levels/a/b', 403],
    ['/alarms', 403],
    ['/levels/a%2Fb', 400],
    ['/levels/..%5csecrets', 400],
    ['//levels', 400],
    ['/levels/', 400],
    ['/levels/%00', 400],
    ['/levels/%E0%A4%A', 400],
  ])('is denied for %s', async (path, status) => {
    await setUp();
    expect((await call(path)).status).toBe(status);
    expect(received).toEqual([]);
  });

  it('sends credentials to a public address only by HTTPS', async () => {
    // A literal address, because a name would be resolved by the server of this machine.
    expect((await setUp({ url: 'http://93.184.216.34/api' })).status).toBe(204);
    const answer = await call('/levels');
    expect([answer.status, answer.code]).toEqual([502, 'PLUGIN_BACKEND_FAILED']);
    expect(answer.body.errors[0].message).toBe(
      'Failed to call backend "levels": 93.184.216.34 is a public address, and HTTP is allowed only in private networks. Use an HTTPS URL.',
    );
  });

  it('is denied with another method, and allowed below a path that ends with two asterisks', async () => {
    await setUp();
    respond = json({});
    expect((await call('/levels/1', { method: 'DELETE' })).status).toBe(403);
    expect((await call('/alarms/a/b', { method: 'DELETE' })).status).toBe(200);
    expect(received.map(({ url }) => url)).toEqual(['/api/alarms/a/b']);
  });

  it('is denied while an administrator has not allowed it, also in a new version', async () => {
    await setUp({ calls: [{ methods: ['GET'], path: '/levels' }] });
    expect(await call('/levels/1')).toMatchObject({ status: 403, code: 'PLUGIN_CALL_DENIED' });
    // The administrator knows the calls that are denied.
    expect((await list()).backends[0]).toMatchObject({ state: 'allowed' });
    await setUp();
    await use('2.0.0');
    try {
      expect(await call('/secrets')).toMatchObject({ status: 403, code: 'PLUGIN_CALL_DENIED' });
      expect((await list()).backends[0]).toMatchObject({ state: 'changed' });
      respond = json({});
      await setUp({ calls: [...declared, { methods: ['GET'], path: '/secrets' }] });
      expect((await call('/secrets')).status).toBe(200);
    } finally {
      await use('1.0.0');
    }
    // Allowed, but the version in use does not declare it.
    expect((await call('/secrets')).status).toBe(403);
  });

  it('gets no page, script, or cookie of the backend', async () => {
    await setUp();
    respond = (response) =>
      response
        .writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'a=1', location: '/x' })
        .end('<script>1</script>');
    const { headers } = await call('/levels');
    expect(headers).toMatchObject({
      ...{ 'content-type': 'application/octet-stream', 'content-disposition': 'attachment' },
      'cache-control': 'no-store',
    });
    expect(headers).not.toHaveProperty('set-cookie');
    expect(headers).not.toHaveProperty('location');
  });

  it('fails with the reason, and without the credentials', async () => {
    await setUp();
    respond = (response) => response.writeHead(401).end('no');
    expect(await call('/levels')).toMatchObject({ status: 502, code: 'PLUGIN_BACKEND_DENIED' });
    respond = (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    expect(await call('/levels')).toMatchObject({ status: 502, code: 'PLUGIN_BACKEND_FAILED' });
    respond = (response) => response.socket?.destroy();
    const broken = await call('/levels');
    expect(broken.body.errors[0].message).toMatch(/^Failed to call backend "levels": /);
    respond = (response) => response.writeHead(200).end(Buffer.alloc(8 * 1024 * 1024 + 1));
    const large = await call('/levels');
    expect(large.body.errors[0].message).toContain('The response exceeds 8388608 bytes');
    respond = (response) => response.writeHead(422, { 'content-type': 'application/json' }).end('{"why":1}');
    expect(await call('/levels')).toMatchObject({ status: 422, body: { why: 1 } });
    const { text } = await list();
    expect(text).not.toContain('top-secret');
  });

  it('does not reach addresses that are never allowed', async () => {
    await setUp({ url: 'http://169.254.169.254/latest' });
    expect(await call('/levels')).toMatchObject({ status: 502, code: 'PLUGIN_BACKEND_FAILED' });
    expect((await setUp({ url: 'http://tide.example.com', allowPrivate: false })).error).toMatchObject({
      code: 'BAD_PLUGIN_BACKEND',
    });
  });

  it('has a body of up to 1 MiB', async () => {
    await setUp();
    const payload = { text: 'x'.repeat(1024 * 1024) };
    expect((await call('/levels', { method: 'POST', payload })).status).toBe(413);
    expect(received).toEqual([]);
  });

  it('is counted', async () => {
    await setUp();
    respond = json({});
    await call('/levels');
    await call('/other');
    const text = await app.metrics.text();
    for (const outcome of ['answered', 'rejected'])
      expect(text).toMatch(
        new RegExp(
          `lading_plugin_backend_calls_total{plugin="tide",backend="levels",outcome="${outcome}"} \\d`,
        ),
      );
  });
});

describe('the settings of a backend', () => {
  it('are listed without the secret, and recorded', async () => {
    expect((await list()).backends).toMatchObject([
      { specifier: TIDE, backend: 'levels', plugin: 'tide', about: 'Water levels', declared, state: 'new' },
    ]);
    await setUp();
    const { backends } = await list();
    expect(backends).toMatchObject([
      { state: 'allowed', settings: { hasSecret: true, auth: 'bearer', changedBy: 'admin' } },
    ]);
    const { events } = await withStorage(platform.storage, () =>
      readAudit({ event: 'plugin-backend-changed', limit: 1 }),
    );
    expect(events[0]).toMatchObject({ detail: `Backend levels of ${TIDE} set up`, user: 'admin' });
    expect(JSON.stringify(events)).not.toContain('top-secret');
  });

  it('keep the secret for the same host alone', async () => {
    await setUp();
    const { secret: _secret, ...kept } = settings({ url: `${origin()}/v2` });
    const put = (payload: object) =>
      app.inject({ method: 'PUT', url: `${CALL}/backends`, headers: admin(), payload });
    expect((await put(kept)).statusCode).toBe(204);
    respond = json({});
    await call('/levels');
    expect(received[0]).toMatchObject({
      url: '/v2/levels',
      headers: { authorization: 'Bearer top-secret-token' },
    });
    const moved = await put({ ...kept, url: 'https://other.example.com' });
    expect([moved.statusCode, moved.json().errors[0].code]).toEqual([400, 'PLUGIN_BACKEND_SECRET']);
    const renamed = await put({ ...kept, auth: 'header', username: 'X-Api-Key' });
    expect(renamed.json().errors[0].code).toBe('PLUGIN_BACKEND_SECRET');
  });

  it('cannot allow calls that the plugin does not declare', async () => {
    const calls = [{ methods: ['DELETE'], path: '/levels' }];
    expect(await setUp({ calls })).toMatchObject({ status: 409, error: { code: 'PLUGIN_BACKEND_CHANGED' } });
    expect(await setUp({ backend: 'none' })).toMatchObject({ status: 404 });
  });

  it.each([
    { url: 'tide.example.com' },
    { url: 'https://rosa:secret@tide.example.com' },
    { url: 'https://tide.example.com/?a=1' },
    { auth: 'header', username: 'Host' },
    { auth: 'header', username: 'a b' },
    { auth: 'basic', username: '' },
    { secret: 'ü' },
  ])('reject %j', async (more) => {
    expect(await setUp(more)).toMatchObject({ status: 400, error: { code: 'BAD_PLUGIN_BACKEND' } });
  });

  it('are deleted, and calls are denied then', async () => {
    await setUp();
    const url = `${CALL}/backends?specifier=${encodeURIComponent(TIDE)}&backend=levels`;
    const remove = () => app.inject({ method: 'DELETE', url, headers: admin() });
    expect((await remove()).statusCode).toBe(204);
    expect((await call('/levels')).status).toBe(403);
    expect((await remove()).statusCode).toBe(404);
  });

  it('are for administrators', async () => {
    const reply = await app.inject({ url: `${CALL}/backends`, headers: marta });
    expect(reply.statusCode).toBe(403);
  });
});

it('is not part of the contributions of pages', async () => {
  const page = await app.inject({ url: '/ui/', headers: { accept: 'text/html' } });
  const boot = JSON.parse(page.body.split('id="lading-boot">')[1]?.split('</script>')[0] ?? 'null');
  const reply = await app.inject({ url: `/ui/contributions/${boot.revision}.json` });
  expect(reply.json().plugins.tide).toMatchObject({ name: 'tide' });
  expect(reply.body).not.toContain('backends');
});

// A client of tests and browsers resolves such segments before they are sent.
it.each([
  '/levels/%2e%2e/secrets',
  '/levels/../secrets',
  '/./levels',
  '/alarms/..;/secrets',
  '/alarms/..%3bx/secrets',
  '/alarms/%252e%252e/secrets',
  '/alarms/a%252fb',
])('reads no segments of %s', (path) => {
  expect(segmentsOf(path)).toBeUndefined();
});

// A client of tests and browsers does not send it.
it('rejects a path that ends for the backend at a number sign', async () => {
  await setUp();
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const status = await new Promise((resolve, reject) => {
    const path = `${CALL}/tide/proxy/levels/alarms/1#/x`;
    const sent = request(address, { path, method: 'DELETE', headers: marta }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    sent.on('error', reject).end();
  });
  expect([status, received]).toEqual([400, []]);
});

it('a package with an invalid backend is rejected', () => {
  const calls = [{ methods: ['GET'], path: '/a/../b' }];
  const manifest = { backends: [{ name: 'levels', calls }] };
  const files = Object.entries(pluginFiles({ name: 'wave', version: '1.0.0', manifest }));
  const contents = new Map(files.map(([path, text]) => [path, Buffer.from(text)]));
  expect(unpack('@lading/plugin-wave', '1.0.0', contents)).toMatchObject({
    problem: { class: 'not-a-plugin', cause: expect.stringContaining('backends[0].calls[0].path: found') },
  });
});
