import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasClient } from '../../clients/testing/clients.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';

const program = 'squid';
/** Below the ports that Linux assigns to connections. */
const port = 10_000 + (process.pid % 8000);
const upstream = createServer(({ url }, response) => void response.end(`file at ${url}`));
let platform: TestPlatform;
let squid: ChildProcess;
let folder: string;

/**
 * Starts Squid with Basic authentication. It resolves a name of the upstream that this machine does
 * not know.
 */
async function startSquid(): Promise<ChildProcess> {
  const { port: target } = upstream.address() as AddressInfo;
  const line = execFileSync('openssl', ['passwd', '-apr1', 'secret'], { encoding: 'utf8' }).trim();
  await writeFile(join(folder, 'passwd'), `me:${line}\n`);
  await writeFile(join(folder, 'hosts'), '127.0.0.1 packages.example.org\n');
  await writeFile(
    join(folder, 'squid.conf'),
    [
      `http_port 127.0.0.1:${port}`,
      `pid_filename ${folder}/squid.pid`,
      `access_log stdio:${folder}/access.log`,
      `cache_log ${folder}/cache.log`,
      `coredump_dir ${folder}`,
      'cache deny all',
      `hosts_file ${folder}/hosts`,
      `auth_param basic program /usr/lib/squid/basic_ncsa_auth ${folder}/passwd`,
      'acl known proxy_auth REQUIRED',
      `acl target port ${target}`,
      'http_access deny !known',
      'http_access allow target',
      'http_access deny all',
      'shutdown_lifetime 0 seconds',
      'memory_cache_shared off',
      // Makes Squid drop root privileges.
      ...(process.getuid?.() === 0 ? ['cache_effective_user proxy'] : []),
    ].join('\n'),
  );
  const child = spawn(program, ['-N', '-n', `lading${port}`, '-f', join(folder, 'squid.conf')], {
    stdio: 'ignore',
  });
  await vi.waitFor(
    () =>
      new Promise<void>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.destroy();
          resolve();
        }).on('error', reject);
      }),
    { timeout: 30_000, interval: 200 },
  );
  return child;
}

describe.runIf(hasClient(program, 'apt-get install squid'))('a remote repository behind Squid', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lading-squid-'));
    await chmod(folder, 0o777);
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    squid = await startSquid();
    platform = await testPlatform();
  });
  afterAll(async () => {
    if (squid?.kill()) await once(squid, 'exit');
    upstream.close();
    await platform?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
    platform.app.inject({
      method,
      url,
      headers: { authorization: platform.adminAuth },
      ...(payload ? { payload } : {}),
    });
  const proxy = { key: 'squid', host: '127.0.0.1', port, username: 'me', resolvesNames: true };
  const test = async (change: object, url: string) =>
    (await call('POST', '/ui/api/v1/ui/proxies/test', { proxy: { ...proxy, ...change }, url })).json();
  const address = () => `http://packages.example.org:${(upstream.address() as AddressInfo).port}`;

  it('downloads its files, and the test distinguishes the failures [prox-01]', async () => {
    const password = 'secret';
    expect(await test({ password }, address())).toMatchObject({ outcome: 'ok', status: 200 });
    expect(await test({ password: 'wrong' }, address())).toMatchObject({ outcome: 'proxy-credentials' });
    const secure = address().replace('http:', 'https:');
    expect(await test({ password: 'wrong' }, secure)).toMatchObject({ outcome: 'proxy-credentials' });
    expect(await test({ password }, 'https://elsewhere.example.org/')).toMatchObject({
      outcome: 'target-denied',
    });
    await call('POST', '/ui/api/v1/ui/proxies/crud', { ...proxy, password });
    await platform.createRepository('behind', {
      rclass: 'remote',
      packageType: 'generic',
      url: `${address()}/files`,
      proxy: 'squid',
    });
    const file = await call('GET', '/artifactory/behind/a.txt');
    expect([file.statusCode, file.body]).toEqual([200, 'file at /files/a.txt']);
  });
});
