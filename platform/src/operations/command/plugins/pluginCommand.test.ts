import { afterAll, beforeAll, expect, it } from 'vitest';
import { pluginFiles } from '../../../console/testing/checkout.ts';
import { authorKey } from '../../../console/testing/signed.ts';
import { publishBody, sampleTarball } from '../../../formats/npm/testing/samples.ts';
import { removeServerNote, writeServerNote } from '../../../storage/runningServer.ts';
import { type TestPlatform, testPlatform } from '../../../testing/testPlatform.ts';
import { runCommand } from '../runCommand.ts';

const TIDE = 'lading-plugin-tide';

let platform: TestPlatform;
let token: string;
beforeAll(async () => {
  platform = await testPlatform({ listen: true });
  for (const version of ['1.0.0', '2.0.0']) {
    const files = pluginFiles({ name: 'tide', version, packageName: TIDE });
    const sample = { name: TIDE, version, files };
    const { statusCode } = await platform.app.inject({
      ...{ method: 'PUT', url: `/artifactory/api/npm/plugins-local/${TIDE}` },
      headers: { authorization: platform.adminAuth },
      payload: publishBody(sample, await sampleTarball(sample)),
    });
    expect(statusCode).toBe(201);
  }
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
    ...{ code: 0, output: `${TIDE}: not installed → 1.0.0 (1 KiB)\nNo release set is active.` },
  });
  expect(await plugins(['install', `${TIDE}@1.0.0`, '--note', 'first'])).toMatchObject({
    ...{ code: 0, output: expect.stringContaining('Release set 1 is active.') },
  });
  expect((await plugins(['install', TIDE])).output).toContain(`${TIDE}: 1.0.0 → 2.0.0 (1 KiB → 1 KiB)`);
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
  expect(trusted).toEqual({ code: 0, output: 'The key of Acme is trusted.' });
  expect((await plugins(['keys'])).output).toContain(`Acme: ${publicKey} @acme ${TIDE}`);
  expect(await plugins(['trust', 'Acme', id])).toMatchObject({
    ...{ code: 1, output: expect.stringContaining('an Ed25519 public key in base64') },
  });
  await plugins(['trust', 'Acme', publicKey]);
  expect((await plugins(['keys'])).output).toBe(`Acme: ${publicKey}\nSignatures are not required.`);
  expect((await plugins(['distrust', 'Acme'])).code).toBe(0);
  expect(await plugins(['distrust', 'Acme'])).toEqual({
    ...{ code: 1, output: 'No key of "Acme" is trusted' },
  });
});

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
