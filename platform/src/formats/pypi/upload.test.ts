import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zipOf } from '../../archives/testing/zipOf.ts';
import { signIn } from '../../testing/signIn.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import {
  type FormOptions,
  metadataOf,
  type SampleFile,
  type SampleProject,
  sampleSource,
  sampleWheel,
  uploadForm,
} from './testing/samples.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
  const made = await platform.app.inject({
    method: 'PUT',
    url: '/artifactory/api/repositories/py-local',
    headers: { authorization: platform.adminAuth },
    payload: { rclass: 'local', packageType: 'pypi' },
  });
  expect(made.statusCode, made.body).toBe(201);
});
afterAll(() => platform?.close());

const at = (path: string) => `/artifactory/api/pypi/py-local/${path}`;
const auth = () => ({ authorization: platform.adminAuth });

async function upload(project: SampleProject, file: SampleFile, options?: FormOptions, path = '') {
  const { payload, headers } = uploadForm(project, file, options);
  return platform.app.inject({
    method: 'POST',
    url: at(path),
    headers: { ...auth(), ...headers },
    payload,
  });
}
const get = (path: string, headers: Record<string, string> = {}) =>
  platform.app.inject({ url: at(path), headers: { ...auth(), ...headers } });
const json = 'application/vnd.pypi.simple.v1+json';

const kite: SampleProject = {
  name: 'Wind.Kite',
  version: '1.0',
  headers: [
    'Summary: Flies',
    'License-Expression: MIT',
    'Requires-Python: >=3.8',
    'Keywords: wind,string',
    'Requires-Dist: requests[socks] (>=2,<3)',
    'Requires-Dist: pytest; extra == "test"',
    'Description-Content-Type: text/markdown',
  ],
  readme: '# Kite ✓\n',
  files: { 'wind_kite.py': 'height = 100\n' },
};

describe('uploading', () => {
  it('accepts a wheel and an sdist, and lists both', async () => {
    expect((await upload(kite, sampleWheel(kite))).statusCode).toBe(200);
    expect((await upload(kite, await sampleSource(kite), {}, 'legacy/')).statusCode).toBe(200);
    const listed = (await get('simple/wind-kite/', { accept: json })).json();
    expect(listed).toMatchObject({ meta: { 'api-version': '1.1' }, name: 'wind-kite', versions: ['1.0'] });
    const [wheel, source] = listed.files;
    expect(wheel).toMatchObject({
      filename: 'wind_kite-1.0-py3-none-any.whl',
      url: '../../packages/wind-kite/wind_kite-1.0-py3-none-any.whl',
      hashes: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      'requires-python': '>=3.8',
      size: sampleWheel(kite).bytes.length,
      'upload-time': expect.stringMatching(/^20.*Z$/),
      yanked: false,
      'core-metadata': { sha256: expect.any(String) },
    });
    expect(source).toMatchObject({ filename: 'wind_kite-1.0.tar.gz', 'core-metadata': false });
    const html = await get('simple/wind-kite/');
    expect(html.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(html.body).toContain(`#sha256=${wheel.hashes.sha256}`);
    expect(html.body).toContain('data-requires-python="&gt;=3.8"');
    expect(html.body).toContain(`data-core-metadata="sha256=${wheel['core-metadata'].sha256}"`);
    expect((await get('simple/', { accept: json })).json().projects).toEqual([{ name: 'wind-kite' }]);
    expect((await get('simple/')).body).toContain('<a href="wind-kite/">wind-kite</a>');
  });

  it('serves files, ranges, and separate metadata', async () => {
    const { bytes, file } = sampleWheel(kite);
    const whole = await get(`packages/wind-kite/${file}`);
    expect(whole.rawPayload.equals(bytes)).toBe(true);
    const part = await get(`packages/wind-kite/${file}`, { range: 'bytes=0-3' });
    expect([part.statusCode, part.rawPayload.toString('latin1')]).toEqual([206, 'PK\x03\x04']);
    const metadata = await get(`packages/wind-kite/${file}.metadata`);
    expect(metadata.body).toBe(metadataOf(kite));
    expect((await get('packages/wind-kite/wind_kite-1.0.tar.gz.metadata')).statusCode).toBe(404);
  });

  it.each([
    ['simple/Wind.Kite/', 'wind-kite'],
    ['simple/wind_kite', 'wind-kite'],
    ['simple/wind-kite', 'wind-kite'],
  ])('redirects from %s to the normalized URL of the project', async (path, name) => {
    const answer = await get(`${path}?format=${json}`);
    expect([answer.statusCode, answer.headers.location]).toEqual([
      301,
      `${at(`simple/${name}/`)}?format=${json}`,
    ]);
  });

  it.each([
    [undefined, 'text/html; charset=utf-8'],
    ['*/*', 'text/html; charset=utf-8'],
    [`${json}, application/vnd.pypi.simple.v1+html;q=0.1, text/html;q=0.01`, json],
    ['application/vnd.pypi.simple.latest+json', json],
    ['application/vnd.pypi.simple.v1+html', 'application/vnd.pypi.simple.v1+html'],
    ['text/html;q=0.2, application/vnd.pypi.simple.v2+json', 'text/html; charset=utf-8'],
  ])('responds to an Accept of %s with %s', async (accept, type) => {
    const answer = await get('simple/wind-kite/', accept === undefined ? {} : { accept });
    expect([answer.statusCode, answer.headers['content-type'], answer.headers.vary]).toEqual([
      200,
      type,
      expect.stringContaining('Accept'),
    ]);
    const again = await get('simple/wind-kite/', {
      ...(accept === undefined ? {} : { accept }),
      'if-none-match': `${answer.headers.etag}`,
    });
    expect(again.statusCode).toBe(304);
  });

  it('returns 406 if no requested type is available', async () => {
    expect((await get('simple/wind-kite/', { accept: 'application/xml' })).statusCode).toBe(406);
  });

  it('never overwrites a file, with a message that twine recognizes', async () => {
    const answer = await upload(kite, sampleWheel(kite));
    expect(answer.statusCode).toBe(409);
    expect(answer.body).toContain('already exists');
    const other = sampleWheel({ ...kite, files: { 'wind_kite.py': 'height = 2\n' } });
    expect((await upload(kite, other)).statusCode).toBe(409);
    expect((await get(`packages/wind-kite/${other.file}`)).rawPayload.equals(other.bytes)).toBe(false);
  });

  it('lets exactly one of two concurrent uploads of a file succeed', async () => {
    const project = { name: 'race', version: '1' };
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((text) =>
        upload(project, sampleWheel({ ...project, files: { 'r.py': text } })),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409]);
  });

  it('accepts the file before the fields', async () => {
    const project = { name: 'early', version: '2' };
    expect((await upload(project, sampleWheel(project), { contentFirst: true })).statusCode).toBe(200);
  });

  it('indexes the metadata', async () => {
    const query = `{ package(id: "pypi://wind-kite") { name description latestVersion licenses { name } tags versionsCount } }`;
    const answer = await platform.app.inject({
      method: 'POST',
      url: '/metadata/api/v1/query',
      headers: auth(),
      payload: { query },
    });
    expect(answer.json().data.package, answer.body).toEqual({
      name: 'wind-kite',
      description: 'Flies',
      latestVersion: '1.0',
      licenses: [{ name: 'MIT' }],
      tags: ['wind', 'string'],
      versionsCount: 1,
    });
  });

  const plain = { name: 'plain', version: '1' };
  const wheelOf = (entries: [string, string][], file = 'plain-1-py3-none-any.whl'): SampleFile => ({
    file,
    bytes: zipOf(entries.map(([path, content]) => ({ path, content }))),
  });
  const good = () => sampleWheel(plain);
  const inside = (metadata: string) => wheelOf([['plain-1.dist-info/METADATA', metadata]]);
  it.each<[string, string[], () => [SampleFile, FormOptions?]]>([
    ['another name in the form', ['other 1', 'plain 1'], () => [good(), { fields: { name: 'other' } }]],
    ['another version in the form', ['plain 2', 'plain 1'], () => [good(), { fields: { version: '2' } }]],
    ['another name inside', ['"other"', '"plain"'], () => [inside('Name: other\nVersion: 1\n')]],
    ['another version inside', ['"2"', '"1"'], () => [inside('Name: plain\nVersion: 2\n')]],
    ['no metadata', ['METADATA'], () => [wheelOf([['plain/__init__.py', '']])]],
    [
      'two folders of metadata',
      ['contains both'],
      () => [
        wheelOf(['a', 'b'].map((each) => [`${each}-1.dist-info/METADATA`, 'Name: plain\nVersion: 1\n'])),
      ],
    ],
    ['an invalid zip', ['an incomplete zip'], () => [{ file: good().file, bytes: Buffer.from('no') }]],
    ['an escaping entry', ['escapes'], () => [wheelOf([['../x', '']])]],
    ['a wrong sha256', ['sha256_digest'], () => [good(), { fields: { sha256_digest: 'a'.repeat(64) } }]],
    ['a wrong md5', ['md5_digest'], () => [good(), { fields: { md5_digest: 'a'.repeat(32) } }]],
    [
      'a wrong blake2',
      ['blake2_256_digest'],
      () => [good(), { fields: { blake2_256_digest: 'a'.repeat(64) } }],
    ],
    ['another file type', ['sdist', 'bdist_wheel'], () => [good(), { fields: { filetype: 'sdist' } }]],
    ['no name', ["'name' is missing"], () => [good(), { fields: { name: undefined } }]],
    ['a bad version', ['PEP 440'], () => [good(), { fields: { version: 'one' } }]],
    ['another action', ["':action'"], () => [good(), { fields: { ':action': 'doc_upload' } }]],
    ['a bad file name', ['file name'], () => [{ ...good(), file: 'plain.whl' }]],
    ['a file of an unknown kind', ['file name'], () => [{ ...good(), file: 'plain-1.exe' }]],
  ])('rejects a wheel with %s', async (_, said, make) => {
    const [file, options] = make();
    const answer = await upload(plain, file, options);
    expect(answer.statusCode, answer.body).toBe(400);
    for (const words of said) expect(answer.json().errors[0].message).toContain(words);
    expect((await get('simple/plain/')).statusCode).toBe(404);
  });

  it('rejects a decompression bomb and states the limit', async () => {
    const metadata = `Name: plain\nVersion: 1\n\n${'x'.repeat(5_000_000)}`;
    const answer = await upload(plain, inside(metadata));
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors[0].message).toContain('METADATA" is larger than');
  });

  it.each([
    ['no form', { 'content-type': 'application/json' }, '{}', 415],
    ['no boundary', { 'content-type': 'multipart/form-data' }, 'x', 400],
    ['half a form', { 'content-type': 'multipart/form-data; boundary=b' }, '--b\r\nContent-Dis', 400],
    [
      'no file',
      { 'content-type': 'multipart/form-data; boundary=b' },
      '--b\r\nContent-Disposition: form-data; name=":action"\r\n\r\nfile_upload\r\n--b--\r\n',
      400,
    ],
    [
      'a registration',
      { 'content-type': 'multipart/form-data; boundary=b' },
      '--b\r\nContent-Disposition: form-data; name=":action"\r\n\r\nsubmit\r\n--b--\r\n',
      410,
    ],
  ])('returns a message for %s', async (_, headers, payload, status) => {
    const answer = await platform.app.inject({
      method: 'POST',
      url: at(''),
      headers: { ...auth(), ...headers },
      payload,
    });
    expect(answer.statusCode, answer.body).toBe(status);
    expect(answer.json().errors[0].message.length).toBeGreaterThan(20);
  });

  it('returns an XML-RPC fault for pip search', async () => {
    const answer = await platform.app.inject({
      method: 'POST',
      url: at('pypi'),
      headers: { ...auth(), 'content-type': 'text/xml' },
      payload: '<?xml version="1.0"?><methodCall><methodName>search</methodName></methodCall>',
    });
    expect(answer.body).toContain('<string>This index does not support XML-RPC search');
  });

  it('accepts an upload with a console session, but not from another site', async () => {
    const browser = await signIn(platform.app, 'admin', platform.adminPassword);
    const dropped = { name: 'dropped', version: '1.0' };
    const { payload, headers } = uploadForm(dropped, sampleWheel(dropped));
    const send = (site: string) =>
      browser.inject({
        method: 'POST',
        url: at(''),
        headers: { ...headers, 'sec-fetch-site': site },
        payload,
      });
    expect((await send('cross-site')).statusCode).toBe(403);
    expect((await send('same-origin')).statusCode).toBe(200);
  });

  it('requires deploy permission', async () => {
    const { payload, headers } = uploadForm(plain, good());
    const answer = await platform.app.inject({ method: 'POST', url: at(''), headers, payload });
    expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Basic realm="Lading"']);
  });
});

describe('the JSON API', () => {
  it('describes the newest release, and a release by version', async () => {
    const of = await get('pypi/wind_kite/json');
    expect(of.json(), of.body).toMatchObject({
      info: {
        name: 'Wind.Kite',
        version: '1.0',
        requires_python: '>=3.8',
        license_expression: 'MIT',
        yanked: false,
      },
      releases: { '1.0': [{ filename: 'wind_kite-1.0-py3-none-any.whl' }, { packagetype: 'sdist' }] },
      urls: [{ digests: { sha256: expect.any(String) } }, {}],
    });
    const one = (await get('pypi/wind-kite/1.0/json')).json();
    expect(one.urls[0].url).toBe(
      'http://localhost/artifactory/api/pypi/py-local/packages/wind-kite/wind_kite-1.0-py3-none-any.whl',
    );
    expect(one.releases).toBeUndefined();
    expect((await get('pypi/wind-kite/3/json')).statusCode).toBe(404);
  });
});

describe('changing releases', () => {
  const call = (method: 'POST' | 'DELETE', path: string, payload?: object) =>
    platform.app.inject({
      method,
      url: at(path),
      headers: { ...auth(), 'content-type': 'application/json' },
      ...(payload ? { payload } : {}),
    });

  it('yanks a release with a reason, and unyanks it', async () => {
    expect((await call('POST', 'pypi/wind-kite/1.0/yank', { reason: 'it <falls>' })).statusCode).toBe(200);
    const files = (await get('simple/wind-kite/', { accept: json })).json().files;
    expect(files.map(({ yanked }: { yanked: string }) => yanked)).toEqual(['it <falls>', 'it <falls>']);
    expect((await get('simple/wind-kite/')).body).toContain('data-yanked="it &lt;falls&gt;"');
    expect((await get('pypi/wind-kite/json')).json().info).toMatchObject({
      yanked: true,
      yanked_reason: 'it <falls>',
    });
    expect((await call('DELETE', 'pypi/wind-kite/1.0/yank')).statusCode).toBe(200);
    expect((await get('simple/wind-kite/', { accept: json })).json().files[0].yanked).toBe(false);
    expect((await call('POST', 'pypi/wind-kite/7/yank')).statusCode).toBe(404);
  });

  it('deletes a file and a release; the name remains reserved', async () => {
    expect((await call('DELETE', 'packages/wind-kite/wind_kite-1.0.tar.gz')).statusCode).toBe(204);
    expect((await get('simple/wind-kite/', { accept: json })).json().files).toHaveLength(1);
    expect((await call('DELETE', 'pypi/wind-kite/1.0')).statusCode).toBe(204);
    expect((await get('simple/wind-kite/')).statusCode).toBe(404);
    expect((await call('DELETE', 'pypi/wind-kite/1.0')).statusCode).toBe(404);
    expect((await upload(kite, sampleWheel(kite))).statusCode).toBe(200);
  });
});
