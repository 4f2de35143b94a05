import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../../access/users.ts';
import { withStorage } from '../../database/db.ts';
import { signIn } from '../../testing/signIn.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';

const url = '/artifactory/api/system/configuration/webServer';
const proxyData = '/ui/api/v1/ui/setMeUp/reverseProxyData';
const password = 'an old tune of the sea';
const nginx = {
  webServerType: 'NGINX',
  serverName: 'packages.example.org',
  useHttp: false,
  useHttps: true,
  httpsPort: 8443,
  sslKey: '/etc/ssl/key.pem',
};

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
  await withStorage(platform.storage, () => createUser('rosa', { password }));
});
afterAll(() => platform.close());

const call = (method: 'GET' | 'POST' | 'DELETE', payload?: object, to = url) =>
  platform.app.inject({
    method,
    url: to,
    headers: { authorization: platform.adminAuth },
    ...(payload ? { payload } : {}),
  });

describe('the web server before this one', () => {
  it('is described by an administrator, and told to those who set up a client [call-01]', async () => {
    expect((await call('GET')).json().errors[0].code).toBe('NO_WEB_SERVER');
    const described = {
      ...nginx,
      key: 'nginx',
      dockerReverseProxyMethod: 'REPOPATHPREFIX',
      httpPort: 80,
      sslCertificate: '',
    };
    expect((await call('POST', nginx)).json()).toEqual(described);
    expect((await call('GET')).json()).toEqual(described);
    expect((await call('GET', undefined, proxyData)).json()).toEqual({
      serverName: 'packages.example.org',
      dockerReverseProxyMethod: 'REPOPATHPREFIX',
      reverseProxyRepositories: [],
      useHttp: false,
      useHttps: true,
      httpPort: 80,
      httpsPort: 8443,
    });
    expect((await call('DELETE')).statusCode).toBe(204);
    expect((await call('GET')).statusCode).toBe(404);
    expect((await call('GET', undefined, proxyData)).json()).toMatchObject({ useHttps: false });
  });

  it.each([
    [{ ...nginx, serverName: 'https://packages.example.org' }, "'serverName'", 'without scheme and port'],
    [{ ...nginx, serverName: '' }, "'serverName'", 'a host name'],
    [{ ...nginx, httpsPort: 70_000 }, "'httpsPort'", '65535'],
    [{ ...nginx, webServerType: 'IIS' }, "'webServerType'", 'NGINX'],
    [{ ...nginx, useHttps: false }, "'body'", 'useHttp, useHttps or both'],
    [{ ...nginx, surprise: 1 }, "'surprise'", ''],
    [[], "'webServerType'", ''],
  ])('refuses %j, naming %s', async (payload, field, expected) => {
    const answer = await call('POST', payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors[0].message).toContain(field);
    expect(answer.json().errors[0].message).toContain(expected);
  });

  it('is for administrators', async () => {
    const rosa = await signIn(platform.app, 'rosa', password);
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      expect((await rosa.inject({ method, url })).statusCode).toBe(403);
      expect((await platform.app.inject({ method, url })).statusCode).toBe(401);
    }
  });
});
