import { writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import type { PluginPolicy } from '@lading/contract/rest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pluginFiles } from '../../../console/testing/checkout.ts';
import { authorKey, signed, type TestKey } from '../../../console/testing/signed.ts';
import { publishBody, sampleTarball } from '../../../formats/npm/testing/samples.ts';
import { someBuild, TestSigstore } from '../../../formats/npm/testing/TestSigstore.ts';
import { removeServerNote, writeServerNote } from '../../../storage/runningServer.ts';
import { type TestPlatform, testPlatform } from '../../../testing/testPlatform.ts';
import { runCommand } from '../runCommand.ts';

const TIDE = 'lading-plugin-tide';
const WAVE = 'lading-plugin-wave';
const SURF = 'lading-plugin-surf';

let platform: TestPlatform;
let token: string;
beforeAll(async () => {
  platform = await testPlatform({ listen: true });
  for (const version of ['1.0.0', '2.0.0']) await publish(TIDE, 'tide', version);
  token = await platform.createToken('of a command');
  const { baseUrl: address } = platform;
  writeServerNote(platform.settings.home, {
    ...{ pid: process.pid, version: '0.1.0', address, localUrl: address, started: '' },
  });
});
afterAll(async () => {
  removeServerNote(platform.settings.home);
  await platform.close();
});

async function publish(
  name: string,
  plugin: string,
  version: string,
  key?: TestKey,
  sigstore?: TestSigstore,
): Promise<void> {
  const files = pluginFiles({ name: plugin, version, packageName: name });
  const sample = { name, version, files: key ? signed({ name, version }, files, key) : files };
  const tarball = await sampleTarball(sample);
  const payload = publishBody(sample, tarball);
  const data = sigstore && JSON.stringify(sigstore.provenance({ name, version }, tarball));
  if (data !== undefined)
    payload._attachments[`${name}-${version}.sigstore`] = { content_type: '', data, length: data.length };
  const { statusCode } = await platform.app.inject({
    ...{ method: 'PUT', url: `/artifactory/api/npm/plugins-local/${name}` },
    headers: { authorization: platform.adminAuth },
    payload,
  });
  expect(statusCode).toBe(201);
}

async function plugins(args: string[], typed = token) {
  const output: string[] = [];
  const add = (line: string) => output.push(line);
  const terminal = { say: add, complain: add, readPassword: async () => typed };
  const env = { LADING_HOME: platform.settings.home };
  const code = await runCommand(['plugins', ...args], env, terminal);
  return { code, output: output.join('\n') };
}

it('lading plugins installs, pins, disables, lists, and rolls back', async () => {
  expect(await plugins(['list'])).toMatchObject({
    ...{ code: 0, output: expect.stringMatching(/lading-plugin-tide +2\.0\.0 +available/) },
  });
  expect(await plugins(['install', `${TIDE}@1.0.0`, '--dry-run'])).toMatchObject({
    ...{ code: 0, output: `${TIDE}: not installed → 1.0.0 (1 KiB, not signed)\nNo release set is active.` },
  });
  expect(await plugins(['install', `${TIDE}@1.0.0`, '--note', 'first'])).toMatchObject({
    ...{ code: 0, output: expect.stringContaining('Release set 1 is active.') },
  });
  expect((await plugins(['install', TIDE])).output).toContain(
    `${TIDE}: 1.0.0 → 2.0.0 (1 KiB → 1 KiB, not signed)`,
  );
  expect((await plugins(['pin', TIDE])).output).toContain('2.0.0 → 2.0.0, pinned');
  expect(await plugins(['install', `${TIDE}@1.0.0`])).toMatchObject({
    ...{ code: 1, output: expect.stringContaining('is pinned to version 2.0.0') },
  });
  expect((await plugins(['list'])).output).toMatch(/lading-plugin-tide +2\.0\.0 +enabled +release +pinned/);
  expect((await plugins(['disable', TIDE, '--percent', '5'])).output).toContain('Release set 4 is a canary.');
  expect((await plugins(['stop'])).output).toBe('Release set 3 is active.');
  expect((await plugins(['rollback'])).output).toBe('Release set 2 is active.');
  expect((await plugins(['activate', '1'])).output).toBe('Release set 1 is active.');
  expect((await plugins(['releases'])).output).toMatch(/1 +active .* admin +first/);
});

it('lading plugins revokes a version and restores it', async () => {
  await plugins(['install', `${TIDE}@2.0.0`]);
  const revoked = await plugins(['revoke', `${TIDE}@2.0.0`, '--note', 'sends data away']);
  expect(revoked).toMatchObject({ code: 0, output: expect.stringContaining(`${TIDE}@2.0.0 revoked.`) });
  expect((await plugins(['list'])).output).toMatch(/lading-plugin-tide +2\.0\.0 +available/);
  expect((await plugins(['install', TIDE, '--dry-run'])).output).toContain('not installed → 1.0.0');
  expect(await plugins(['install', `${TIDE}@2.0.0`])).toMatchObject({
    ...{ code: 1, output: expect.stringContaining('2.0.0 is revoked: sends data away') },
  });
  expect((await plugins(['restore', `${TIDE}@2.0.0`])).output).toContain(`${TIDE}@2.0.0 restored.`);
  expect(await plugins(['revoke', `${TIDE}@2.0.0`])).toMatchObject({ code: 2 });
  expect(await plugins(['revoke', TIDE, '--note', 'no version'])).toMatchObject({ code: 2 });
});

it('lading plugins lists, adds, and removes the keys of authors', async () => {
  const { publicKey, id } = authorKey();
  expect((await plugins(['keys'])).output).toBe('Signatures are not required.');
  const trusted = await plugins(['trust', 'Acme', publicKey, '--package', '@acme', '--package', TIDE]);
  expect(trusted).toEqual({ code: 0, output: `Acme: key trusted for @acme, ${TIDE}.` });
  expect((await plugins(['keys'])).output).toContain(`Acme: ${publicKey} @acme ${TIDE}`);
  expect(await plugins(['trust', 'Acme', id, '--all-packages'])).toMatchObject({
    ...{ code: 1, output: expect.stringContaining('an Ed25519 public key in base64') },
  });
  // Trust in everything is never the default.
  for (const scope of [[], ['--package', '@acme', '--all-packages']])
    expect(await plugins(['trust', 'Acme', publicKey, ...scope])).toMatchObject({
      ...{ code: 2, output: expect.stringContaining('--all-packages') },
    });
  expect((await plugins(['keys'])).output).toContain(`Acme: ${publicKey} @acme ${TIDE}`);
  expect((await plugins(['trust', 'Acme', publicKey, '--all-packages'])).output).toBe(
    `Acme: key trusted for all packages, instead of @acme, ${TIDE}.`,
  );
  expect((await plugins(['keys'])).output).toBe(
    `Acme: ${publicKey} (all packages)\nSignatures are not required.`,
  );
  const removed = `Removed Acme: ${publicKey} (all packages)`;
  expect(await plugins(['distrust', 'Acme'])).toEqual({ code: 0, output: removed });
  expect(await plugins(['distrust', 'Acme'])).toEqual({
    ...{ code: 1, output: 'No key of "Acme" is trusted' },
  });
  await setPolicy({ signed: true, authorKeys: [{ name: 'Acme', publicKey, packages: [] }] });
  expect(await plugins(['distrust', 'Acme'])).toEqual({
    ...{
      code: 0,
      output: expect.stringMatching(
        /^Removed .*\nSignatures are required, but no key and no build is trusted/,
      ),
    },
  });
  expect((await plugins(['keys'])).output).toBe('Signatures are required.');
  await setPolicy({ signed: false });
});

it('lading plugins keeps what changes while it changes the keys of authors', async () => {
  const [stolen, own] = [authorKey(), authorKey()];
  await plugins(['trust', 'Acme', stolen.publicKey, '--package', '@acme']);
  beforeNextPut(() => setPolicy({ authorKeys: [], signed: true }));
  expect(await plugins(['trust', 'Tide', own.publicKey, '--package', TIDE])).toMatchObject({ code: 0 });
  expect((await plugins(['keys'])).output).toBe(`Tide: ${own.publicKey} ${TIDE}\nSignatures are required.`);
  await setPolicy({ authorKeys: [], signed: false });
});

it('lading plugins lists, adds, and removes trusted builds, and shows which build made a plugin', async () => {
  const sigstore = new TestSigstore();
  await writeFile(platform.settings.sigstoreRoot, JSON.stringify(sigstore.trustedRoot()));
  await publish(SURF, 'surf', '1.0.0', undefined, sigstore);
  const { repository, workflow, ref, commit } = someBuild;
  const built = `built by ${repository}, ${workflow}, ${ref}, ${commit}`;
  const row = async () => (await plugins(['list'])).output.split('\n').find((one) => one.startsWith(SURF));
  expect(await row()).toContain(`${built} (not trusted)`);
  const build = ['--build', repository];
  for (const scope of [[], ['--package', SURF, '--all-packages']])
    expect(await plugins(['trust', ...build, ...scope])).toMatchObject({ code: 2 });
  expect(await plugins(['trust', 'Acme', ...build, '--package', SURF])).toMatchObject({ code: 2 });
  const more = ['--workflow', workflow, '--ref', 'refs/heads/*'];
  expect(await plugins(['trust', ...build, ...more, '--package', SURF])).toEqual({
    ...{ code: 0, output: `${repository}, ${workflow}, refs/heads/*: builds trusted for ${SURF}.` },
  });
  expect((await plugins(['keys'])).output).toContain(`${repository}, ${workflow}, refs/heads/*: ${SURF}`);
  expect((await row())?.endsWith(built)).toBe(true);
  expect((await plugins(['install', SURF, '--dry-run'])).output).toContain(`1.0.0 (1 KiB, ${built})`);
  expect((await plugins(['trust', ...build, ...more, '--all-packages'])).output).toContain(
    `builds trusted for all packages, instead of ${SURF}.`,
  );
  expect(await plugins(['trust', '--build', 'acme/tide', '--all-packages'])).toMatchObject({
    ...{ code: 1, output: expect.stringContaining('repository') },
  });
  await setPolicy({ signed: true });
  expect(await plugins(['distrust', ...build])).toEqual({
    code: 0,
    output: expect.stringMatching(
      /^Removed https:.*\(all packages\)\nSignatures are required, but no key and no build is trusted/,
    ),
  });
  expect(await plugins(['distrust', ...build])).toEqual({
    ...{ code: 1, output: `No build of ${repository} is trusted` },
  });
  await setPolicy({ signed: false });
});

it('lading plugins removes only the builds that its options name', async () => {
  const { repository, workflow } = someBuild;
  const build = ['--build', repository];
  const gitlab = ['--issuer', 'https://gitlab.com'];
  const all = ['--all-packages'];
  await plugins(['trust', ...build, '--workflow', workflow, '--ref', 'refs/tags/*', ...all]);
  await plugins(['trust', ...build, '--workflow', workflow, ...all]);
  await plugins(['trust', ...build, ...gitlab, ...all]);
  expect(await plugins(['distrust', ...build, '--workflow', 'other.yml'])).toEqual({
    ...{ code: 1, output: `No build of ${repository}, other.yml is trusted` },
  });
  expect((await plugins(['distrust', ...build, '--workflow', workflow, '--ref', 'refs/tags/*'])).output).toBe(
    `Removed ${repository}, ${workflow}, refs/tags/*: (all packages)`,
  );
  expect((await plugins(['distrust', ...build, ...gitlab])).output).toBe(
    `Removed ${repository}, https://gitlab.com: (all packages)`,
  );
  expect((await plugins(['distrust', ...build])).output).toBe(
    `Removed ${repository}, ${workflow}: (all packages)`,
  );
});

it('lading plugins rejects options of trust that have no effect', async () => {
  const { publicKey } = authorKey();
  const before = (await plugins(['keys'])).output;
  for (const [unused, ...args] of [
    ['--workflow', 'trust', 'Acme', publicKey, '--all-packages', '--workflow', 'w.yml'],
    ['--ref', 'trust', 'Acme', publicKey, '--all-packages', '--ref', 'refs/heads/main'],
    ['--issuer', 'distrust', 'Acme', '--issuer', 'https://gitlab.com'],
    ['--package', 'distrust', 'Acme', '--package', '@acme'],
    ['--package', 'distrust', '--build', someBuild.repository, '--package', '@acme'],
    ['--all-packages', 'distrust', '--build', someBuild.repository, '--all-packages'],
  ])
    expect(await plugins(args)).toMatchObject({
      ...{ code: 2, output: expect.stringContaining(`${unused} has no effect`) },
    });
  expect((await plugins(['keys'])).output).toBe(before);
});

it('lading plugins shows who signed a plugin, or that nobody did', async () => {
  const rows = async () => (await plugins(['list'])).output.split('\n');
  const rowOf = async (name: string) => (await rows()).find((row) => row.startsWith(name));
  expect(await rowOf(TIDE)).toMatch(/not signed$/);
  expect((await rows()).filter((row) => row.startsWith('@lading/')).join()).not.toContain('signed');
  const [acme, other] = [authorKey(), authorKey()];
  const trusted = { name: 'Acme', publicKey: acme.publicKey, packages: [WAVE] };
  await publish(WAVE, 'wave', '1.0.0', acme);
  expect(await rowOf(WAVE)).toMatch(/the key that signed it, .*, is not among the author keys$/);
  await setPolicy({ authorKeys: [trusted] });
  expect(await rowOf(WAVE)).toMatch(/signed by Acme$/);
  expect((await plugins(['install', WAVE, '--dry-run'])).output).toContain('1.0.0 (1 KiB, signed by Acme)');
  await setPolicy({ authorKeys: [{ ...trusted, packages: ['@acme'] }] });
  expect(await rowOf(WAVE)).toContain(`the key of Acme, who signed it, is not trusted for ${WAVE}`);
  await setPolicy({ authorKeys: [trusted] });
  await publish(WAVE, 'wave', '2.0.0', { ...other, id: acme.id });
  expect(await rowOf(WAVE)).toContain('its signature is not valid: the key of Acme did not sign it');
  await setPolicy({ authorKeys: [] });
});

async function setPolicy(policy: Partial<PluginPolicy>): Promise<void> {
  const { statusCode } = await platform.app.inject({
    ...{ method: 'PUT', url: '/ui/api/v1/lading/plugins/policy' },
    headers: { authorization: platform.adminAuth },
    payload: { packages: [], publishers: [], kinds: [], ...policy },
  });
  expect(statusCode).toBe(200);
}

/** Does something before the server handles the next PUT of the command. */
function beforeNextPut(change: () => Promise<void>): void {
  const { server } = platform.app;
  const [handle] = server.listeners('request') as RequestListener[];
  if (!handle) throw new Error('no handler');
  const first: RequestListener = async (request, response) => {
    if (request.method === 'PUT') {
      server.removeListener('request', first).on('request', handle);
      await change();
    }
    handle(request, response);
  };
  server.removeListener('request', handle).on('request', first);
}

it('lading plugins says what is wrong', async () => {
  expect(await plugins(['list'], 'no token')).toMatchObject({
    code: 1,
    output: expect.stringContaining('token'),
  });
  expect(await plugins(['list'], '')).toMatchObject({
    code: 1,
    output: expect.stringContaining('No access token'),
  });
  expect(await plugins(['activate', '99'])).toMatchObject({
    ...{ code: 1, output: 'Release set 99 not found' },
  });
  expect(await plugins(['sink', TIDE])).toMatchObject({ code: 2 });
  expect(await plugins(['pin'])).toMatchObject({ code: 2 });
  removeServerNote(platform.settings.home);
  expect((await plugins(['list'])).output).toContain('No server is running');
});
