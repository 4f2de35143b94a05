import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type World, worldOfCallers } from '../access/matrix/world.ts';
import { selfSigned } from '../secrets/selfSigned.ts';
import { isFullRun } from '../testing/full.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import type { Route } from './routeTable.ts';

const size = 700_000;
const nested = `{"name":"x","versions":${'['.repeat(1000)}${']'.repeat(1000)},"rest":"${'x'.repeat(size)}"}`;
const crate = Buffer.alloc(size);
crate.writeUInt32LE(0xffff_ffff);
/** Bodies that parsers reject early, each for a different reason. */
const bodies: { what: string; type: string; bytes: Buffer; headers?: Record<string, string> }[] = [
  { what: 'nested JSON', type: 'application/json', bytes: Buffer.from(nested) },
  { what: 'an oversized frame', type: 'application/octet-stream', bytes: crate },
  {
    what: 'a broken form',
    type: 'multipart/form-data; boundary=b',
    bytes: Buffer.from(`--b\r\n${'x'.repeat(size)}`),
  },
  {
    what: 'broken gzip',
    type: 'application/json',
    bytes: Buffer.alloc(size, 'x'),
    headers: { 'content-encoding': 'gzip' },
  },
];

interface Answer {
  status: number;
  closes: boolean;
  text: string;
}

function send(
  agent: Agent,
  url: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: object; body?: Buffer } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(url, { agent, method, headers: { ...headers } });
    call.once('error', reject);
    call.setTimeout(60_000, () => call.destroy(new Error('no answer within 60 s')));
    call.once('response', async (answer: IncomingMessage) => {
      const { statusCode = 0, headers: said } = answer;
      resolve({ status: statusCode, closes: said.connection === 'close', text: await text(answer) });
    });
    call.end(body);
  });
}

/** Returns a URL of the route for a repository of its protocol. */
function addressOf({ url }: Route): string {
  const place = /^\/artifactory\/api\/(cargo|docker|helm|npm|nuget|pypi|go)\//.exec(url)?.[1];
  const paths: Record<string, string> = {
    cargo: 'api/v1/crates/new',
    docker: 'x/manifests/latest',
    npm: 'x',
  };
  return url
    .replace('/v2/*', '/v2/tea-docker/x/manifests/latest')
    .replace(':repo', `tea-${place ?? 'generic'}`)
    .replace(/:(\w+)/g, 'x')
    .replace('*', paths[place ?? ''] ?? 'x');
}

describe('every route with a request body', () => {
  let world: World;
  beforeAll(async () => {
    world = await worldOfCallers(true);
    for (const packageType of ['cargo', 'docker', 'helm', 'nuget', 'pypi', 'go'])
      await world.platform.app.inject({
        method: 'PUT',
        url: `/artifactory/api/repositories/tea-${packageType}`,
        payload: { rclass: 'local', packageType },
        headers: { authorization: world.platform.adminAuth },
      });
  });
  afterAll(() => world.platform.close());

  it.each(bodies)(
    'responds to the next request of a connection after $what',
    async ({ what, type, bytes, headers }) => {
      const { baseUrl, app } = world.platform;
      const all = app.routeTable.filter(({ method }) => !['GET', 'HEAD'].includes(method));
      expect(all.length).toBeGreaterThan(150);
      // Each route gets one of the bodies, or all of them in a full run.
      const turn = bodies.findIndex((body) => body.what === what);
      const routes = isFullRun ? all : all.filter((_, at) => at % bodies.length === turn);
      const stuck: string[] = [];
      let [rejected, reused] = [0, 0];
      const callers = ['anonymous', 'admin'].flatMap((who) => routes.map((route) => ({ who, route })));
      const ask = async ({ who, route }: (typeof callers)[number]) => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        const path = addressOf(route);
        try {
          const sent = { 'content-type': type, 'x-requested-with': 'XMLHttpRequest', ...headers };
          const first = await send(agent, baseUrl + path, {
            method: route.method,
            headers: { ...sent, ...world.headers[who], 'content-length': bytes.length },
            body: bytes,
          });
          if (first.status >= 400) rejected++;
          if (!first.closes) reused++;
          const next = await send(agent, `${baseUrl}/artifactory/api/system/ping`);
          expect(next.text).toBe('OK');
        } catch (error) {
          stuck.push(`${who}: ${route.method} ${path}: ${(error as Error).message}`);
        } finally {
          agent.destroy();
        }
      };
      const inTurn = async () => {
        for (let next = callers.shift(); next; next = callers.shift()) await ask(next);
      };
      await Promise.all(Array.from({ length: 8 }, inTurn));
      expect(stuck).toEqual([]);
      expect(rejected).toBeGreaterThan(routes.length);
      // Fastify closes the connection after a body that its own parsers reject.
      expect(reused).toBeGreaterThan(routes.length / 4);
    },
  );
});

describe('an upload that is rejected', () => {
  let platform: TestPlatform;
  let folder: string;
  const { cert, key } = selfSigned();
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lading-tls-'));
    writeFileSync(join(folder, 'cert.pem'), cert);
    writeFileSync(join(folder, 'key.pem'), key);
    const env = { LADING_TLS_CERT: join(folder, 'cert.pem'), LADING_TLS_KEY: join(folder, 'key.pem') };
    platform = await testPlatform({ env, listen: true });
    await platform.app.inject({
      method: 'PUT',
      url: '/artifactory/api/repositories/own-cargo',
      payload: { rclass: 'local', packageType: 'cargo' },
      headers: { authorization: platform.adminAuth },
    });
  });
  afterAll(async () => {
    await platform.close();
    rmSync(folder, { recursive: true });
  });

  const publish = '/artifactory/api/cargo/own-cargo/api/v1/crates/new';

  it('is reported to a client that writes its whole body before it reads', async () => {
    const large = 50 * 1024 * 1024;
    const socket = connectTls({
      port: Number(new URL(platform.baseUrl).port),
      ca: cert,
      servername: 'localhost',
    });
    await once(socket, 'secureConnect');
    const lines = [`PUT ${publish} HTTP/1.1`, 'Host: localhost', `Authorization: ${platform.adminAuth}`];
    const part = Buffer.alloc(1024 * 1024);
    part.writeUInt32LE(0xffff_ffff);
    socket.write(`${[...lines, `Content-Length: ${large}`].join('\r\n')}\r\n\r\n`);
    for (let sent = 0; sent < large; sent += part.length)
      if (!socket.write(part)) await once(socket, 'drain');
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toMatch(/^connection: close\r$/im);
    expect(answer).toContain('"errors"');
  });

  it('leaves the flow control window of an HTTP/2 connection to its other streams', async () => {
    const session = connect(platform.baseUrl, { ca: cert, servername: 'localhost' });
    const ask = async (path: string, body: Buffer) => {
      const stream = session.request({ ':path': path, ':method': 'PUT', authorization: platform.adminAuth });
      const status = new Promise((resolve) => stream.once('response', (said) => resolve(said[':status'])));
      const closed = once(stream, 'close');
      stream.end(body).resume();
      // The stream closes after its whole body was received.
      await closed;
      return status;
    };
    for (let count = 0; count < 20; count++) expect(await ask(publish, crate)).toBe(413);
    expect(await ask('/artifactory/generic-local/whole.bin', Buffer.alloc(size))).toBe(201);
    session.close();
  });
});
