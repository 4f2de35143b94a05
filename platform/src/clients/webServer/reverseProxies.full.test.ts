import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { WebServerPreview } from '@lading/contract/rest';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { writeLayout } from '../../formats/oci/testing/ociLayout.ts';
import { hasProgram, RealClient } from '../../formats/oci/testing/RealClient.ts';
import { type ConnectProxy, connectProxy } from '../../outgoing/testing/connectProxy.ts';
import { selfSigned } from '../../secrets/selfSigned.ts';
import { freePort } from '../../testing/serverProcess.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { hasClient } from '../testing/clients.ts';
import { programs, RealWebServer } from '../testing/RealWebServer.ts';

const name = 'packages.example.org';
const run = promisify(execFile);
const types = ['NGINX', 'APACHE', 'HAPROXY'] as const;
const methods = ['REPOPATHPREFIX', 'SUBDOMAIN', 'PORTPERREPO', 'NOVALUE'] as const;

describe.each(types)('the configuration of %s', (type) => {
  const there = hasClient(programs[type].program, programs[type].install);
  let port: number;
  let dockerPort: number;
  let platform: TestPlatform;
  let client: RealClient;
  let web: RealWebServer;
  /** Replaces DNS: a proxy for the clients. */
  let names: ConnectProxy;
  beforeAll(async () => {
    if (!there) return;
    port = await freePort();
    dockerPort = await freePort();
    platform = await testPlatform({
      listen: true,
      env: { LADING_PUBLIC_URL: `http://${name}:${port}`, LADING_TRUSTED_PROXIES: '127.0.0.1' },
    });
    const docker = `docker-local.${name}:${port}`;
    names = await connectProxy({
      known: { [`${name}:${port}`]: port, [`${name}:${dockerPort}`]: dockerPort, [docker]: port },
    });
    client = await RealClient.start();
    web = await RealWebServer.in(type);
    const { cert, key } = selfSigned('ec', { name });
    await writeFile(join(web.folder, 'packages.pem'), `${cert}${key}`);
    await writeFile(join(web.folder, 'packages.key'), key);
  });
  afterAll(async () => {
    names?.close();
    await web?.close();
    await client?.close();
    await platform?.close();
  });

  const configurationOf = async (more: object) => {
    const answer = await platform.app.inject({
      method: 'POST',
      url: '/artifactory/api/system/configuration/webServer/preview',
      headers: { authorization: platform.adminAuth },
      payload: {
        ...{ webServerType: type, serverName: name, useHttp: true, useHttps: false, httpPort: port },
        backendPort: Number(new URL(platform.baseUrl).port),
        reverseProxyRepositories: [{ repoRef: 'docker-local', port: dockerPort }],
        ...more,
      },
    });
    expect(answer.statusCode).toBe(200);
    return answer.json<WebServerPreview>().configuration;
  };

  it.runIf(there)('is valid for http and https, with each Docker method [prox-02]', async () => {
    const tls = {
      sslKey: join(web.folder, 'packages.key'),
      sslCertificate: join(web.folder, 'packages.pem'),
    };
    for (const dockerReverseProxyMethod of methods)
      for (const secure of [
        {},
        { ...tls, useHttps: true, httpsPort: 8443 },
        { ...tls, useHttps: true, useHttp: false },
      ])
        expect(await web.check(await configurationOf({ dockerReverseProxyMethod, ...secure }))).toBe('');
  });

  const push = async (image: string) => {
    const env = [`http_proxy=http://127.0.0.1:${names.port}`];
    const credentials = `--dest-creds=admin:${platform.adminPassword}`;
    const args = ['--dest-tls-verify=false', credentials, `oci:${client.home}/image`, `docker://${image}`];
    const { code, stderr } = await client.run('env', ...env, 'skopeo', 'copy', ...args);
    expect([code, stderr]).toEqual([0, expect.any(String)]);
  };
  // Also after a failed step.
  afterEach(() => web?.stop());
  const tags = async (image: string) =>
    (
      await platform.app.inject({
        url: `/v2/${image}/tags/list`,
        headers: { authorization: platform.adminAuth },
      })
    ).json();

  it.runIf(there && hasProgram('skopeo'))(
    'passes images by path, by host name, and by port [prox-02]',
    async () => {
      await writeLayout(join(client.home, 'image'), { 'etc/motd': 'hello' }, {});
      await web.start(await configurationOf({ dockerReverseProxyMethod: 'SUBDOMAIN' }), port);
      await push(`${name}:${port}/docker-local/by-path:1`);
      await push(`docker-local.${name}:${port}/by-name:1`);
      await web.stop();
      await web.start(await configurationOf({ dockerReverseProxyMethod: 'PORTPERREPO' }), dockerPort);
      await push(`${name}:${dockerPort}/team/by-port:1`);
      await web.stop();
      for (const image of ['by-path', 'by-name', 'team/by-port'])
        expect(await tags(`docker-local/${image}`)).toMatchObject({ tags: ['1'] });
    },
  );

  it.runIf(there)(
    'passes packages whose names contain %2F, and downloads of any size [prox-02]',
    async () => {
      await web.start(await configurationOf({}), port);
      const folder = join(web.folder, 'package');
      await mkdir(folder);
      await writeFile(
        join(folder, 'package.json'),
        JSON.stringify({ name: '@crew/sextant', version: '1.0.0' }),
      );
      await writeFile(join(folder, 'index.js'), `exports.text = '${'x'.repeat(3_000_000)}';\n`);
      const registry = `//${name}:${port}/artifactory/api/npm/npm-local/`;
      await writeFile(
        join(folder, '.npmrc'),
        `registry=http:${registry}\n${registry}:_auth=${platform.adminAuth.slice('Basic '.length)}\nproxy=http://127.0.0.1:${names.port}\n`,
      );
      // The client's log must not be part of the package: it grows while the package is packed.
      await writeFile(join(folder, '.npmignore'), '.npm\n');
      const options = { cwd: folder, env: { PATH: process.env.PATH, HOME: folder } };
      await run('npm', ['publish'], options);
      const { stdout } = await run('npm', ['view', '@crew/sextant', 'dist.tarball'], options);
      expect(stdout.trim()).toMatch(new RegExp(`^http:${registry.replaceAll('.', '\\.')}@crew/sextant/-/`));
      await mkdir(join(folder, 'app'));
      await run('npm', ['install', '@crew/sextant', '--prefix', 'app', '--no-audit', '--no-fund'], options);
      await web.stop();
    },
  );
});
