import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectSuccess } from '../../testing/Outcome.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { hasTool, RealPython } from './testing/RealPython.ts';
import { sampleSource, sampleWheel } from './testing/samples.ts';
import { type StubIndex, stubIndex } from './testing/stubIndex.ts';

const tools = hasTool('twine') && hasTool('pip3');
const packageType = 'pypi';
let platform: TestPlatform;
let upstream: StubIndex;
let python: RealPython;
let token: string;

beforeAll(async () => {
  if (!tools) return;
  upstream = await stubIndex();
  platform = await testPlatform({ listen: true, env: { LADING_ALLOWED_NETWORKS: '127.0.0.0/8' } });
  python = await RealPython.start();
  await platform.createRepository('py-local', {
    packageType,
    rclass: 'local',
  });
  await platform.createRepository('py-remote', {
    packageType,
    rclass: 'remote',
    url: upstream.url,
    allowPrivateUpstream: true,
  });
  await platform.createRepository('py', {
    packageType,
    rclass: 'virtual',
    repositories: ['py-local', 'py-remote'],
    defaultDeploymentRepo: 'py-local',
  });
  token = await platform.createToken('for twine');
});
afterAll(async () => {
  await platform?.close();
  await upstream?.stop();
  await python?.close();
});

const uploadTo = (repo: string) => ['--repository-url', `${platform.baseUrl}/artifactory/api/pypi/${repo}`];
/** With user name and password in the URL, as pip accepts them. */
const indexOf = (repo: string, user = '__token__', password = token) =>
  `${platform.baseUrl.replace('://', `://${user}:${encodeURIComponent(password)}@`)}/artifactory/api/pypi/${repo}/simple`;

describe.skipIf(!tools)('the real twine and pip clients', () => {
  const kite = {
    name: 'wind-kite',
    version: '1.0',
    headers: ['Requires-Dist: long-string>=2', 'Requires-Python: >=3.6'],
    files: { 'wind_kite.py': 'import long_string\nheight = long_string.length * 2\n' },
  };

  it('upload a wheel and an sdist, and install them together with upstream packages', async () => {
    const string = { name: 'long-string', version: '2.5', files: { 'long_string.py': 'length = 50\n' } };
    upstream.add('long-string', sampleWheel({ ...string, version: '1.0' }));
    upstream.add('long-string', sampleWheel(string));
    const files = await python.put('dist', [sampleWheel(kite), await sampleSource(kite)]);
    await expectSuccess(python.twine('__token__', token, [...uploadTo('py'), ...files]));

    const target = join(python.home, 'target');
    const said = await expectSuccess(python.pip('install', indexOf('py'), ['--target', target, 'Wind_Kite']));
    expect(said).toMatch(/Successfully installed .*long-string-2\.5/);
    expect(said).toMatch(/Successfully installed .*wind.kite-1\.0/i);
    expect((await python.python('import wind_kite; print(wind_kite.height)', target)).output).toContain(
      '100',
    );
  });

  it('show the error and its reason, and skip existing files', async () => {
    const files = await python.put('again', [sampleWheel(kite)]);
    const twice = await python.twine('admin', platform.adminPassword, [...uploadTo('py-local'), ...files]);
    expect([twice.code, twice.output]).toEqual([1, expect.stringContaining('409 Conflict')]);
    const verbose = [...uploadTo('py-local'), '--verbose', ...files];
    expect((await python.twine('admin', platform.adminPassword, verbose)).output).toContain(
      'File already exists',
    );
    const skipped = await expectSuccess(
      python.twine('admin', platform.adminPassword, [...uploadTo('py-local'), '--skip-existing', ...files]),
    );
    expect(skipped).toContain('Skipping wind_kite-1.0-py3-none-any.whl because it appears to already exist');
    const wrong = await python.twine('__token__', 'wrong', [...uploadTo('py-local'), ...files]);
    expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining('401')]);
  });

  it('download through the remote repository, even while the upstream is unavailable', async () => {
    const download = (to: string) =>
      python.pip('download', indexOf('py-remote', 'admin', platform.adminPassword), [
        '--dest',
        to,
        'long-string<2',
      ]);
    await expectSuccess(download(join(python.home, 'first')));
    await upstream.stop();
    try {
      await expectSuccess(download(join(python.home, 'second')));
      expect(await readdir(join(python.home, 'second'))).toEqual(['long_string-1.0-py3-none-any.whl']);
    } finally {
      await upstream.start();
    }
  });

  it('install a yanked release only if its exact version is requested', async () => {
    const project = { name: 'yanked-one', files: { 'yanked_one.py': '' } };
    const files = ['1.0', '2.0'].map((version) => sampleWheel({ ...project, version }));
    await expectSuccess(
      python.twine('__token__', token, [...uploadTo('py-local'), ...(await python.put('yanked', files))]),
    );
    await platform.app.inject({
      method: 'POST',
      url: '/artifactory/api/pypi/py-local/pypi/yanked-one/2.0/yank',
      headers: { authorization: platform.adminAuth },
      payload: { reason: 'it broke' },
    });
    const download = (what: string, to: string) =>
      expectSuccess(
        python.pip('download', indexOf('py'), ['--no-deps', '--dest', join(python.home, to), what]),
      );
    expect(await download('yanked-one', 'newest')).toContain('yanked_one-1.0');
    expect(await download('yanked-one==2.0', 'exact')).toContain('it broke');
  });
});
