import { createHash } from 'node:crypto';
import type { ArtifactCount, FileInfo, FolderInfo } from '@lading/contract/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform({ listen: true });
});
afterAll(() => platform?.close());

/** Sends a request over a real connection, with the URL unchanged. */
async function call(
  method: string,
  path: string,
  options: { body?: string | Uint8Array; headers?: Record<string, string>; anonymous?: boolean } = {},
) {
  const response = await fetch(platform.baseUrl + path, {
    method,
    headers: { ...(options.anonymous ? {} : { authorization: platform.adminAuth }), ...options.headers },
    ...(options.body === undefined ? {} : { body: Buffer.from(options.body) }),
  });
  const text = await response.text();
  const type = response.headers.get('content-type') ?? '';
  const json = type.startsWith('application/json') && text.startsWith('{') ? JSON.parse(text) : undefined;
  return {
    status: response.status,
    headers: response.headers,
    text,
    json,
    message: json?.errors?.[0]?.message,
  };
}

const put = (path: string, body: string, headers?: Record<string, string>) =>
  call('PUT', `/artifactory/generic-local/${path}`, { body, ...(headers ? { headers } : {}) });
const get = (path: string, headers?: Record<string, string>) =>
  call('GET', `/artifactory/generic-local/${path}`, headers ? { headers } : {});
const hash = (kind: string, text: string) => createHash(kind).update(text).digest('hex');

describe('a generic repository', () => {
  it('stores a file and returns it with its checksums', async () => {
    const stored = await put('a/b/hello world.txt', 'hello', { 'content-type': 'text/plain' });
    expect(stored.status).toBe(201);
    const info = stored.json as FileInfo;
    expect(info).toMatchObject({
      repo: 'generic-local',
      path: '/a/b/hello world.txt',
      size: '5',
      mimeType: 'text/plain',
      createdBy: 'admin',
      checksums: { sha256: hash('sha256', 'hello'), sha1: hash('sha1', 'hello'), md5: hash('md5', 'hello') },
    });
    expect(stored.headers.get('location')).toBe(info.downloadUri);
    const answer = await fetch(info.downloadUri, { headers: { authorization: platform.adminAuth } });
    expect(await answer.text()).toBe('hello');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-length': '5',
      'accept-ranges': 'bytes',
      etag: `"${hash('sha256', 'hello')}"`,
      'x-checksum-sha256': hash('sha256', 'hello'),
      'x-checksum-sha1': hash('sha1', 'hello'),
      'x-checksum-md5': hash('md5', 'hello'),
      'content-disposition': 'attachment; filename="hello world.txt"',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    const head = await call('HEAD', '/artifactory/generic-local/a/b/hello%20world.txt');
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(head.headers.get('content-length')).toBe('5');
  });

  it('serves ranges, and responds with 304 to conditional requests', async () => {
    await put('range.bin', '0123456789');
    const part = await get('range.bin', { range: 'bytes=2-4' });
    expect(part).toMatchObject({ status: 206, text: '234' });
    expect(part.headers.get('content-range')).toBe('bytes 2-4/10');
    expect(await get('range.bin', { range: 'bytes=-3' })).toMatchObject({ status: 206, text: '789' });
    const beyond = await get('range.bin', { range: 'bytes=10-' });
    expect(beyond).toMatchObject({ status: 416, message: 'Invalid range. The file has 10 bytes.' });
    expect(beyond.headers.get('content-range')).toBe('bytes */10');

    const etag = part.headers.get('etag') ?? '';
    const modified = part.headers.get('last-modified') ?? '';
    const range = 'bytes=0-0';
    expect(await get('range.bin', { range, 'if-range': etag })).toMatchObject({ status: 206, text: '0' });
    expect(await get('range.bin', { range, 'if-range': modified })).toMatchObject({ status: 206, text: '0' });
    expect(await get('range.bin', { range, 'if-range': '"other"' })).toMatchObject({ status: 200 });
    expect(await get('range.bin', { 'if-none-match': `"x", W/${etag}` })).toMatchObject({
      status: 304,
      text: '',
    });
    expect(await get('range.bin', { 'if-modified-since': modified })).toMatchObject({ status: 304 });
    expect(await get('range.bin', { 'if-none-match': '"x"', 'if-modified-since': modified })).toMatchObject({
      status: 200,
    });
  });

  it('stores nothing after a checksum mismatch', async () => {
    // The length of X-Checksum determines its algorithm.
    for (const kind of ['md5', 'sha1', 'sha256']) {
      const other = await put('sum.txt', 'sum', { 'x-checksum': hash(kind, 'another') });
      expect([kind, other.status]).toEqual([kind, 409]);
      expect((await put(`sum-${kind}.txt`, 'sum', { 'x-checksum': hash(kind, 'sum') })).status).toBe(201);
    }
    expect(await put('sum.txt', 'sum', { 'x-checksum': 'abc' })).toMatchObject({
      status: 400,
      message: "Invalid X-Checksum 'abc'. Expected 64, 40, or 32 hexadecimal digits.",
    });
    const wrong = await put('sum.txt', 'sum', { 'x-checksum-sha256': '0'.repeat(64) });
    expect(wrong.status).toBe(409);
    expect(wrong.message).toBe(
      `Checksum mismatch: the sha256 of the content is ${hash('sha256', 'sum')}, not ${'0'.repeat(64)}. Nothing was stored.`,
    );
    expect((await get('sum.txt')).status).toBe(404);
    const none = await put('sum.txt', 'sum', { 'x-checksum-md5': 'xyz' });
    expect(none).toMatchObject({
      status: 400,
      message: "Invalid X-Checksum-Md5 'xyz'. Expected 32 hexadecimal digits.",
    });
    const right = {
      'x-checksum-sha1': hash('sha1', 'sum').toUpperCase(),
      'x-checksum-md5': hash('md5', 'sum'),
    };
    expect((await put('sum.txt', 'sum', right)).status).toBe(201);
  });

  it('deploys existing content by checksum', async () => {
    await put('original.bin', 'content to copy');
    const deploy = { 'x-checksum-deploy': 'true' };
    const known = { ...deploy, 'x-checksum-sha1': hash('sha1', 'content to copy') };
    expect((await put('copy.bin', '', known)).status).toBe(201);
    expect((await get('copy.bin')).text).toBe('content to copy');
    const short = { ...deploy, 'x-checksum': hash('sha256', 'content to copy') };
    expect((await put('copied/short', '', short)).status).toBe(201);
    const unknown = { ...deploy, 'x-checksum-sha256': 'f'.repeat(64) };
    expect((await put('other.bin', '', unknown)).status).toBe(404);
    expect(await put('other.bin', '', deploy)).toMatchObject({
      status: 400,
      message: expect.stringMatching(/^X-Checksum-Deploy requires a checksum/),
    });
  });

  it('replaces a file and its properties', async () => {
    expect((await put('again.txt;kind=first', 'one')).status).toBe(201);
    expect((await put('again.txt', 'one')).status).toBe(201);
    const storage = '/artifactory/api/storage/generic-local/again.txt';
    expect((await call('GET', `${storage}?properties`)).json.properties).toEqual({ kind: ['first'] });
    expect((await put('again.txt', 'two')).status).toBe(201);
    expect((await get('again.txt')).text).toBe('two');
    expect(await call('GET', `${storage}?properties`)).toMatchObject({
      status: 404,
      message: 'No properties could be found.',
    });
  });

  it('stores nothing of an aborted upload', async () => {
    const { connect } = await import('node:net');
    const socket = connect(Number(new URL(platform.baseUrl).port), '127.0.0.1');
    const headers = `Host: localhost\r\nAuthorization: ${platform.adminAuth}\r\nContent-Length: 1000000`;
    socket.write(
      `PUT /artifactory/generic-local/broken.bin HTTP/1.1\r\n${headers}\r\n\r\nonly the beginning`,
    );
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.destroy();
    expect((await put('after.bin', 'x')).status).toBe(201);
    expect((await get('broken.bin')).status).toBe(404);
  });

  it('has either a file or a folder at a path, never both', async () => {
    await put('tree/leaf', 'x');
    expect(await put('tree', 'x')).toMatchObject({ status: 409, message: 'generic-local/tree is a folder' });
    expect(await put('tree/leaf/more', 'x')).toMatchObject({
      status: 409,
      message: 'generic-local/tree/leaf is a file and cannot contain other files',
    });
  });

  it('deletes a file, and a folder with its content', async () => {
    await put('gone/one.txt', '1');
    await put('gone/deep/two.txt', '2');
    await put('gone-not.txt', '3');
    expect((await call('DELETE', '/artifactory/generic-local/gone/one.txt')).status).toBe(204);
    expect((await get('gone/one.txt')).status).toBe(404);
    expect((await call('DELETE', '/artifactory/generic-local/gone')).status).toBe(204);
    expect((await get('gone/deep/two.txt')).status).toBe(404);
    expect((await get('gone-not.txt')).status).toBe(200);
    expect((await call('DELETE', '/artifactory/generic-local/gone')).status).toBe(404);
  });

  it('streams large uploads, and rejects files above the limit', async () => {
    const big = new Uint8Array(20 * 1024 * 1024).fill(7);
    const stored = await call('PUT', '/artifactory/generic-local/big.bin', { body: big });
    expect(stored.json).toMatchObject({ size: String(big.byteLength) });
    expect(stored.json.checksums.sha256).toBe(createHash('sha256').update(big).digest('hex'));
    expect(await rawPut('too-big.bin', 16 * 1024 ** 3 + 1)).toMatch(
      /^HTTP\/1.1 413 [\s\S]*exceeds the limit of 17179869184 bytes/,
    );
  });

  it.each([
    ['..%2f..%2fetc/passwd', 400],
    ['a/%2e%2e/b', 400],
    ['a//b', 400],
    ['a/%00b', 400],
    ['a%5cb', 400],
    ['a/%ff', 400],
    ['a/b%2fc', 400],
    ['folder/', 400],
    [`${'x'.repeat(256)}`, 400],
    [`${'x/'.repeat(512)}x`, 400],
    ['name;1key=value', 400],
    ['name;key', 400],
  ])('rejects PUT of %s', async (path, status) => {
    const answer = await rawPut(path);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  it('does not serve content as scripts or styles', async () => {
    await put('evil.js', 'alert(1)');
    for (const destination of ['script', 'worker', 'serviceworker', 'style']) {
      const answer = await get('evil.js', { 'sec-fetch-dest': destination });
      expect(answer).toMatchObject({
        status: 403,
        message: `Repository content is not served as a ${destination}`,
      });
    }
    expect((await get('evil.js', { 'sec-fetch-dest': 'document' })).status).toBe(200);
  });

  it('responds with 401 to anonymous users, and rejects plain files of other formats', async () => {
    expect((await call('GET', '/artifactory/generic-local/x', { anonymous: true })).status).toBe(401);
    expect((await call('PUT', '/artifactory/generic-local/x', { anonymous: true, body: 'x' })).status).toBe(
      401,
    );
    expect((await call('GET', '/artifactory/nowhere/x')).status).toBe(404);
    expect(await call('PUT', '/artifactory/npm-local/x', { body: 'x' })).toMatchObject({
      status: 400,
      message: expect.stringMatching(/^npm-local contains npm/),
    });
  });
});

/** Sends a URL that fetch would normalize. */
async function rawPut(path: string, length = 1): Promise<string> {
  const { connect } = await import('node:net');
  const { port } = new URL(platform.baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      const headers = `Host: localhost\r\nAuthorization: ${platform.adminAuth}\r\nContent-Length: ${length}\r\nConnection: close`;
      socket.write(`PUT /artifactory/generic-local/${path} HTTP/1.1\r\n${headers}\r\n\r\nx`);
    });
    let text = '';
    socket.on('data', (data) => {
      text += data;
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
}

describe('the storage API', () => {
  const storage = '/artifactory/api/storage/generic-local';

  it('lists a folder in name order, with each folder once', async () => {
    for (const path of [
      'list/a.txt',
      'list/a/1',
      'list/a/2',
      'list/a-b',
      'list/a0',
      'list/ü/deep/er',
      'list/z',
    ]) {
      await put(path, 'x');
    }
    const { json } = await call('GET', `${storage}/list`);
    expect((json as FolderInfo).children).toEqual([
      { uri: '/a', folder: true },
      { uri: '/a-b', folder: false },
      { uri: '/a.txt', folder: false },
      { uri: '/a0', folder: false },
      { uri: '/z', folder: false },
      { uri: '/ü', folder: true },
    ]);
    expect(json).toMatchObject({ repo: 'generic-local', path: '/list', created: expect.any(String) });
    expect((await call('GET', `${storage}/list/%C3%BC`)).json.children).toEqual([
      { uri: '/deep', folder: true },
    ]);
    expect((await call('GET', storage)).json.children).toContainEqual({ uri: '/list', folder: true });
    expect((await call('GET', '/artifactory/api/storage/docker-local')).json.children).toEqual([]);
    expect((await call('GET', `${storage}/nowhere`)).status).toBe(404);
  });

  it('sets, returns, and removes properties', async () => {
    await put('props.bin;team=core,infra;note=a%3Bb', 'x');
    const address = `${storage}/props.bin?properties`;
    expect((await call('GET', address)).json).toEqual({
      properties: { team: ['core', 'infra'], note: ['a;b'] },
      uri: `${platform.baseUrl}${storage}/props.bin`,
    });
    expect((await call('PUT', `${address}=team=one;build.name=x%2Cy|empty=`)).status).toBe(204);
    expect((await call('GET', address)).json.properties).toEqual({
      team: ['one'],
      note: ['a;b'],
      'build.name': ['x,y'],
      empty: [''],
    });
    expect((await call('DELETE', `${address}=note,empty`)).status).toBe(204);
    expect((await call('GET', `${address}=team,nothing`)).json.properties).toEqual({ team: ['one'] });
    expect((await call('PUT', `${address}=novalue`)).status).toBe(400);
    expect((await call('PUT', `${storage}/absent?properties=a=b`)).status).toBe(404);
  });
});

describe('the index of generic files', () => {
  const query = `{ packages(filter: {packageTypeIn: ["generic"], name: "indexed*"}) { edges { node {
    id latestVersion versionsCount stats { downloads } } } }
    versions(filter: {packageId: "generic://indexed/tool"}) { edges { node {
      name size stats { downloadCount } repos { leadFilePath } files { name lead } } } } }`;
  const ask = async () =>
    (
      await call('POST', '/metadata/api/v1/query', {
        body: JSON.stringify({ query }),
        headers: { 'content-type': 'application/json' },
      })
    ).json.data;

  it('groups files by the version in their path, and follows deletions', async () => {
    await put('indexed/tool/1.2.0/tool-linux', 'linux');
    await put('indexed/tool/1.2.0/tool-linux.sha256', 'sum');
    await put('indexed/tool/v1.10.0/tool-mac', 'mac');
    await put('indexed/manual.pdf', 'manual');
    const today = new Date().toISOString().slice(0, 10);
    const before = await ask();
    expect(before.packages.edges.map(({ node }: { node: unknown }) => node)).toMatchObject([
      { id: 'generic://indexed/manual.pdf', latestVersion: expect.any(String), versionsCount: 1 },
      { id: 'generic://indexed/tool', latestVersion: '1.10.0', versionsCount: 2 },
    ]);
    expect(before.packages.edges[0].node.latestVersion >= today).toBe(true);
    expect(before.versions.edges[1].node).toMatchObject({
      name: '1.2.0',
      size: 8,
      repos: [{ leadFilePath: 'indexed/tool/1.2.0/tool-linux' }],
      files: [
        { name: 'tool-linux', lead: true },
        { name: 'tool-linux.sha256', lead: false },
      ],
    });
    await put('indexed/tool/1.2.0/tool-linux', 'longer linux');
    expect((await ask()).versions.edges[1].node.size).toBe(15);
    await call('DELETE', '/artifactory/generic-local/indexed/tool/1.2.0/tool-linux');
    expect((await ask()).versions.edges[1].node).toMatchObject({
      size: 3,
      files: [{ name: 'tool-linux.sha256', lead: true }],
    });
    await call('DELETE', '/artifactory/generic-local/indexed');
    expect(await ask()).toEqual({ packages: { edges: [] }, versions: { edges: [] } });
  });

  it('sets and removes properties of all files below a folder', async () => {
    for (const path of ['all/a.txt', 'all/deep/b.txt', 'allied/c.txt']) await put(path, path);
    const storage = '/artifactory/api/storage/generic-local';
    const stages = async () => {
      const paths = ['all/a.txt', 'all/deep/b.txt', 'allied/c.txt'];
      const found = await Promise.all(
        paths.map((path) => call('GET', `${storage}/${path}?properties=stage`)),
      );
      return found.map(({ json }) => json?.properties?.stage);
    };
    expect((await call('PUT', `${storage}/all?properties=stage=test;by=ci&recursive=1`)).status).toBe(204);
    expect(await stages()).toEqual([['test'], ['test'], undefined]);
    expect((await call('PUT', `${storage}/all/?properties=stage=live,shown`)).status).toBe(204);
    expect(await stages()).toEqual([['live', 'shown'], ['live', 'shown'], undefined]);
    expect((await call('DELETE', `${storage}/all?properties=stage`)).status).toBe(204);
    expect(await stages()).toEqual([undefined, undefined, undefined]);
    const kept = await call('GET', `${storage}/all/deep/b.txt?properties`);
    expect(kept.json.properties).toEqual({ by: ['ci'] });
    expect(await call('PUT', `${storage}/all?properties=a=b&recursive=0`)).toMatchObject({
      status: 400,
      message: expect.stringContaining('Folders have no properties'),
    });
    expect((await call('PUT', `${storage}/none?properties=a=b`)).status).toBe(404);
  });

  it('rejects more property values for a folder than can be stored at once', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await put(`valued/${name}.txt`, name);
    const values = Array.from({ length: 50_001 }, (_, at) => String(at));
    const patched = await call('PATCH', '/artifactory/api/metadata/generic-local/valued', {
      body: JSON.stringify({ props: { many: values } }),
      headers: { 'content-type': 'application/json' },
    });
    expect(patched).toMatchObject({
      status: 400,
      message: expect.stringMatching(/4 files .* 50001 values .* 200000/),
    });
    const shown = await call('GET', '/artifactory/api/storage/generic-local/valued/a.txt?properties');
    expect(shown.status).toBe(404);
  });

  it('counts downloads, and provides files, properties, builds, and counts to the console [pkg-08]', async () => {
    await put(
      'indexed/tool/3.0.0/tool;build.name=nightly;build.number=42;build.timestamp=1700000000000',
      'x',
    );
    const file = 'repoKey=generic-local&path=indexed/tool/3.0.0/tool';
    const download = await call('GET', `/ui/api/v1/ui/download?${file}`);
    expect(download).toMatchObject({ status: 200, text: 'x' });
    await expect
      .poll(async () => (await ask()).versions.edges[0].node.stats.downloadCount, { timeout: 10_000 })
      .toBe(1);
    expect((await ask()).packages.edges[0].node.stats.downloads).toBe(1);
    const stats = await call('GET', '/artifactory/api/storage/generic-local/indexed/tool/3.0.0/tool?stats');
    expect(stats.json).toMatchObject({ downloadCount: 1, lastDownloaded: expect.any(Number) });

    const native = '/ui/api/v1/ui/v1/native/versions/generic';
    expect((await call('GET', `${native}/builds?${file}`)).json).toEqual({
      results: [{ name: 'nightly', number: '42', createDate: '2023-11-14T22:13:20.000Z' }],
      used: [],
      truncated: false,
    });
    expect(JSON.parse((await call('GET', `${native}/props?${file}`)).text)).toEqual([
      { key: 'build.name', values: ['nightly'] },
      { key: 'build.number', values: ['42'] },
      { key: 'build.timestamp', values: ['1700000000000'] },
    ]);
    expect((await call('GET', `${native}/readme?${file}`)).json).toEqual({ readme: '' });
    expect((await call('GET', `${native}/dependencies?${file}`)).json).toEqual({
      dependencies: [],
      devDependencies: [],
    });
    expect((await call('GET', `${native}/readme?repoKey=generic-local&path=none`)).status).toBe(404);
    const { json } = await call('GET', '/ui/api/v1/ui/home/widget/artifactCount');
    expect((json as ArtifactCount).widgetData.artifactCount).toBeGreaterThan(5);
  });

  it('deletes the index of a deleted repository', async () => {
    const configuration = JSON.stringify({ rclass: 'local', packageType: 'generic' });
    const headers = { 'content-type': 'application/json' };
    const repository = '/artifactory/api/repositories/passing';
    expect((await call('PUT', repository, { body: configuration, headers })).status).toBe(201);
    await put('indexed/both/1.0.0/a', 'a');
    for (const path of ['indexed/both/2.0.0/b', 'indexed/alone/1.0.0/c']) {
      await call('PUT', `/artifactory/passing/${path}`, { body: path });
    }
    const latest = async () =>
      (await ask()).packages.edges.map(({ node }: { node: { id: string; latestVersion: string } }) => [
        node.id,
        node.latestVersion,
      ]);
    expect(await latest()).toEqual([
      ['generic://indexed/alone', '1.0.0'],
      ['generic://indexed/both', '2.0.0'],
      ['generic://indexed/tool', '3.0.0'],
    ]);
    expect((await call('DELETE', repository)).status).toBe(204);
    expect(await latest()).toEqual([
      ['generic://indexed/both', '1.0.0'],
      ['generic://indexed/tool', '3.0.0'],
    ]);
    expect((await call('GET', '/artifactory/passing/indexed/both/2.0.0/b')).status).toBe(404);
  });

  it('propagates 404 and 403 of a download [pkg-09]', async () => {
    expect((await call('GET', '/ui/api/v1/ui/download?repoKey=generic-local&path=none')).status).toBe(404);
    expect((await call('GET', '/ui/api/v1/ui/download?repoKey=generic-local&path=../x')).status).toBe(400);
    expect((await call('GET', '/ui/api/v1/ui/download?repoKey=generic-local')).status).toBe(400);
  });
});

describe('a folder of plain files', () => {
  it('is served as a page of links', async () => {
    for (const path of ['shelf/<b> & c.txt', 'shelf/deep/down.txt', 'shelf/deep/er/down.txt']) {
      const address = path.split('/').map(encodeURIComponent).join('/');
      expect((await put(address, 'twelve bytes')).status).toBe(201);
    }
    const page = await get('shelf/');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('<title>Index of generic-local/shelf</title>');
    const links = [...page.text.matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)].map(([, href, text]) => [
      href,
      text,
    ]);
    expect(links).toEqual([
      ['../', '../'],
      ['%3Cb%3E%20%26%20c.txt', '&#60;b&#62; &#38; c.txt'],
      ['deep/', 'deep/'],
    ]);
    expect(page.text).toMatch(/c\.txt<\/a> +\d{4}-\d\d-\d\d \d\d:\d\d +12\n/);
    // Links work in browsers, and scripts don't run.
    const policy = page.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('sandbox');
    const head = await call('HEAD', '/artifactory/generic-local/shelf/');
    expect([head.status, head.text]).toEqual([200, '']);
  });

  it('is also served for the root of the repository, and missing folders return 404', async () => {
    await put('shelf/one.txt', 'x');
    const root = await get('');
    expect(root.text).toContain('<title>Index of generic-local</title>');
    expect(root.text).toContain('<a href="shelf/">shelf/</a>');
    expect(root.text).not.toContain('"../"');
    const short = await fetch(`${platform.baseUrl}/artifactory/generic-local`, {
      redirect: 'manual',
      headers: { authorization: platform.adminAuth },
    });
    expect([short.status, short.headers.get('location')]).toEqual([302, '/artifactory/generic-local/']);
    expect((await get('no/such/')).status).toBe(404);
    expect((await call('GET', '/artifactory/nowhere/')).status).toBe(404);
    expect((await call('GET', '/artifactory/generic-local/', { anonymous: true })).status).toBe(401);
    expect(await put('shelf/', 'x')).toMatchObject({
      status: 400,
      message: expect.stringMatching(/^The URL of a file does not end with a slash/),
    });
  });
});
