import { createHash, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { type StubFiles, stubFiles } from './testing/stubFiles.ts';

let upstream: StubFiles;
let platform: TestPlatform;
beforeAll(async () => {
  upstream = await stubFiles();
  platform = await testPlatform({ listen: true, env: { LADING_ALLOWED_NETWORKS: '127.0.0.0/8' } });
});
afterAll(async () => {
  await platform?.close();
  await upstream?.stop();
});
afterEach(() => {
  upstream.fault = undefined;
  upstream.headers = {};
  upstream.requests.length = 0;
});

async function call(method: string, path: string, options: { body?: string; headers?: object } = {}) {
  const response = await fetch(`${platform.baseUrl}${path}`, {
    method,
    headers: { authorization: platform.adminAuth, ...options.headers },
    ...(options.body === undefined ? {} : { body: options.body }),
  });
  const text = await response.text();
  const message = text.startsWith('{"errors"') ? JSON.parse(text).errors[0].message : undefined;
  return { status: response.status, headers: response.headers, text, message };
}
const get = (path: string, headers: object = {}) => call('GET', `/artifactory/${path}`, { headers });

async function repository(key: string, configuration: object) {
  const body = JSON.stringify({ packageType: 'generic', ...configuration });
  const headers = { 'content-type': 'application/json' };
  return call('PUT', `/artifactory/api/repositories/${key}`, { body, headers });
}
/** Creates a remote for one test, with independent upstream failures and cache age. */
async function remote(key: string, options: object = {}) {
  const patience = { retrievalCachePeriodSecs: 0, socketTimeoutMillis: 300 };
  const made = await repository(key, { rclass: 'remote', url: upstream.url, ...patience, ...options });
  expect(made.status).toBe(201);
}

describe('a generic remote repository', () => {
  it('downloads a file once, caches it, and serves it with its checksums', async () => {
    upstream.files.set('tools/jq-1.7.1-linux', 'the jq');
    await remote('far', { retrievalCachePeriodSecs: 900 });
    const first = await get('far/tools/jq-1.7.1-linux');
    expect([first.status, first.text]).toEqual([200, 'the jq']);
    expect(first.headers.get('x-checksum-sha256')).toBe(createHash('sha256').update('the jq').digest('hex'));
    expect(first.headers.get('content-security-policy')).toContain('sandbox');
    const head = await call('HEAD', '/artifactory/far/tools/jq-1.7.1-linux');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '6']);
    const part = await get('far/tools/jq-1.7.1-linux', { range: 'bytes=4-5' });
    expect([part.status, part.text]).toEqual([206, 'jq']);
    expect(
      (await get('far/tools/jq-1.7.1-linux', { 'if-none-match': first.headers.get('etag') })).status,
    ).toBe(304);
    expect(upstream.requests).toEqual(['GET /tools/jq-1.7.1-linux']);
    const info = await call('GET', '/artifactory/api/storage/far/tools/jq-1.7.1-linux');
    expect(JSON.parse(info.text)).toMatchObject({ createdBy: 'system', size: '6' });
  });

  it('serves ranges and HEAD of the first request from the complete file', async () => {
    upstream.files.set('new.bin', '0123456789');
    upstream.files.set('newer.bin', '0123456789');
    await remote('parts');
    expect((await get('parts/new.bin', { range: 'bytes=2-4' })).text).toBe('234');
    const head = await call('HEAD', '/artifactory/parts/newer.bin');
    expect([head.status, head.headers.get('content-length'), head.text]).toEqual([200, '10', '']);
    expect(head.headers.get('x-checksum-md5')).toBe(createHash('md5').update('0123456789').digest('hex'));
  });

  it('streams large files while they are downloaded, once for all clients', async () => {
    const large = randomBytes(3_000_000);
    upstream.files.set('large file+1.iso', large);
    await remote('crowd', { retrievalCachePeriodSecs: 900 });
    const ask = async () => {
      const answer = await fetch(`${platform.baseUrl}/artifactory/crowd/large%20file%2B1.iso`, {
        headers: { authorization: platform.adminAuth },
      });
      return Buffer.from(await answer.arrayBuffer());
    };
    const all = await Promise.all(Array.from({ length: 8 }, ask));
    expect(all.every((bytes) => bytes.equals(large))).toBe(true);
    expect((await ask()).equals(large)).toBe(true);
    expect(upstream.requests).toEqual(['GET /large%20file%2B1.iso']);
  });

  it('serves a large file completely to a stalled client, without blocking others', async () => {
    const large = randomBytes(48 * 1024 ** 2);
    upstream.files.set('slow/large.iso', large);
    await remote('patient', { retrievalCachePeriodSecs: 900 });
    const ask = () =>
      fetch(`${platform.baseUrl}/artifactory/patient/slow/large.iso`, {
        headers: { authorization: platform.adminAuth },
      });
    const slow = await ask();
    // Another client has read it completely, so that it is cached now.
    expect(Buffer.from(await (await ask()).arrayBuffer()).equals(large)).toBe(true);
    expect(Buffer.from(await slow.arrayBuffer()).equals(large)).toBe(true);
    expect(upstream.requests).toEqual(['GET /slow/large.iso']);
  });

  it('serves a changed large file immediately', async () => {
    await remote('large', { socketTimeoutMillis: 20_000 });
    upstream.files.set('changing.iso', randomBytes(12 * 1024 ** 2));
    await get('large/changing.iso');
    const changed = randomBytes(12 * 1024 ** 2);
    upstream.files.set('changing.iso', changed);
    const { headers } = await call('HEAD', '/artifactory/large/changing.iso');
    expect(headers.get('x-checksum-sha256')).toBe(createHash('sha256').update(changed).digest('hex'));
  });

  it('serves the cached file while a new one is downloading slowly, and other files concurrently', async () => {
    upstream.files.set('long.bin', 'old');
    upstream.files.set('other.txt', 'old');
    await remote('long', { socketTimeoutMillis: 20_000 });
    for (const path of ['long/long.bin', 'long/other.txt']) expect((await get(path)).text).toBe('old');
    let end = (): void => undefined;
    upstream.fault = (request, response) => {
      if (request.url !== '/long.bin') return response.end('new');
      response.writeHead(200, { 'content-length': 6 }).write('new');
      end = () => response.end('est');
    };
    expect((await get('long/long.bin')).text).toBe('old');
    expect((await get('long/other.txt')).text).toBe('new');
    upstream.fault = undefined;
    upstream.files.set('long.bin', 'newest');
    end();
    await expect.poll(async () => (await get('long/long.bin')).text).toBe('newest');
  });

  it('serves nothing from its previous upstream', async () => {
    const old = randomBytes(3_000_000);
    await remote('moved', {
      url: `${upstream.url}old/`,
      retrievalCachePeriodSecs: 900,
      missedRetrievalCachePeriodSecs: 900,
      socketTimeoutMillis: 20_000,
    });
    expect((await get('moved/only-there.txt')).status).toBe(404);
    let end = (): void => undefined;
    upstream.fault = (request, response) => {
      if (!request.url?.startsWith('/old/')) return response.end('of the new one');
      response.writeHead(200, { 'content-length': old.length }).write(old.subarray(0, 2_000_000));
      end = () => response.end(old.subarray(2_000_000));
    };
    const late = await fetch(`${platform.baseUrl}/artifactory/moved/large.bin`, {
      headers: { authorization: platform.adminAuth },
    });
    const changed = await call('POST', '/artifactory/api/repositories/moved', {
      body: JSON.stringify({ packageType: 'generic', rclass: 'remote', url: `${upstream.url}new/` }),
      headers: { 'content-type': 'application/json' },
    });
    expect(changed.status).toBe(200);
    expect((await get('moved/only-there.txt')).text).toBe('of the new one');
    expect((await get('moved/large.bin')).text).toBe('of the new one');
    end();
    await expect(late.arrayBuffer()).rejects.toThrow();
    expect((await get('moved/large.bin')).text).toBe('of the new one');
  });

  it('revalidates a file and downloads changes', async () => {
    upstream.files.set('latest.txt', 'one');
    await remote('changing');
    expect((await get('changing/latest.txt')).text).toBe('one');
    expect((await get('changing/latest.txt')).text).toBe('one');
    upstream.files.set('latest.txt', 'two');
    expect((await get('changing/latest.txt')).text).toBe('two');
    upstream.files.delete('latest.txt');
    expect((await get('changing/latest.txt')).text).toBe('two');
    expect(upstream.requests).toHaveLength(4);
  });

  it.each<[string, StubFiles['fault']]>([
    ['fails', (_request, response) => response.writeHead(503).end()],
    ['resets the connection', (request) => request.socket.destroy()],
    ['stays silent', () => undefined],
    ['breaks off', (_request, response) => response.writeHead(200, { 'content-length': 100 }).write('1')],
  ])('serves the cached file when the upstream %s', async (what, fault) => {
    const key = `kept-${what.replaceAll(' ', '-')}`;
    upstream.files.set('kept.txt', 'kept');
    await remote(key);
    await get(`${key}/kept.txt`);
    upstream.fault = fault;
    expect((await get(`${key}/kept.txt`)).text).toBe('kept');
    const asked = upstream.requests.length;
    expect((await get(`${key}/kept.txt`)).text).toBe('kept');
    // The upstream is not requested again immediately.
    expect(upstream.requests).toHaveLength(asked);
  });

  it.each<[string, StubFiles['fault'], number, string]>([
    ['fails', (_request, response) => response.writeHead(503).end(), 502, 'returned status 503'],
    [
      'resets the connection',
      (request) => request.socket.destroy(),
      502,
      'failed: the server closed the connection',
    ],
    ['stays silent', () => undefined, 504, 'timed out'],
    [
      'sends an unrequested encoding',
      (_request, response) => response.writeHead(200, { 'content-encoding': 'br' }).end('x'),
      502,
      'returned a body with the content encoding br',
    ],
    [
      'sends a wrong checksum',
      (_request, response) => response.writeHead(200, { 'x-checksum-md5': '0'.repeat(32) }).end('x'),
      502,
      'returned an invalid file',
    ],
  ])('reports the repository whose upstream %s', async (what, fault, status, said) => {
    const key = `bare-${what.replaceAll(' ', '-')}`;
    await remote(key);
    upstream.fault = fault;
    const answer = await get(`${key}/bare.txt`);
    expect([answer.status, answer.message]).toEqual([
      status,
      expect.stringContaining(`The upstream of ${key} ${said}`),
    ]);
    expect(answer.text).not.toContain('127.0.0.1');
    upstream.fault = undefined;
    upstream.files.set('bare.txt', 'there again');
    expect((await get(`${key}/bare.txt`)).text).toBe('there again');
  });

  it('reports an upstream outage, and recovers afterwards', async () => {
    upstream.files.set('down.txt', 'back');
    await remote('down');
    await upstream.stop();
    try {
      expect((await get('down/down.txt')).status).toBe(502);
    } finally {
      await upstream.start();
    }
    expect((await get('down/down.txt')).text).toBe('back');
  });

  it('caches for a short time that a file is missing', async () => {
    await remote('missing', { missedRetrievalCachePeriodSecs: 60 });
    await remote('missing-now', { missedRetrievalCachePeriodSecs: 0 });
    for (let time = 0; time < 2; time++) {
      for (const key of ['missing', 'missing-now']) {
        const answer = await get(`${key}/never.txt`);
        expect([answer.status, answer.message]).toEqual([404, `File never.txt not found in ${key}`]);
      }
    }
    expect(upstream.requests).toHaveLength(3);
  });

  it('does not cache a directory listing as a file', async () => {
    await remote('listed');
    upstream.fault = (request, response) =>
      request.url?.endsWith('/')
        ? response.writeHead(200).end('<a href="x">x</a>')
        : response.writeHead(301, { location: `${request.url}/` }).end();
    expect((await get('listed/folder')).status).toBe(404);
    upstream.fault = undefined;
    upstream.files.set('folder/x', 'x');
    expect((await get('listed/folder/x')).text).toBe('x');
  });

  it('sends no upstream requests while offline', async () => {
    upstream.files.set('held.txt', 'held');
    await remote('offline');
    await get('offline/held.txt');
    const changed = await call('POST', '/artifactory/api/repositories/offline', {
      body: JSON.stringify({ packageType: 'generic', rclass: 'remote', url: upstream.url, offline: true }),
      headers: { 'content-type': 'application/json' },
    });
    expect(changed.status).toBe(200);
    upstream.requests.length = 0;
    expect((await get('offline/held.txt')).text).toBe('held');
    expect((await get('offline/other.txt')).status).toBe(404);
    expect(upstream.requests).toEqual([]);
  });

  it('lists cached files as packages', async () => {
    upstream.files.set('kubectl/1.30.1/kubectl', 'k');
    await remote('indexed');
    await get('indexed/kubectl/1.30.1/kubectl');
    const query = '{ packages(filter: { repositoriesIn: [{ name: "indexed" }] }) { edges { node { id } } } }';
    const answer = await call('POST', '/metadata/api/v1/query', {
      body: JSON.stringify({ query }),
      headers: { 'content-type': 'application/json' },
    });
    expect(JSON.parse(answer.text).data.packages.edges).toEqual([{ node: { id: 'generic://kubectl' } }]);
  });

  it('deletes files that an administrator removes from the cache, and downloads them again', async () => {
    upstream.files.set('poisoned/file.txt', 'poison');
    await remote('evicting', { retrievalCachePeriodSecs: 900 });
    expect((await get('evicting/poisoned/file.txt')).text).toBe('poison');
    upstream.files.set('poisoned/file.txt', 'remedy');
    expect((await get('evicting/poisoned/file.txt')).text).toBe('poison');
    const anonymous = await fetch(`${platform.baseUrl}/artifactory/evicting/poisoned`, { method: 'DELETE' });
    expect(anonymous.status).toBe(401);
    expect((await call('DELETE', '/artifactory/evicting/poisoned')).status).toBe(204);
    expect((await get('evicting/poisoned/file.txt')).text).toBe('remedy');
    expect((await call('DELETE', '/artifactory/evicting/none.txt')).status).toBe(404);
  });

  it('accepts no uploads, and requires a URL', async () => {
    await remote('read-only');
    const put = await call('PUT', '/artifactory/read-only/a.txt', { body: 'a' });
    expect([put.status, put.message]).toEqual([
      400,
      'Repository read-only accepts no uploads: it caches an upstream',
    ]);
    const made = await repository('nowhere', { rclass: 'remote', hostUpstream: true });
    expect([made.status, made.message]).toEqual([400, expect.stringContaining('requires url')]);
  });

  it('requires read permission', async () => {
    upstream.files.set('secret.txt', 'secret');
    await remote('closed');
    const answer = await fetch(`${platform.baseUrl}/artifactory/closed/secret.txt`);
    expect(answer.status).toBe(401);
    expect(upstream.requests).toEqual([]);
  });
});

describe('a virtual repository over local and remote ones', () => {
  it('requests local repositories first, then each upstream', async () => {
    const headers = { 'content-type': 'application/json' };
    await repository('here', { rclass: 'local' });
    await remote('there');
    await repository('all', {
      rclass: 'virtual',
      repositories: ['there', 'here'],
      defaultDeploymentRepo: 'here',
    });
    expect((await call('PUT', '/artifactory/all/own.txt', { body: 'ours', headers })).status).toBe(201);
    upstream.files.set('own.txt', 'theirs');
    upstream.files.set('theirs.txt', 'theirs');
    expect((await get('all/own.txt')).text).toBe('ours');
    expect(upstream.requests).toEqual([]);
    expect((await get('all/theirs.txt')).text).toBe('theirs');
    expect((await get('all/nothing.txt')).status).toBe(404);
    upstream.fault = (_request, response) => response.writeHead(500).end();
    expect((await get('all/own.txt')).text).toBe('ours');
    expect((await get('all/unknown.txt')).message).toBe('The upstream of there returned status 500');
  });

  it('serves a file from the next upstream if one fails', async () => {
    upstream.files.set('spare/file.txt', 'spare');
    await remote('broken', { url: `${upstream.url}broken/` });
    await remote('spare', { url: `${upstream.url}spare` });
    await repository('both', { rclass: 'virtual', repositories: ['broken', 'spare'] });
    upstream.fault = (request, response) =>
      request.url?.startsWith('/broken/') ? response.writeHead(500).end() : response.end('spare');
    expect((await get('both/file.txt')).text).toBe('spare');
  });
});
