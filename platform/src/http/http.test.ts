import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:http2';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { selfSigned } from '../secrets/selfSigned.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';

const guards = {
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
};

describe('error responses', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await testPlatform({
      extend: (app) => {
        app.get('/fails', async () => {
          throw new Error('a secret of the inside');
        });
        app.get('/refused', async () => {
          throw new HttpError(418, 'TEAPOT', 'This is a teapot: ask for tea', 'short and stout', {
            'x-tea': 'yes',
          });
        });
        app.get('/dated/:day', ({ params }) =>
          db().execute(sql`SELECT ${(params as { day: string }).day}::timestamptz`),
        );
        app.post('/takes', async (call) => call.body);
        app.get('/long/:name', async (call) => call.params);
      },
    });
  });
  afterAll(() => platform.close());

  it.each(['/artifactory/api/system/ping', '/nowhere', '/fails', '/ui/api/v1/ui/auth/current'])(
    'has security headers: %s',
    async (url) => {
      expect((await platform.app.inject(url)).headers).toMatchObject(guards);
    },
  );

  it('reveal nothing about unexpected errors', async () => {
    const answer = await platform.app.inject('/fails');
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({
      errors: [{ code: 'INTERNAL', message: 'Internal server error. See the server log.' }],
      request_id: answer.headers['x-request-id'],
    });
  });

  it('contain what was wrong and what is expected', async () => {
    const answer = await platform.app.inject('/refused');
    expect([answer.statusCode, answer.headers['x-tea']]).toEqual([418, 'yes']);
    expect(answer.json()).toEqual({
      errors: [{ code: 'TEAPOT', message: 'This is a teapot: ask for tea', detail: 'short and stout' }],
      request_id: answer.headers['x-request-id'],
    });
  });

  it.each(['0000-01-01', 'soon'])('return 400 for the invalid date %s', async (day) => {
    const answer = await platform.app.inject(`/dated/${day}`);
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([400, 'BAD_DATE']);
  });

  it('contain the path that was not found, without secrets of the URL', async () => {
    const answer = await platform.app.inject('/nowhere?key=secret');
    expect(answer.json().errors[0]).toEqual({ code: 'NOT_FOUND', message: 'Not found: GET /nowhere' });
  });

  it.each([
    [
      'a body that does not parse',
      { payload: '{"a":', headers: { 'content-type': 'application/json' } },
      [400, 'BAD_REQUEST'],
    ],
    [
      'an unsupported type',
      { payload: 'x', headers: { 'content-type': 'application/x-strange' } },
      [415, 'UNSUPPORTED_MEDIA_TYPE'],
    ],
    ['a body over the limit', { payload: { a: 'x'.repeat(1_100_000) } }, [413, 'TOO_LARGE']],
  ])('rejects %s', async (_what, options, expected) => {
    const answer = await platform.app.inject({ method: 'POST', url: '/takes', ...options });
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual(expected);
  });

  it.each([
    '/ui/plugins/a%00b/1.0.0/plugin.js',
    '/artifactory/api/npm/npm-local/-/user/token/x%00y',
    '/access/api/v2/users/a%00b',
  ])('returns 400 for a name with a NUL: %s', async (url) => {
    const answer = await platform.app.inject({ url, headers: { authorization: platform.adminAuth } });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
  });

  it.each([
    ...['%C0%AF', '%c0%af', '%FF', '%E0%80%AF', '%ED%A0%80', '%F4%90%80%80', '%', '%zz', '%e4', 'a%2F%C0'],
  ])('are in the form of the platform for a path that is not UTF-8: %s', async (name) => {
    for (const path of ['/', '/ui/', '/artifactory/npm-local/', '/v2/docker-local/', '/access/api/v2/users/'])
      for (const method of ['GET', 'PUT', 'OPTIONS'] as const) {
        const answer = await platform.app.inject({ method, url: `${path}${name}?key=secret` });
        expect(answer.headers).toMatchObject(guards);
        expect([answer.statusCode, answer.json()]).toEqual([
          400,
          {
            errors: [
              {
                code: 'BAD_PATH',
                message: 'Invalid path. Expected UTF-8 with percent-encoding, such as /caf%C3%A9.',
              },
            ],
            request_id: answer.headers['x-request-id'],
          },
        ]);
      }
  });

  it('are in the form of the platform for a name that is too long', async () => {
    const answer = await platform.app.inject(`/long/${'x'.repeat(5000)}?key=secret`);
    expect([answer.statusCode, answer.json().errors]).toEqual([
      414,
      [{ code: 'PATH_TOO_LONG', message: 'A name in the path is too long' }],
    ]);
  });

  it('closes a connection without activity', () => {
    expect(platform.app.server.timeout).toBe(300_000);
  });

  it('accepts long names in paths', async () => {
    const name = `@scope%2F${'x'.repeat(214)}`;
    expect((await platform.app.inject(`/long/${name}`)).json().name).toBe(decodeURIComponent(name));
  });
});

describe('HTTPS', () => {
  let platform: TestPlatform;
  let folder: string;
  const { cert, key } = selfSigned();
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lading-tls-'));
    writeFileSync(join(folder, 'cert.pem'), cert);
    writeFileSync(join(folder, 'key.pem'), key);
    const env = { LADING_TLS_CERT: join(folder, 'cert.pem'), LADING_TLS_KEY: join(folder, 'key.pem') };
    platform = await testPlatform({ env, listen: true });
  });
  afterAll(async () => {
    await platform.close();
    rmSync(folder, { recursive: true });
  });

  it('sends HSTS, except for localhost, whose other servers may use plain HTTP', async () => {
    const hsts = async (host: string) =>
      (await platform.app.inject({ url: '/ui/login', headers: { host } })).headers[
        'strict-transport-security'
      ];
    expect(await hsts('127.0.0.1:8082')).toBe('max-age=31536000');
    expect(await hsts('localhost:8082')).toBeUndefined();
  });

  it('denies other host names over HTTP/2, where the name is the authority', async () => {
    const session = connect(platform.baseUrl, { ca: cert, servername: 'localhost' });
    const statusOf = (authority: string) =>
      new Promise<number>((resolve, reject) => {
        const call = session.request({
          ':path': '/ui/api/v1/access/auth/loginRelatedData',
          ':authority': authority,
        });
        call.once('error', reject);
        call.once('response', (headers) => resolve(Number(headers[':status'])));
        call.resume();
      });
    expect(await statusOf('localhost:8082')).toBe(200);
    expect(await statusOf('evil.example')).toBe(421);
    session.close();
  });

  it('supports HTTP/2', async () => {
    const session = connect(platform.baseUrl, { ca: cert, servername: 'localhost' });
    const stream = session.request({ ':path': '/artifactory/api/system/ping' });
    const headers = new Promise((resolve) => stream.once('response', resolve));
    expect(await text(stream)).toBe('OK');
    expect(await headers).toMatchObject({ ':status': 200, ...guards });
    session.close();
  });

  it('supports HTTP/1.1 for older clients, including sign-in', async () => {
    const answer = await new Promise<{ status: number | undefined; cookie: string }>((resolve, reject) => {
      const call = request(
        `${platform.baseUrl}/ui/api/v1/ui/auth/login`,
        {
          method: 'POST',
          ca: cert,
          servername: 'localhost',
          headers: { 'content-type': 'application/json' },
        },
        (response) => {
          response.resume();
          resolve({ status: response.statusCode, cookie: response.headers['set-cookie']?.[0] ?? '' });
        },
      );
      call.once('error', reject).end(JSON.stringify({ user: 'admin', password: platform.adminPassword }));
    });
    expect(answer.status).toBe(200);
    expect(answer.cookie).toMatch(/^__Host-lading=[\w-]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  });

  it('stops although a connection is open', async () => {
    const other = await testPlatform({
      env: { LADING_TLS_CERT: join(folder, 'cert.pem'), LADING_TLS_KEY: join(folder, 'key.pem') },
      listen: true,
    });
    const session = connect(other.baseUrl, { ca: cert, servername: 'localhost' });
    await text(session.request({ ':path': '/artifactory/api/system/ping' }));
    const closed = new Promise((resolve) => session.once('close', resolve));
    await other.close();
    await closed;
  });
});
