import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:http2';
import { type AddressInfo, connect as connectTo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { selfSigned } from '../secrets/selfSigned.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform({
    env: { LADING_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8', LADING_LOG_LEVEL: 'info' },
  });
  const headers = { authorization: platform.adminAuth };
  for (const packageType of ['cargo', 'docker', 'go', 'helm', 'npm', 'nuget', 'pypi', 'maven'])
    await platform.app.inject({
      method: 'PUT',
      url: `/artifactory/api/repositories/own-${packageType}`,
      payload: { rclass: 'local', packageType },
      headers,
    });
});
afterAll(() => platform.close());
afterEach(() => vi.restoreAllMocks());

const ask = (url: string, headers: Record<string, string> = {}, remoteAddress = '192.0.2.7') =>
  platform.app.inject({ url, remoteAddress, headers: { authorization: platform.adminAuth, ...headers } });

it.each(['/artifactory/api/system/ping', '/nowhere', '/ui/login', '/access/api/v2/users', '/v2/'])(
  'is sent with every response, and is unique: %s',
  async (url) => {
    const ids = (await Promise.all([ask(url), ask(url)])).map(({ headers }) => headers['x-request-id']);
    expect(ids).toEqual([expect.stringMatching(uuid), expect.stringMatching(uuid)]);
    expect(ids[0]).not.toBe(ids[1]);
  },
);

it.each([
  ['127.0.0.1', 'of-the-proxy:1', 'of-the-proxy:1'],
  ['10.1.2.3', 'Root=1-67891233-abcdef012345678912345678', 'Root=1-67891233-abcdef012345678912345678'],
  ['10.1.2.3', 'with a blank', expect.stringMatching(uuid)],
  ['10.1.2.3', 'x'.repeat(129), expect.stringMatching(uuid)],
  ['192.0.2.7', 'of-anyone', expect.stringMatching(uuid)],
])('is accepted only from a trusted proxy: from %s, %s', async (peer, given, expected) => {
  const answer = await ask('/artifactory/api/system/ping', { 'x-request-id': given }, peer);
  expect(answer.headers['x-request-id']).toEqual(expected);
});

describe('includes the request ID in the body of an error, in the form of its protocol', () => {
  it.each([
    '/nowhere',
    '/access/api/v2/users/none',
    '/artifactory/own-maven/none.jar',
    '/artifactory/api/npm/own-npm/none',
    '/artifactory/api/cargo/own-cargo/api/v1/crates/none/1.0.0/download',
    '/v2/own-docker/none/manifests/latest',
    '/artifactory/api/helm/own-helm/api/charts/none',
    '/artifactory/api/pypi/own-pypi/simple/none/',
    '/xray/api/v1/advisories/none',
  ])('%s', async (url) => {
    const { statusCode, headers, body } = await ask(url);
    expect(statusCode).toBeGreaterThanOrEqual(400);
    expect(JSON.parse(body)).toMatchObject({ request_id: headers['x-request-id'] });
    expect(Number(headers['content-length'] ?? Buffer.byteLength(body))).toBe(Buffer.byteLength(body));
  });

  it('as a line of text for Go', async () => {
    const { headers, body } = await ask('/artifactory/api/go/own-go/example.org/none/@v/list');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(body).toMatch(new RegExp(`^not found: .*\\nRequest ID: ${headers['x-request-id']}\\n$`));
  });

  it('in the extensions for GraphQL', async () => {
    const answer = await platform.app.inject({
      method: 'POST',
      url: '/metadata/api/v1/query',
      payload: { query: '{ nothing }' },
      headers: { authorization: platform.adminAuth },
    });
    const { errors, ...rest } = answer.json();
    if (answer.statusCode >= 400)
      expect(rest).toEqual({ extensions: { request_id: answer.headers['x-request-id'] } });
    expect(errors.length).toBeGreaterThan(0);
  });
});

describe('the log', () => {
  it("contains the request ID and the client's IP address, also over HTTP/2", async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lading-tls-'));
    const { cert, key } = selfSigned();
    writeFileSync(join(folder, 'cert.pem'), cert);
    writeFileSync(join(folder, 'key.pem'), key);
    const lines: string[] = [];
    const secure = await testPlatform({
      listen: true,
      env: {
        LADING_TLS_CERT: join(folder, 'cert.pem'),
        LADING_TLS_KEY: join(folder, 'key.pem'),
        LADING_LOG_LEVEL: 'info',
      },
      extend: (app) => {
        app.addHook('onRequest', async (request) => {
          const log = request.log as unknown as { info(fields: object, message: string): void };
          vi.spyOn(log, 'info').mockImplementation((fields) => lines.push(JSON.stringify(fields)));
        });
      },
    });
    const session = connect(secure.baseUrl, { ca: cert, servername: 'localhost' });
    const stream = session.request({ ':path': '/artifactory/api/system/ping' });
    expect(await text(stream)).toBe('OK');
    session.close();
    await vi.waitFor(() => expect(lines.length).toBeGreaterThan(0));
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ from: '127.0.0.1', status: 200 });
    await secure.close();
    rmSync(folder, { recursive: true });
  });
});

it.each([
  ['without Host', 'GET /nowhere HTTP/1.1\r\n', 400],
  ['with an unknown expectation', 'GET /nowhere HTTP/1.1\r\nHost: localhost\r\nExpect: nonsense\r\n', 417],
])('is part of the response to a request %s', async (_what, head, status) => {
  await platform.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => undefined);
  const { port } = platform.app.server.address() as AddressInfo;
  const socket = connectTo(port, '127.0.0.1');
  socket.write(`${head}Connection: close\r\n\r\n`);
  const answer = await text(socket);
  const id = /x-request-id: (\S+)/i.exec(answer)?.[1];
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(id).toMatch(uuid);
  expect(JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1))).toMatchObject({
    request_id: id,
  });
});
