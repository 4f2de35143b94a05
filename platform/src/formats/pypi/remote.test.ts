import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { sampleSource, sampleWheel, uploadForm } from './testing/samples.ts';
import { type StubIndex, stubIndex } from './testing/stubIndex.ts';
import { readPage } from './upstream/readPage.ts';

let platform: TestPlatform;
let upstream: StubIndex;
beforeAll(async () => {
  upstream = await stubIndex();
  platform = await testPlatform({ env: { LADING_ALLOWED_NETWORKS: '127.0.0.0/8' } });
});
afterAll(async () => {
  await platform?.close();
  await upstream?.stop();
});
afterEach(() => {
  upstream.fault = undefined;
  upstream.form = 'json';
  upstream.requests.length = 0;
});

const json = 'application/vnd.pypi.simple.v1+json';
const get = (path: string, headers: Record<string, string> = { accept: json }) =>
  platform.app.inject({
    url: `/artifactory/api/pypi/${path}`,
    headers: { authorization: platform.adminAuth, ...headers },
  });

async function repository(key: string, configuration: Record<string, unknown>) {
  const made = await platform.app.inject({
    method: 'PUT',
    url: `/artifactory/api/repositories/${key}`,
    headers: { authorization: platform.adminAuth },
    payload: { packageType: 'pypi', ...configuration },
  });
  expect(made.statusCode, made.body).toBe(201);
  return key;
}
const remote = (key: string, options: Record<string, unknown> = {}) =>
  repository(key, {
    rclass: 'remote',
    url: upstream.url,
    retrievalCachePeriodSecs: 0,
    missedRetrievalCachePeriodSecs: 0,
    ...options,
  });

async function publish(repo: string, name: string, version: string) {
  const { payload, headers } = uploadForm({ name, version }, sampleWheel({ name, version }));
  const answer = await platform.app.inject({
    method: 'POST',
    url: `/artifactory/api/pypi/${repo}/`,
    headers: { authorization: platform.adminAuth, ...headers },
    payload,
  });
  expect(answer.statusCode, answer.body).toBe(200);
}

const wheel = sampleWheel({ name: 'up', version: '1.0', headers: ['Summary: From above'] });
const filesOf = async (path: string) =>
  (await get(path)).json<{ files: { filename: string }[] }>().files.map(({ filename }) => filename);

describe('a remote repository', () => {
  it.each(['json', 'html'] as const)(
    'lists the files of an upstream that responds in %s, with local URLs',
    async (form) => {
      upstream.form = form;
      const name = `listed-${form}`;
      const file = sampleWheel({ name, version: '1.0' });
      const more = {
        'requires-python': '&gt;=3.6'.replace('&gt;', form === 'json' ? '>' : '&gt;'),
        yanked: 'old',
      };
      upstream.add(name, file, more);
      await remote(`py-${form}`);
      const page = (await get(`py-${form}/simple/${name}/`)).json();
      expect(page.files).toEqual([
        {
          filename: file.file,
          url: `../../packages/${name}/${file.file}`,
          hashes: { sha256: createHash('sha256').update(file.bytes).digest('hex') },
          'requires-python': '>=3.6',
          yanked: 'old',
          'core-metadata': false,
          'data-dist-info-metadata': false,
        },
      ]);
      if (form === 'json') expect(page.versions).toEqual(['0.0.1', '1.0']);
    },
  );

  it('fetches a file once from any URL and indexes it', async () => {
    upstream.add('up', wheel);
    await remote('py-files');
    const path = `py-files/packages/up/${wheel.file}`;
    expect((await get(path)).rawPayload.equals(wheel.bytes)).toBe(true);
    upstream.requests.length = 0;
    expect((await get(path, { range: 'bytes=0-1' })).body).toBe('PK');
    expect(upstream.requests).toEqual([]);
    const query = '{ package(id: "pypi://up") { description latestVersion } }';
    const answer = await platform.app.inject({
      method: 'POST',
      url: '/metadata/api/v1/query',
      headers: { authorization: platform.adminAuth },
      payload: { query },
    });
    expect(answer.json().data.package).toEqual({ description: 'From above', latestVersion: '1.0' });
    expect((await get('py-files/pypi/up/json')).json().info.summary).toBe('From above');
  });

  it('revalidates a page with a conditional request', async () => {
    await remote('py-again');
    await get('py-again/simple/up/');
    const before = upstream.requests.length;
    await get('py-again/simple/up/');
    expect(upstream.requests.length).toBe(before + 1);
  });

  it('serves cached content while the upstream is unavailable', async () => {
    await remote('py-down');
    await get('py-down/simple/up/');
    await get(`py-down/packages/up/${wheel.file}`);
    await upstream.stop();
    try {
      expect(await filesOf('py-down/simple/up/')).toEqual([wheel.file]);
      expect((await get(`py-down/packages/up/${wheel.file}`)).rawPayload.equals(wheel.bytes)).toBe(true);
      const unknown = await get('py-down/simple/never-seen/');
      expect([unknown.statusCode, unknown.body]).toEqual([
        502,
        expect.stringContaining('upstream of py-down'),
      ]);
    } finally {
      await upstream.start();
    }
  });

  it('rejects bytes that do not match the hash in the index', async () => {
    const file = sampleWheel({ name: 'forged', version: '1.0' });
    upstream.add('forged', file);
    upstream.replace(file.file, Buffer.from('something else'));
    await remote('py-forged');
    const answer = await get(`py-forged/packages/forged/${file.file}`);
    expect([answer.statusCode, answer.body]).toEqual([502, expect.stringContaining('sha256')]);
    upstream.replace(file.file, file.bytes);
    expect((await get(`py-forged/packages/forged/${file.file}`)).statusCode).toBe(200);
  });

  it("serves a wheel's metadata after verification", async () => {
    const file = sampleWheel({ name: 'described', version: '1.0' });
    const metadata = Buffer.from('Name: described\n');
    upstream.add('described', file, {
      'core-metadata': { sha256: createHash('sha256').update(metadata).digest('hex') },
    });
    upstream.replace(`${file.file}.metadata`, metadata);
    await remote('py-described');
    expect((await get(`py-described/packages/described/${file.file}.metadata`)).body).toBe(
      'Name: described\n',
    );
    upstream.replace(`${file.file}.metadata`, Buffer.from('Name: other\n'));
    await remote('py-described-2');
    expect((await get(`py-described-2/packages/described/${file.file}.metadata`)).statusCode).toBe(502);
  });

  it('serves old files without metadata', async () => {
    upstream.add('ancient', { file: 'ancient-1.0.tar.gz', bytes: Buffer.from('of another era') });
    await remote('py-ancient');
    expect((await get('py-ancient/packages/ancient/ancient-1.0.tar.gz')).body).toBe('of another era');
  });

  it('accepts the URL of the index itself, too', async () => {
    await remote('py-direct', { url: `${upstream.url}/simple/` });
    expect(await filesOf('py-direct/simple/up/')).toContain(wheel.file);
    expect((await get('py-direct/simple/no-such-project/')).statusCode).toBe(404);
  });

  it.each([
    ['nonsense', (body: string) => body],
    ['{"files": 1}', (body: string) => body],
  ])('returns 502 if the upstream returns %s', async (body) => {
    upstream.fault = (_request, response) => response.writeHead(200).end(body);
    const key = `py-broken-${body.length}`;
    await remote(key);
    expect((await get(`${key}/simple/up/`)).statusCode).toBe(502);
  });

  it('rejects uploads', async () => {
    await remote('py-no-uploads');
    const { payload, headers } = uploadForm({ name: 'up', version: '1.0' }, wheel);
    const answer = await platform.app.inject({
      method: 'POST',
      url: '/artifactory/api/pypi/py-no-uploads/',
      headers: { authorization: platform.adminAuth, ...headers },
      payload,
    });
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('caches an upstream')]);
  });
});

describe('a virtual repository', () => {
  it('lists its members together, and never queries an upstream for a local name', async () => {
    await repository('py-own', { rclass: 'local' });
    await remote('py-above');
    upstream.add('ours', sampleWheel({ name: 'ours', version: '99.0' }));
    upstream.add('theirs', await sampleSource({ name: 'theirs', version: '2.0' }));
    await publish('py-own', 'Ours', '1.0');
    await repository('py-all', {
      rclass: 'virtual',
      repositories: ['py-own', 'py-above'],
      defaultDeploymentRepo: 'py-own',
    });
    expect(await filesOf('py-all/simple/ours/')).toEqual(['ours-1.0-py3-none-any.whl']);
    expect((await get('py-all/packages/ours/ours-99.0-py3-none-any.whl')).statusCode).toBe(404);
    expect(upstream.requests).toEqual([]);
    expect(await filesOf('py-all/simple/theirs/')).toEqual(['theirs-2.0.tar.gz']);
    expect((await get('py-all/packages/theirs/theirs-2.0.tar.gz')).statusCode).toBe(200);
    await publish('py-all', 'fresh', '1.0');
    expect(await filesOf('py-own/simple/fresh/')).toHaveLength(1);
  });

  it('keeps a name reserved after all its files were deleted', async () => {
    const removed = await platform.app.inject({
      method: 'DELETE',
      url: '/artifactory/api/pypi/py-own/pypi/ours/1.0',
      headers: { authorization: platform.adminAuth },
    });
    expect(removed.statusCode).toBe(204);
    expect((await get('py-all/simple/ours/')).statusCode).toBe(404);
    await publish('py-own', 'ours', '1.0');
  });

  it('merges local and upstream files if a rule allows it', async () => {
    await repository('py-merged', {
      rclass: 'virtual',
      repositories: ['py-own', 'py-above'],
      allowUpstreamFor: ['ours'],
    });
    expect(await filesOf('py-merged/simple/ours/')).toEqual([
      'ours-1.0-py3-none-any.whl',
      'ours-99.0-py3-none-any.whl',
    ]);
  });
});

describe('reading a page', () => {
  const base = 'https://index.example/simple/a/';

  it('resolves URLs relative to the page or to its base element', () => {
    const html = '<a href="../../f/a-1.tar.gz#md5=0123456789abcdef0123456789abcdef&egg=x">a</a>';
    expect(readPage(html, base).files).toEqual([
      {
        filename: 'a-1.tar.gz',
        url: 'https://index.example/f/a-1.tar.gz',
        hashes: { md5: '0123456789abcdef0123456789abcdef' },
      },
    ]);
    expect(readPage(`<base href="https://files.example/x/">${html}`, base).files[0]?.url).toBe(
      'https://files.example/f/a-1.tar.gz',
    );
  });

  it('skips entries that cannot be files of the project', () => {
    const hrefs = [
      'javascript:alert(1)//a-1.tar.gz',
      'file:///etc/a-1.tar.gz',
      'https://user:secret@files.example/a-1.tar.gz',
      'a-1.tar.gz.asc',
      'x/..%2f..%2fa-1.tar.gz',
      '%ff.whl',
    ];
    expect(readPage(hrefs.map((href) => `<a href="${href}">x</a>`).join(''), base).files).toEqual([]);
    const files = [
      null,
      1,
      {},
      { filename: '../a-1.tar.gz', url: 'x' },
      { filename: 'a-1.whl', url: 'ftp://x/a' },
    ];
    expect(readPage(JSON.stringify({ files }), base).files).toEqual([]);
  });
});
