import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { publishBody, type SamplePackage, sampleTarball } from './testing/samples.ts';
import { type StubUpstream, stubUpstream } from './testing/stubUpstream.ts';

let upstream: StubUpstream;
let platform: TestPlatform;
beforeAll(async () => {
  upstream = await stubUpstream();
  platform = await testPlatform({
    listen: true,
    env: { LADING_NPM_UPSTREAM: upstream.url, LADING_ALLOWED_NETWORKS: '127.0.0.0/8' },
  });
});
afterAll(async () => {
  await platform.close();
  await upstream.stop();
});
afterEach(() => {
  upstream.fault = undefined;
  upstream.requests.length = 0;
  upstream.etags = true;
});

const call = (
  method: 'GET' | 'PUT' | 'POST',
  path: string,
  payload?: unknown,
  headers: Record<string, string> = {},
) =>
  platform.app.inject({
    method,
    url: path.startsWith('/') ? path : `/artifactory/api/npm/${path}`,
    headers: { authorization: platform.adminAuth, 'content-type': 'application/json', ...headers },
    ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
  });

const shortForm = { accept: 'application/vnd.npm.install-v1+json' };
const get = (path: string, headers: Record<string, string> = shortForm) =>
  call('GET', path, undefined, headers);

async function publishHere(sample: SamplePackage) {
  const answer = await call(
    'PUT',
    `npm-local/${sample.name.replace('/', '%2f')}`,
    publishBody(sample, await sampleTarball(sample)),
  );
  expect(answer.statusCode).toBe(201);
}

/**
 * A separate remote repository per test, so that failures and cache age of its upstream affect no
 * other test.
 */
async function remote(key: string, options: Record<string, unknown> = {}) {
  const made = await call('PUT', `/artifactory/api/repositories/${key}`, {
    rclass: 'remote',
    packageType: 'npm',
    url: upstream.url,
    retrievalCachePeriodSecs: 0,
    socketTimeoutMillis: 300,
    ...options,
  });
  expect(made.statusCode).toBe(201);
}

describe('a remote repository', () => {
  it('serves packages of its upstream with local URLs and caches them', async () => {
    const tarball = await upstream.publish({
      name: '@far/away',
      version: '1.0.0',
      manifest: { dependencies: { a: '1' }, scripts: { postinstall: 'x' }, keywords: ['far'] },
      files: { 'README.md': '# Away' },
    });
    const short = await get('npm/@far%2faway');
    expect(short.json()).toMatchObject({ name: '@far/away', 'dist-tags': { latest: '1.0.0' } });
    const manifest = short.json().versions['1.0.0'];
    expect(Object.keys(manifest).sort()).toEqual([
      'dependencies',
      'dist',
      'hasInstallScript',
      'name',
      'version',
    ]);
    expect(manifest.dist.tarball).toBe('http://localhost/artifactory/api/npm/npm/@far/away/-/away-1.0.0.tgz');
    const full = await get('npm-remote/@far/away', {});
    expect(full.json().versions['1.0.0']).toMatchObject({ keywords: ['far'], scripts: { postinstall: 'x' } });

    const bytes = await get('npm/@far/away/-/away-1.0.0.tgz');
    expect(bytes.rawPayload).toEqual(tarball);
    expect(bytes.headers['content-length']).toBe(String(tarball.length));
    await get('npm/@far%2faway');
    expect((await get('npm-remote/@far/away/-/away-1.0.0.tgz')).rawPayload).toEqual(tarball);
    expect(upstream.requests).toEqual([
      'GET /@far%2faway',
      'GET /@far%2faway',
      'GET /@far/away/-/away-1.0.0.tgz',
    ]);
    expect(upstream.lastHeaders).not.toHaveProperty('authorization');

    // The tarball's metadata is indexed asynchronously.
    await vi.waitFor(
      async () => {
        const readme = await call(
          'GET',
          '/ui/api/v1/ui/v1/native/versions/npm/readme?path=@far/away/-/away-1.0.0.tgz&repoKey=npm-remote',
        );
        expect(readme.json().readme).toBe('# Away');
      },
      { timeout: 5000 },
    );
  });

  it('sends one upstream request for concurrent client requests', async () => {
    const tarball = await upstream.publish({
      name: 'wanted',
      version: '1.0.0',
      files: { 'x.txt': 'x'.repeat(100_000) },
    });
    const all = await Promise.all(Array.from({ length: 10 }, () => get('npm/wanted')));
    expect(new Set(all.map(({ body }) => body)).size).toBe(1);
    const bytes = await Promise.all(Array.from({ length: 10 }, () => get('npm/wanted/-/wanted-1.0.0.tgz')));
    expect(bytes.every(({ rawPayload }) => rawPayload.equals(tarball))).toBe(true);
    expect(upstream.requests).toEqual(['GET /wanted', 'GET /wanted/-/wanted-1.0.0.tgz']);
  });

  it('revalidates expired metadata and skips unchanged content', async () => {
    await remote('aging');
    await upstream.publish({ name: 'growing', version: '1.0.0' });
    const first = await get('aging/growing');
    expect((await get('aging/growing')).headers.etag).toBe(first.headers.etag);
    await upstream.publish({ name: 'growing', version: '1.1.0' });
    expect(Object.keys((await get('aging/growing')).json().versions)).toEqual(['1.0.0', '1.1.0']);
    expect(upstream.requests).toHaveLength(3);
    upstream.etags = false;
    const again = await get('aging/growing');
    expect(
      (await get('aging/growing', { ...shortForm, 'if-none-match': String(again.headers.etag) })).statusCode,
    ).toBe(304);
  });

  it('finds a version newer than the cached metadata by its tarball', async () => {
    await upstream.publish({ name: 'ahead', version: '1.0.0' });
    await get('npm/ahead');
    const tarball = await upstream.publish({ name: 'ahead', version: '1.0.1' });
    expect((await get('npm/ahead/-/ahead-1.0.1.tgz')).rawPayload).toEqual(tarball);
    expect((await get('npm/ahead/-/ahead-9.0.0.tgz')).statusCode).toBe(404);
    const unseen = await upstream.publish({ name: 'unseen', version: '1.0.0' });
    expect((await get('npm/unseen/-/unseen-1.0.0.tgz', { range: 'bytes=0-9' })).rawPayload).toEqual(
      unseen.subarray(0, 10),
    );
  });

  it('finds tarballs at unusual URLs', async () => {
    const tarball = await upstream.publish({ name: 'odd', version: '1.0.0' }, (manifest) => {
      (manifest.dist as Record<string, unknown>).tarball = `${upstream.url}odd/-/odd-one.tgz`;
    });
    const short = await get('npm/odd');
    expect(short.json().versions['1.0.0'].dist.tarball).toContain('/npm/npm/odd/-/odd-1.0.0.tgz');
    expect((await get('npm/odd/-/odd-1.0.0.tgz')).rawPayload).toEqual(tarball);
    expect((await get('npm/odd/-/odd-one.tgz')).rawPayload).toEqual(tarball);
    expect(upstream.requests).toEqual(['GET /odd', 'GET /odd/-/odd-one.tgz']);
  });

  it('treats a package without versions as missing', async () => {
    upstream.fault = (_request, response) => response.end('{"name":"unpublished","time":{"unpublished":{}}}');
    expect((await get('npm/unpublished')).statusCode).toBe(404);
  });

  it('caches for some time that a package does not exist', async () => {
    await remote('forgetful', { missedRetrievalCachePeriodSecs: 0 });
    for (const _ of [1, 2]) expect((await get('npm/nowhere-at-all')).statusCode).toBe(404);
    expect(upstream.requests).toHaveLength(1);
    for (const _ of [1, 2]) expect((await get('forgetful/nowhere-at-all')).statusCode).toBe(404);
    expect(upstream.requests).toHaveLength(3);
  });

  it('keeps cached content that the upstream has deleted', async () => {
    await remote('faithful');
    await upstream.publish({ name: 'removed', version: '1.0.0' });
    await get('faithful/removed');
    upstream.fault = (_request, response) => response.writeHead(404).end();
    expect((await get('faithful/removed')).statusCode).toBe(200);
  });
});

describe('a failing upstream', () => {
  type Fault = NonNullable<StubUpstream['fault']>;
  const faults: [string, number, Fault][] = [
    ['answers 500', 502, (_request, response) => response.writeHead(500).end('oops')],
    ['answers 403', 502, (_request, response) => response.writeHead(403).end()],
    [
      'returns an HTML page',
      502,
      (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    ],
    ['returns another package', 502, (_request, response) => response.end('{"name":"other","versions":{}}')],
    [
      'answers half',
      502,
      (request, response) =>
        response.writeHead(200, { 'content-length': '999' }).write('{"name"', () => request.socket.destroy()),
    ],
    [
      'returns invalid compression',
      502,
      (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('nonsense'),
    ],
    ['hangs up', 502, (request) => request.socket.destroy()],
    ['is silent', 504, () => undefined],
    ['stalls', 504, (_request, response) => response.writeHead(200, { 'content-length': '999' }).write('{')],
    [
      'redirects to metadata',
      502,
      (_request, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    ],
  ];

  it.each(faults)(
    '%s: cached content is served, other requests get %i with the name of the repository',
    async (what, status, fault) => {
      const key = `failing-${what.replaceAll(' ', '-')}`;
      await remote(key);
      const tarball = await upstream.publish({ name: 'kept', version: '1.0.0' });
      await upstream.publish({ name: 'unkept', version: '1.0.0' });
      await get(`${key}/kept`);
      await get(`${key}/kept/-/kept-1.0.0.tgz`);
      await get(`${key}/unkept`);

      upstream.fault = fault;
      expect((await get(`${key}/kept`)).json().versions).toHaveProperty('1.0.0');
      expect((await get(`${key}/kept`, {})).statusCode).toBe(200);
      expect((await get(`${key}/kept/-/kept-1.0.0.tgz`)).rawPayload).toEqual(tarball);
      const never = await get(`${key}/never-seen`);
      expect([never.statusCode, never.json().error]).toEqual([
        status,
        expect.stringContaining(`upstream of ${key}`),
      ]);
      expect(never.body).not.toContain('127.0.0.1');
      if (!what.startsWith('answers') && what !== 'stalls') {
        const bytes = await get(`${key}/unkept/-/unkept-1.0.0.tgz`);
        expect([bytes.statusCode, bytes.json().error]).toEqual([
          status,
          expect.stringContaining(`upstream of ${key}`),
        ]);
      }
    },
  );

  it('is unavailable: cached content is served, also after it is available again', async () => {
    await remote('down');
    await upstream.publish({ name: 'steady', version: '1.0.0' });
    await get('down/steady');
    await upstream.stop();
    try {
      expect((await get('down/steady')).statusCode).toBe(200);
      const never = await get('down/not-kept');
      expect([never.statusCode, never.json().error]).toEqual([
        502,
        expect.stringContaining('upstream of down'),
      ]);
    } finally {
      await upstream.start();
    }
    await upstream.publish({ name: 'fresh', version: '1.0.0' });
    expect((await get('down/fresh')).statusCode).toBe(200);
  });

  it.each([5_000, 3_000_000])(
    'sends %i bytes that do not match its packument: they are neither served nor cached',
    async (size) => {
      const key = `tampered-${size}`;
      await remote(key);
      const tarball = await upstream.publish({
        name: 'evil',
        version: '1.0.0',
        files: { 'x.bin': randomBytes(size) },
      });
      await get(`${key}/evil`);
      const other = Buffer.alloc(tarball.length, 7);
      upstream.fault = (_request, response) =>
        response.writeHead(200, { 'content-length': other.length }).end(other);
      const address = `${platform.baseUrl}/artifactory/api/npm/${key}/evil/-/evil-1.0.0.tgz`;
      const outcome = await fetch(address, { headers: { authorization: platform.adminAuth } }).then(
        async (answer) => [
          answer.status,
          (await answer.arrayBuffer().catch(() => new ArrayBuffer(0))).byteLength,
        ],
        () => ['broken', 0],
      );
      if (size < 10_000) expect(outcome[0]).toBe(502);
      else expect(outcome[1]).toBe(0);
      const waited = await get(`${key}/evil/-/evil-1.0.0.tgz`, { range: 'bytes=0-9' });
      expect([waited.statusCode, waited.json().error]).toEqual([502, expect.stringContaining('an invalid')]);
      upstream.fault = undefined;
      expect((await get(`${key}/evil/-/evil-1.0.0.tgz`)).rawPayload.equals(tarball)).toBe(true);
    },
  );

  it('sends bytes that fail verification before any are passed on: a virtual repository also returns a message', async () => {
    await upstream.publish({ name: 'hollow', version: '1.0.0' });
    await get('npm/hollow');
    // Without a length, a tarball is passed on while it arrives.
    upstream.fault = (_request, response) => response.writeHead(200).end(Buffer.alloc(2000, 7));
    const address = `${platform.baseUrl}/artifactory/api/npm/npm/hollow/-/hollow-1.0.0.tgz`;
    const answer = await fetch(address, { headers: { authorization: platform.adminAuth } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      502,
      'application/json; charset=utf-8',
    ]);
    expect(await answer.json()).toMatchObject({ errors: [{ code: 'UPSTREAM_FAILED' }] });
    expect(answer.headers.get('content-disposition')).toBeNull();
  });

  it('is at a blocked address', async () => {
    await call('PUT', '/artifactory/api/repositories/metadata-service', {
      rclass: 'remote',
      packageType: 'npm',
      url: 'http://169.254.169.254/latest/',
    });
    const answer = await get('metadata-service/meta-data');
    expect([answer.statusCode, answer.json().error]).toEqual([
      502,
      'The upstream of metadata-service has an address that is not allowed',
    ]);
  });

  it('is not queried while the repository is offline', async () => {
    await remote('resting', { offline: true });
    await upstream.publish({ name: 'there', version: '1.0.0' });
    expect((await get('resting/there')).statusCode).toBe(404);
    expect(upstream.requests).toEqual([]);
  });
});

describe('a virtual repository', () => {
  it('never queries an upstream for a local name', async () => {
    await upstream.publish({ name: '@ours/lib', version: '9.9.9' });
    await publishHere({ name: '@ours/lib', version: '1.0.0' });
    const short = await get('npm/@ours%2flib');
    expect(Object.keys(short.json().versions)).toEqual(['1.0.0']);
    expect((await get('npm/@ours/lib/-/lib-9.9.9.tgz')).statusCode).toBe(404);
    expect(upstream.requests).toEqual([]);
    expect((await get('npm-remote/@ours/lib')).json().versions).toHaveProperty('9.9.9');
    expect(Object.keys((await get('npm/@ours%2flib')).json().versions)).toEqual(['1.0.0']);
    expect((await get('npm/@ours/lib/-/lib-9.9.9.tgz')).statusCode).toBe(404);
  });

  it('merges with precedence for local versions if a rule allows it, and sends no request that a rule forbids', async () => {
    await call('POST', '/artifactory/api/repositories/npm', {
      allowUpstreamFor: ['patched-*'],
      denyUpstreamFor: ['@inner/*'],
    });
    const theirs = await upstream.publish({ name: 'patched-lib', version: '2.0.0' });
    await upstream.publish({ name: 'patched-lib', version: '1.0.0', manifest: { description: 'theirs' } });
    await publishHere({ name: 'patched-lib', version: '1.0.0', manifest: { description: 'ours' } });
    const full = (await get('npm/patched-lib', {})).json();
    expect(full['dist-tags']).toEqual({ latest: '1.0.0' });
    expect(Object.keys(full.versions).sort()).toEqual(['1.0.0', '2.0.0']);
    expect(full.versions['1.0.0'].description).toBe('ours');
    expect((await get('npm/patched-lib/-/patched-lib-2.0.0.tgz')).rawPayload).toEqual(theirs);

    upstream.requests.length = 0;
    await upstream.publish({ name: '@inner/thing', version: '1.0.0' });
    expect((await get('npm/@inner/thing')).statusCode).toBe(404);
    expect((await get('npm/@inner/thing/-/thing-1.0.0.tgz')).statusCode).toBe(404);
    expect(upstream.requests).toEqual([]);
  });

  it('never queries an upstream for a local name, even for a caller without read permission on the local package', async () => {
    await upstream.publish({ name: '@ours/hidden', version: '9.9.9' });
    await upstream.publish({ name: 'open-to-all', version: '1.0.0' });
    await publishHere({ name: '@ours/hidden', version: '1.0.0' });
    const password = 'a song of the far hills';
    await call('POST', '/access/api/v2/users', { username: 'outsider', password, groups: [] });
    await call('POST', '/access/api/v2/permissions', {
      name: 'outside',
      resources: {
        artifact: { actions: { users: { outsider: ['READ'] }, groups: {} }, targets: { 'npm-remote': {} } },
      },
    });
    const authorization = `Basic ${Buffer.from(`outsider:${password}`).toString('base64')}`;
    const asOutsider = (path: string) => get(path, { ...shortForm, authorization });
    expect((await asOutsider('npm/open-to-all')).statusCode).toBe(200);
    upstream.requests.length = 0;
    expect((await asOutsider('npm/@ours%2fhidden')).statusCode).toBe(404);
    expect((await asOutsider('npm/@ours/hidden/-/hidden-9.9.9.tgz')).statusCode).toBe(404);
    expect(upstream.requests).toEqual([]);
  });

  it('counts the first download of a large tarball', async () => {
    const files = { 'noise.bin': randomBytes(512 * 1024) };
    await remote('counted', { retrievalCachePeriodSecs: 900 });
    await upstream.publish({ name: 'large', version: '1.0.0', files });
    await get('counted/large');
    expect((await get('counted/large/-/large-1.0.0.tgz')).statusCode).toBe(200);
    const downloads = async () => {
      const answer = await call('GET', '/artifactory/api/storage/counted/large/-/large-1.0.0.tgz?stats');
      return answer.json().downloadCount;
    };
    await vi.waitFor(async () => expect(await downloads()).toBe(1), 10_000);
  });

  it('keeps an unpublished name reserved', async () => {
    await upstream.publish({ name: 'once-ours', version: '6.6.6' });
    await publishHere({ name: 'once-ours', version: '1.0.0' });
    const removed = await platform.app.inject({
      method: 'DELETE',
      url: '/artifactory/api/npm/npm-local/once-ours',
      headers: { authorization: platform.adminAuth },
    });
    expect(removed.statusCode).toBe(200);
    expect((await get('npm/once-ours')).statusCode).toBe(404);
    expect(upstream.requests).toEqual([]);
  });
});

describe('changing the upstream', () => {
  it('clears the cache', async () => {
    const other = await stubUpstream();
    try {
      await remote('moving', { retrievalCachePeriodSecs: 900 });
      await upstream.publish({ name: 'moved', version: '1.0.0' });
      await get('moving/moved');
      await get('moving/moved/-/moved-1.0.0.tgz');
      const tarball = await other.publish({ name: 'moved', version: '1.0.0', files: { 'other.txt': '' } });
      await call('POST', '/artifactory/api/repositories/moving', { url: other.url });
      await get('moving/moved');
      expect((await get('moving/moved/-/moved-1.0.0.tgz')).rawPayload).toEqual(tarball);
    } finally {
      await other.stop();
    }
  });
});

describe('deleting a repository', () => {
  it('deletes everything that it cached or published', async () => {
    await remote('passing-by');
    await call('PUT', '/artifactory/api/repositories/local-too', { rclass: 'local', packageType: 'npm' });
    await upstream.publish({ name: 'guest', version: '1.0.0' });
    await get('passing-by/guest');
    await get('passing-by/guest/-/guest-1.0.0.tgz');
    const host = { name: 'host', version: '1.0.0' };
    await call('PUT', 'local-too/host', publishBody(host, await sampleTarball(host)));
    for (const key of ['passing-by', 'local-too']) {
      const headers = { authorization: platform.adminAuth };
      const deleted = await platform.app.inject({
        method: 'DELETE',
        url: `/artifactory/api/repositories/${key}`,
        headers,
      });
      expect(deleted.statusCode).toBe(204);
    }
    await call('PUT', '/artifactory/api/repositories/local-too', { rclass: 'local', packageType: 'npm' });
    expect((await get('local-too/host')).statusCode).toBe(404);
    const left = await withStorage(platform.storage, () =>
      db().execute(sql`SELECT repo FROM npm_packages WHERE repo IN ('passing-by', 'local-too')
        UNION ALL SELECT repo FROM npm_upstream_packuments WHERE repo = 'passing-by'
        UNION ALL SELECT repo FROM files WHERE repo IN ('passing-by', 'local-too')`),
    );
    expect(left.rows).toEqual([]);
  });
});
