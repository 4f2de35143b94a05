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

describe('the reverse proxy of this server', () => {
  it('is configured by an administrator, and shown to users who set up a client [call-01] [prox-02]', async () => {
    expect((await call('GET')).json().errors[0].code).toBe('NO_WEB_SERVER');
    const described = {
      ...nginx,
      key: 'nginx',
      dockerReverseProxyMethod: 'REPOPATHPREFIX',
      httpPort: 80,
      sslCertificate: '',
      backendHost: '127.0.0.1',
      backendPort: expect.any(Number),
      reverseProxyRepositories: [],
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
    [{ ...nginx, sslKey: '/a b' }, "'sslKey'", 'absolute path'],
    [{ ...nginx, sslKey: '/a;include /etc/passwd' }, "'sslKey'", 'absolute path'],
    [{ ...nginx, sslCertificate: '/a\n}' }, "'sslCertificate'", 'absolute path'],
    [{ ...nginx, sslCertificate: 'a.pem' }, "'sslCertificate'", 'absolute path'],
    [{ ...nginx, backendHost: '127.0.0.1;' }, "'backendHost'", 'a host name'],
    [{ ...nginx, useHttp: true, httpPort: 8443 }, "'httpsPort'", 'port 8443 is that of HTTP'],
    [
      { ...nginx, reverseProxyRepositories: [{ repoRef: 'npm-local', port: 5000 }] },
      "'reverseProxyRepositories.0.repoRef'",
      'not a Docker repository',
    ],
    [
      { ...nginx, reverseProxyRepositories: [{ repoRef: 'docker-local', port: 8443 }] },
      "'reverseProxyRepositories.0.port'",
      'port 8443 is that of HTTPS',
    ],
    [{ ...nginx, surprise: 1 }, "'surprise'", 'unknown field'],
    [[], "'webServerType'", 'the field is missing'],
  ])('refuses %j, naming %s', async (payload, field, expected) => {
    const answer = await call('POST', payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors[0].message).toContain(field);
    expect(answer.json().errors[0].message).toContain(expected);
  });

  it('requires an administrator', async () => {
    const rosa = await signIn(platform.app, 'rosa', password);
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      expect((await rosa.inject({ method, url })).statusCode).toBe(403);
      expect((await platform.app.inject({ method, url })).statusCode).toBe(401);
    }
  });

  it('has a host name or a port for each Docker repository that the caller can read [prox-02]', async () => {
    await platform.createRepository('team.images', { rclass: 'local', packageType: 'docker' });
    const ports = [{ repoRef: 'team.images', port: 5001 }];
    await call('POST', {
      ...nginx,
      dockerReverseProxyMethod: 'PORTPERREPO',
      reverseProxyRepositories: ports,
    });
    expect((await call('GET', undefined, proxyData)).json().reverseProxyRepositories).toEqual([
      { repoRef: 'team.images', serverName: 'packages.example.org', port: 5001 },
    ]);
    await call('POST', { ...nginx, dockerReverseProxyMethod: 'SUBDOMAIN' });
    expect((await call('GET', undefined, proxyData)).json().reverseProxyRepositories).toContainEqual({
      repoRef: 'team.images',
      serverName: 'team.images.packages.example.org',
      port: 8443,
    });
    await withStorage(platform.storage, () => createUser('stranger', { password, groups: [] }));
    const stranger = await signIn(platform.app, 'stranger', password);
    const seen = (await stranger.inject({ method: 'GET', url: proxyData })).json();
    expect(seen).toMatchObject({ dockerReverseProxyMethod: 'SUBDOMAIN', reverseProxyRepositories: [] });
  });

  it.each([
    ['NGINX', 'server_name packages.example.org;'],
    ['APACHE', 'ServerName packages.example.org'],
    ['HAPROXY', 'bind :8443 ssl crt /etc/ssl/packages.example.org.pem'],
    ['DIRECT', 'LADING_PUBLIC_URL=https://packages.example.org:8443'],
  ])('has a configuration for %s, even before it is saved [prox-02]', async (webServerType, line) => {
    const preview = await call('POST', { ...nginx, webServerType }, `${url}/preview`);
    expect([preview.statusCode, preview.json().configuration]).toEqual([200, expect.stringContaining(line)]);
    if (webServerType === 'DIRECT') return;
    await call('POST', nginx);
    const saved = await call(
      'GET',
      undefined,
      `${url.replace('webServer', 'reverseProxy')}/${webServerType.toLowerCase()}`,
    );
    expect(saved.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(saved.body).toBe(preview.json().configuration);
  });
});
