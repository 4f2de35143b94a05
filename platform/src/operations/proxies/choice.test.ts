import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withStorage } from '../../database/db.ts';
import { outgoing } from '../../outgoing/outgoing.ts';
import { type ConnectProxy, connectProxy } from '../../outgoing/testing/connectProxy.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';

const upstream = 'http://packages.example.org';
const proxies: Record<string, ConnectProxy> = {};
const server = createServer(({ url }, response) => void response.end(`file at ${url}`));
let platform: TestPlatform;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const known = { 'packages.example.org:80': port, '198.18.0.1:80': port };
  for (const key of ['named', 'service', 'standard', 'environment'])
    proxies[key] = await connectProxy({ known, ...(key === 'named' ? { credentials: 'me:secret' } : {}) });
  platform = await testPlatform({
    env: {
      HTTP_PROXY: `http://127.0.0.1:${proxies.environment?.port}`,
      NO_PROXY: '198.18.0.2',
      LADING_ALLOWED_NETWORKS: '198.18.0.0/15',
    },
  });
});
afterAll(async () => {
  await platform.close();
  for (const proxy of Object.values(proxies)) proxy.close();
  server.close();
});

const call = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  platform.app.inject({
    method,
    url,
    headers: { authorization: platform.adminAuth },
    ...(payload ? { payload } : {}),
  });
const crud = '/ui/api/v1/ui/proxies/crud';
const add = (key: string, more: object = {}) =>
  call('POST', crud, { key, host: '127.0.0.1', port: proxies[key]?.port, resolvesNames: true, ...more });

/** Returns the proxies that received the request for the file. */
async function proxiesFor(repo: string, file: string): Promise<[number, string[]]> {
  const { statusCode } = await call('GET', `/artifactory/${repo}/${file}`);
  const used = Object.entries(proxies).filter(([, { asked }]) => asked.some((line) => line.endsWith(file)));
  return [statusCode, used.map(([key]) => key)];
}

describe('the proxy of a remote repository', () => {
  const remote = { rclass: 'remote', packageType: 'generic', url: `${upstream}/files` };

  it('is the selected one, the default of the service, or that of the platform [prox-01]', async () => {
    await add('named', { username: 'me', password: 'secret' });
    await add('standard', { platformDefault: true });
    await platform.createRepository('by-default', remote);
    await platform.createRepository('by-name', { ...remote, proxy: 'named' });
    expect(await proxiesFor('by-default', 'a.txt')).toEqual([200, ['standard']]);
    await add('service', { services: ['repositories'] });
    expect(await proxiesFor('by-default', 'b.txt')).toEqual([200, ['service']]);
    expect(await proxiesFor('by-name', 'c.txt')).toEqual([200, ['named']]);
    expect((await call('GET', '/artifactory/by-name/c.txt')).body).toBe('file at /files/c.txt');
  });

  it('cannot be deleted while it is used, and the error names the repository [prox-01]', async () => {
    const answer = await call('POST', '/ui/api/v1/ui/proxies/deleteProxies', {
      proxyKeys: ['service', 'named'],
    });
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
      409,
      'Proxy named is in use by repository by-name. Select another proxy there first',
    ]);
    expect((await call('GET', `${crud}/named`)).json()).toMatchObject({
      usedBy: [{ kind: 'repository', name: 'by-name' }],
    });
    expect((await call('GET', `${crud}/service`)).statusCode).toBe(200);
  });

  it('is not used if the repository disables it, or the proxy excludes its host', async () => {
    const url = 'http://198.18.0.1/files';
    await platform.createRepository('direct', {
      ...remote,
      url,
      disableProxy: true,
      socketTimeoutMillis: 200,
    });
    expect(await proxiesFor('direct', 'd.txt')).toEqual([expect.any(Number), []]);
    await call('PUT', `${crud}/named`, {
      ...{ host: '127.0.0.1', port: proxies.named?.port, username: 'me' },
      ...{ resolvesNames: true, noProxy: ['198.18.0.0/15'] },
    });
    await platform.createRepository('excluded', { ...remote, url, proxy: 'named', socketTimeoutMillis: 200 });
    expect(await proxiesFor('excluded', 'e.txt')).toEqual([expect.any(Number), []]);
  });

  it('must exist; administrators see why it fails, but other users do not', async () => {
    const unknown = await call('PUT', '/artifactory/api/repositories/x', { ...remote, proxy: 'nowhere' });
    expect([unknown.statusCode, unknown.json().errors[0].message]).toEqual([
      400,
      'Repository x: proxy "nowhere" not found. Create it first, or select another one',
    ]);
    await call('PUT', `${crud}/named`, { host: '127.0.0.1', port: proxies.named?.port, resolvesNames: true });
    const test = await call('POST', '/artifactory/api/repositories/by-name/test', {});
    expect(test.json()).toMatchObject({
      ok: false,
      message: expect.stringContaining('Proxy named requires a user name and password (407)'),
    });
    const file = await call('GET', '/artifactory/by-name/f.txt');
    expect([file.statusCode, file.json().errors[0].message]).toEqual([
      502,
      'The upstream of by-name cannot be reached through its proxy',
    ]);
  });
});

describe('the proxy of a service', () => {
  it('is used for identity providers [prox-01]', async () => {
    const fields = { host: '127.0.0.1', port: proxies.service?.port, resolvesNames: true };
    await call('PUT', `${crud}/service`, { ...fields, services: ['identity'] });
    const loginUrl = `${upstream}/saml/login`;
    const provider = {
      ...{ name: 'idp', enabled: false, displayName: '', idpEntityId: 'x', loginUrl, logoutUrl: '' },
      ...{ certificates: ['x'], entityId: 'x', userNameAttribute: '', emailAttribute: '' },
      ...{ groupsAttribute: '', createUsers: false, linkExisting: false, signRequests: false },
    };
    const answer = await call('POST', '/access/api/v1/saml/providers/test', provider);
    const said = { ok: true, message: `${loginUrl} returned 200` };
    expect(answer.json().steps).toContainEqual(expect.objectContaining(said));
    expect(proxies.service?.asked.at(-1)).toBe(`GET ${loginUrl}`);
  });
});

describe('the proxy of the environment', () => {
  it('is used if none is configured, except for NO_PROXY', async () => {
    await call('POST', '/ui/api/v1/ui/proxies/deleteProxies', { proxyKeys: ['service', 'standard'] });
    const request = (url: string) =>
      withStorage(platform.storage, () => outgoing().request(url, { connectTimeout: 300 }));
    expect((await (await request('http://198.18.0.1/env')).bytes()).toString()).toBe('file at /env');
    expect(proxies.environment?.asked).toEqual(['CONNECT 198.18.0.1:80']);
    await request('http://198.18.0.2/').catch(() => undefined);
    await expect(request('http://10.0.0.1/')).rejects.toThrow('is on a private network');
    expect(proxies.environment?.asked).toHaveLength(1);
  });
});
