import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { type Outcome, RealNpm } from './testing/RealNpm.ts';
import { type StubUpstream, stubUpstream } from './testing/stubUpstream.ts';

let upstream: StubUpstream;
let platform: TestPlatform;
let npm: RealNpm;
beforeAll(async () => {
  upstream = await stubUpstream();
  platform = await testPlatform({ listen: true, env: { LADING_NPM_UPSTREAM: upstream.url } });
  const credentials = platform.adminAuth.replace('Basic ', '');
  npm = await RealNpm.start(`${platform.baseUrl}/artifactory/api/npm/npm/`, `_auth=${credentials}`);
});
afterAll(async () => {
  await npm.close();
  await platform.close();
  await upstream.stop();
});

async function expectSuccess(outcome: Promise<Outcome>): Promise<string> {
  const { code, stdout, stderr } = await outcome;
  expect(code, stderr).toBe(0);
  return stdout;
}

async function publish(
  manifest: { name: string; version: string; [key: string]: unknown },
  ...args: string[]
) {
  const folder = await npm.folder(`source-${manifest.name}-${manifest.version}`, {
    'package.json': manifest,
    'index.js': `module.exports = '${manifest.version}';`,
    'README.md': `# ${manifest.name}`,
  });
  return npm.run(['publish', ...args], folder);
}

describe('the real npm client', () => {
  it('publishes and installs local and upstream packages, with and without a scope', async () => {
    await upstream.publish({
      name: 'from-upstream',
      version: '2.1.0',
      files: { 'index.js': "module.exports = 'up';" },
    });
    await expectSuccess(
      publish({ name: 'plain', version: '1.0.0', dependencies: { 'from-upstream': '^2.0.0' } }),
    );
    await expectSuccess(
      publish({ name: '@team/scoped', version: '1.2.3', dependencies: { plain: '1.0.0' } }),
    );
    const twice = await publish({ name: 'plain', version: '1.0.0' });
    expect([twice.code, twice.stderr]).toEqual([
      1,
      expect.stringContaining('cannot publish over the previously published version'),
    ]);

    const project = await npm.folder('project', { 'package.json': { name: 'project', version: '1.0.0' } });
    await expectSuccess(npm.run(['install', '@team/scoped'], project));
    const installed = async (path: string) => readFile(join(project, 'node_modules', path), 'utf8');
    expect(await installed('@team/scoped/index.js')).toContain('1.2.3');
    expect(await installed('plain/index.js')).toContain('1.0.0');
    expect(await installed('from-upstream/index.js')).toContain('up');
    const lock = JSON.parse(await readFile(join(project, 'package-lock.json'), 'utf8'));
    expect(lock.packages['node_modules/@team/scoped'].resolved).toContain(
      '/npm/npm/@team/scoped/-/scoped-1.2.3.tgz',
    );

    // Installs from the lock file, with an empty npm cache and without the upstream.
    await upstream.stop();
    await expectSuccess(npm.run(['ci', '--cache', join(npm.home, 'another-cache')], project));
    await upstream.start();
  });

  it('tags, deprecates, and unpublishes', async () => {
    await expectSuccess(publish({ name: 'kept', version: '1.0.0' }));
    await expectSuccess(publish({ name: 'kept', version: '1.1.0' }));
    await expectSuccess(publish({ name: 'kept', version: '2.0.0-beta.1' }, '--tag', 'beta'));
    await expectSuccess(npm.run(['dist-tag', 'add', 'kept@1.0.0', 'old']));
    expect(await expectSuccess(npm.run(['dist-tag', 'ls', 'kept']))).toBe(
      'beta: 2.0.0-beta.1\nlatest: 1.1.0\nold: 1.0.0\n',
    );
    await expectSuccess(npm.run(['dist-tag', 'rm', 'kept', 'old']));

    await expectSuccess(npm.run(['deprecate', 'kept@1.0.0', 'take 1.1.0']));
    expect(await expectSuccess(npm.run(['view', 'kept@1.0.0', 'deprecated']))).toBe('take 1.1.0\n');

    await expectSuccess(npm.run(['unpublish', 'kept@1.1.0']));
    const left = await expectSuccess(npm.run(['view', 'kept', 'versions', '--json']));
    expect(JSON.parse(left)).toEqual(['1.0.0', '2.0.0-beta.1']);
    await expectSuccess(npm.run(['unpublish', 'kept', '--force']));
    expect((await npm.run(['view', 'kept', 'version'])).stderr).toContain('E404');
  });

  it('runs whoami and ping', async () => {
    expect(await expectSuccess(npm.run(['whoami']))).toBe('admin\n');
    await expectSuccess(npm.run(['ping']));
  });

  it('shows the reason for a denied request', async () => {
    const stranger = await RealNpm.start(
      `${platform.baseUrl}/artifactory/api/npm/npm/`,
      '_authToken=lading_at_nothing',
    );
    try {
      const outcome = await stranger.run(['view', 'plain']);
      expect([outcome.code, outcome.stderr]).toEqual([1, expect.stringContaining('E401')]);
    } finally {
      await stranger.close();
    }
  });
});
