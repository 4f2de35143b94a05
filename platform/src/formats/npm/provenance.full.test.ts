import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { RealNpm } from './testing/RealNpm.ts';
import { type StubUpstream, stubUpstream } from './testing/stubUpstream.ts';
import { TestSigstore } from './testing/TestSigstore.ts';

const of = { name: '@acme/built', version: '1.0.0' };
const sigstore = new TestSigstore();

/**
 * Loaded into npm: it verifies as always, but with the root of the test instead of the one that it
 * downloads.
 */
const preload = (root: string) => `
const { Module } = require('node:module');
const load = Module._load;
Module._load = function (name, parent, ...rest) {
  if (name !== '@sigstore/tuf') return load.call(this, name, parent, ...rest);
  const { TrustedRoot } = load.call(this, '@sigstore/protobuf-specs', parent, ...rest);
  const none = () => Promise.reject(Object.assign(new Error('none'), { code: 'TUF_FIND_TARGET_ERROR' }));
  return {
    getTrustedRoot: async () => TrustedRoot.fromJSON(JSON.parse(require('node:fs').readFileSync(${JSON.stringify(root)}))),
    initTUF: async () => ({ getTarget: none }),
  };
};`;

let upstream: StubUpstream;
let platform: TestPlatform;
let npm: RealNpm;
beforeAll(async () => {
  upstream = await stubUpstream();
  platform = await testPlatform({ listen: true, env: { LADING_NPM_UPSTREAM: upstream.url } });
  const credentials = platform.adminAuth.replace('Basic ', '');
  npm = await RealNpm.start(`${platform.baseUrl}/artifactory/api/npm/npm/`, `_auth=${credentials}`);
  const [root, script] = [join(npm.home, 'root.json'), join(npm.home, 'root.cjs')];
  await writeFile(root, JSON.stringify(sigstore.trustedRoot()));
  await writeFile(script, preload(root));
  npm.env = { NODE_OPTIONS: `--require ${script}` };
});
afterAll(async () => {
  await npm?.close();
  await platform?.close();
  await upstream?.stop();
});

async function succeeds(args: string[], folder: string): Promise<string> {
  const { code, stdout, stderr } = await npm.run(args, folder);
  expect(code, stderr).toBe(0);
  return stdout;
}

it('npm publishes with provenance, and verifies it after an installation', async () => {
  const folder = await npm.folder('source', {
    'package.json': { ...of, repository: 'github:acme/tide' },
    'index.js': '1;',
  });
  await succeeds(['pack'], folder);
  const tarball = join(folder, 'acme-built-1.0.0.tgz');
  const bundle = sigstore.provenance(of, await readFile(tarball));
  await writeFile(join(folder, 'bundle.json'), JSON.stringify(bundle));
  await succeeds(['publish', tarball, '--provenance-file', join(folder, 'bundle.json')], folder);

  const project = await npm.folder('project', { 'package.json': { name: 'project', version: '1.0.0' } });
  await succeeds(['install', of.name], project);
  const audited = JSON.parse(
    await succeeds(['audit', 'signatures', '--json', '--include-attestations'], project),
  );
  expect(audited).toMatchObject({ invalid: [], missing: [] });
  expect(audited.verified[0]).toMatchObject({ name: of.name, version: of.version });
  expect(audited.verified[0].attestationBundles[0].bundle).toEqual(bundle);

  // As if another authority had made the certificate.
  await writeFile(join(npm.home, 'root.json'), JSON.stringify(new TestSigstore().trustedRoot()));
  expect((await npm.run(['audit', 'signatures'], project)).code).toBe(1);
});
