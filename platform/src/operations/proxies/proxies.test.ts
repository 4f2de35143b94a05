import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProxyDetails, ProxyTest } from '@lading/contract/rest';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectProxy } from '../../outgoing/testing/connectProxy.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';

const url = '/ui/api/v1/ui/proxies';
let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
});
afterAll(() => platform.close());

const call = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) =>
  platform.app.inject({
    method,
    url: `${url}${path}`,
    headers: { authorization: platform.adminAuth },
    ...(payload ? { payload } : {}),
  });
const corporate = {
  host: 'proxy.example.org',
  port: 3128,
  username: 'lading',
  password: 'a secret of the proxy',
  noProxy: ['example.org', '10.0.0.0/8'],
};
const errorOf = (answer: { json: () => { errors: [{ code: string; message: string }] } }) =>
  answer.json().errors[0];

describe('outgoing proxies', () => {
  it('are created, listed, changed, and deleted, and never return their password [prox-01]', async () => {
    const made = await call('POST', '/crud', { key: 'corporate', ...corporate });
    expect(made.statusCode).toBe(201);
    const { password, ...rest } = corporate;
    const shown = {
      ...{ key: 'corporate', ...rest, hasPassword: true },
      ...{ platformDefault: false, services: [], resolvesNames: false, usedBy: [] },
    };
    expect(made.json()).toEqual(shown);
    expect((await call('GET', '/crud')).json()).toEqual([shown]);
    const { username: _user, ...changed } = { ...rest, resolvesNames: true };
    expect((await call('PUT', '/crud/corporate', { ...changed, username: 'lading' })).json()).toEqual({
      ...shown,
      resolvesNames: true,
    });
    expect((await call('GET', '/crud/corporate')).body).not.toContain(password);
    expect(errorOf(await call('POST', '/crud', { key: 'corporate', ...corporate })).code).toBe(
      'PROXY_EXISTS',
    );
    expect((await call('GET', '/proxyKeys')).json()).toEqual({ proxyKeys: ['corporate'] });
    expect((await call('POST', '/deleteProxies', { proxyKeys: ['corporate'] })).statusCode).toBe(204);
    expect((await call('GET', '/crud')).json()).toEqual([]);
    expect(errorOf(await call('GET', '/crud/corporate')).code).toBe('PROXY_NOT_FOUND');
  });

  it('send a password only to the host, port, and user for which it was entered', async () => {
    await call('POST', '/crud', { key: 'moving', ...corporate });
    const { password: _password, ...kept } = corporate;
    for (const change of [{ host: 'evil.example.org' }, { port: 8080 }, { username: 'other' }]) {
      const answer = await call('PUT', '/crud/moving', { ...kept, ...change });
      expect([answer.statusCode, errorOf(answer).code]).toEqual([400, 'BAD_PROXY_PASSWORD']);
    }
    const without = await call('PUT', '/crud/moving', { ...kept, host: 'other.example.org', password: '' });
    expect(without.json()).toMatchObject({ host: 'other.example.org', hasPassword: false });
  });

  it('have a version in the answer to a change, on which the next one can be based [adm-01]', async () => {
    await call('POST', '/crud', { key: 'versioned', ...corporate });
    const { etag } = (await call('PUT', '/crud/versioned', { ...corporate, port: 8080 })).headers;
    expect(etag).toBeTruthy();
    expect((await call('GET', '/crud/versioned')).headers.etag).toBe(etag);
  });

  it('are the default of a service one at a time', async () => {
    const proxy = { host: '192.0.2.1', port: 3128 };
    await call('POST', '/crud', {
      key: 'first',
      ...proxy,
      platformDefault: true,
      services: ['webhooks', 'identity'],
    });
    await call('POST', '/crud', { key: 'second', ...proxy, platformDefault: true, services: ['webhooks'] });
    expect((await call('GET', '/crud/first')).json<ProxyDetails>()).toMatchObject({
      platformDefault: false,
      services: ['identity'],
    });
    expect((await call('GET', '/proxyKeys')).json()).toMatchObject({ defaultProxy: 'second' });
  });

  it.each([
    [{ host: 'http://proxy' }, 'body/host'],
    [{ host: 'a b' }, 'body/host'],
    [{ port: 0 }, 'body/port'],
    [{ username: 'a:b' }, 'body/username'],
    [{ noProxy: ['10.0.0.0/33'] }, '10.0.0.0/33'],
    [{ noProxy: ['a*b'] }, 'a*b'],
    [{ noProxy: ['a b'] }, 'body/noProxy/0'],
    [{ services: ['other'] }, 'body/services/0'],
    [{ key: '1st' }, 'body/key'],
    [{ username: '' }, 'A password needs a user name'],
  ])('reject %j', async (change, message) => {
    const answer = await call('POST', '/crud', { key: 'invalid', ...corporate, ...change });
    expect(answer.statusCode).toBe(400);
    expect(errorOf(answer).message).toContain(message);
  });
});

describe('the test of a proxy', () => {
  const closing: (() => void)[] = [];
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });
  const proxyTo = async (options: Parameters<typeof connectProxy>[0]) => {
    const proxy = await connectProxy(options);
    closing.push(() => proxy.close());
    return { key: 'tested', host: '127.0.0.1', port: proxy.port, resolvesNames: true };
  };
  const target = async (status: number) => {
    const server = createServer((_request, response) => response.writeHead(status).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => server.close());
    return (server.address() as AddressInfo).port;
  };
  const outcome = async (proxy: object, url = 'http://packages.example.org/') =>
    (await call('POST', '/test', { proxy, url })).json<ProxyTest>();

  it('distinguishes errors of the connection to the proxy, of the proxy, and of the server [prox-01]', async () => {
    const known = { 'packages.example.org:80': await target(200) };
    const credentials = { username: 'me', password: 'secret' };
    const proxy = await proxyTo({ known, credentials: 'me:secret' });
    expect(await outcome({ ...proxy, ...credentials })).toMatchObject({
      outcome: 'ok',
      status: 200,
      milliseconds: expect.any(Number),
    });
    expect(await outcome(proxy)).toMatchObject({
      outcome: 'proxy-credentials',
      message: 'Proxy tested requires a user name and password (407)',
    });
    const rejecting = await proxyTo({ known: { 'packages.example.org:80': await target(403) } });
    expect(await outcome(rejecting)).toMatchObject({ outcome: 'target-rejected', status: 403 });
    const https = 'https://packages.example.org/';
    expect(await outcome(rejecting, https)).toMatchObject({ outcome: 'target-unreachable' });
    expect(await outcome(await proxyTo({ denies: 403 }), https)).toMatchObject({ outcome: 'target-denied' });
    const gone = await proxyTo({});
    for (const close of closing.splice(0)) close();
    expect(await outcome(gone)).toMatchObject({ outcome: 'proxy-unreachable' });
    expect(await outcome(gone, 'http://10.0.0.1/')).toMatchObject({ outcome: 'not-allowed' });
    expect(await outcome({ ...gone, noProxy: ['example.org'] })).toMatchObject({ outcome: 'direct' });
    expect((await call('POST', '/test', { proxy: gone, url: 'ftp://example.org/' })).statusCode).toBe(400);
  });

  it('uses the saved password', async () => {
    const known = { 'packages.example.org:80': await target(200) };
    const proxy = { ...(await proxyTo({ known, credentials: 'me:secret' })), username: 'me' };
    await call('POST', '/crud', { ...proxy, password: 'secret' });
    expect(await outcome(proxy)).toMatchObject({ outcome: 'ok' });
    const elsewhere = await call('POST', '/test', {
      proxy: { ...proxy, port: 1 },
      url: 'http://example.org/',
    });
    expect(errorOf(elsewhere).code).toBe('BAD_PROXY_PASSWORD');
  });
});
