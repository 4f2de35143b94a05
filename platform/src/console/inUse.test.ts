import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishBody, sampleTarball } from '../formats/npm/testing/samples.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { pluginFiles } from './testing/checkout.ts';

const NPM = '/artifactory/api/npm/plugins-local';
const TIDE = 'lading-plugin-tide';
const at = (version: string) => `/ui/plugins/tide/${version}/plugin.js`;
const file = (version: string) => `${TIDE}/-/${TIDE}-${version}.tgz`;

let platform: TestPlatform;

beforeAll(async () => {
  platform = await testPlatform();
  for (const version of ['1.0.0', '2.0.0', '3.0.0']) expect((await publish(version)).statusCode).toBe(201);
  await writeMap({ [TIDE]: at('2.0.0') });
});
afterAll(() => platform.close());

const writeMap = (imports: object) =>
  writeFile(join(platform.settings.home, 'importmap.json'), JSON.stringify({ imports }));

async function call(method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, payload?: object | Buffer) {
  const headers = { authorization: platform.adminAuth };
  return platform.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
}

async function publish(version: string, files: Record<string, string> = {}) {
  const built = pluginFiles({ name: 'tide', version, packageName: TIDE });
  const sample = { name: TIDE, version, files: { ...built, ...files } };
  return call('PUT', `${NPM}/${TIDE}`, publishBody(sample, await sampleTarball(sample)));
}

const revision = async () => (await call('GET', `${NPM}/${TIDE}?write=true`)).json()._rev;
const isThere = async (version: string) => (await call('GET', `${NPM}/${file(version)}`)).statusCode === 200;

describe('a version in the import map', () => {
  it.each([
    ['unpublished', async () => call('DELETE', `${NPM}/${file('2.0.0')}/-rev/${await revision()}`)],
    ['unpublished with its package', async () => call('DELETE', `${NPM}/${TIDE}/-rev/${await revision()}`)],
    ['unpublished by its document', unpublishByDocument],
    ['deleted by path', () => call('DELETE', `/artifactory/plugins-local/${file('2.0.0')}`)],
    ['deleted with its folder', () => call('DELETE', `/artifactory/plugins-local/${TIDE}`)],
  ])('cannot be %s: 409 with the entry', async (_how, remove) => {
    const reply = await remove();
    expect(reply.statusCode).toBe(409);
    expect(reply.body.replaceAll('\\"', '"')).toContain(`The entry "${TIDE}" of `);
    expect(reply.body).toContain(at('2.0.0'));
    expect([await isThere('1.0.0'), await isThere('2.0.0')]).toEqual([true, true]);
  });

  it.each([
    ['moved', () => call('POST', `/artifactory/api/move/plugins-local/${file('2.0.0')}?to=/generic/x.tgz`)],
    ['overwritten by a client', () => publish('2.0.0', { 'README.md': 'other bytes' })],
    [
      'overwritten by path',
      () => call('PUT', `/artifactory/plugins-local/${file('2.0.0')}`, Buffer.from('x')),
    ],
  ])('cannot be %s', async (_how, change) => {
    const before = (await call('GET', `${NPM}/${file('2.0.0')}`)).rawPayload;
    expect((await change()).statusCode).toBeGreaterThanOrEqual(400);
    expect((await call('GET', `${NPM}/${file('2.0.0')}`)).rawPayload.equals(before)).toBe(true);
  });

  it('cannot be deleted with its repository', async () => {
    const reply = await call('DELETE', '/artifactory/api/repositories/plugins-local');
    expect([reply.statusCode, reply.json().errors[0].code]).toEqual([409, 'IN_USE']);
    expect(await isThere('2.0.0')).toBe(true);
    expect((await call('GET', '/artifactory/api/repositories/plugins-local')).statusCode).toBe(200);
  });

  it('can be deleted after another version replaces it in the map; unmapped versions at any time', async () => {
    expect((await call('DELETE', `${NPM}/${file('1.0.0')}/-rev/${await revision()}`)).statusCode).toBe(200);
    await writeMap({ [TIDE]: at('3.0.0') });
    expect((await call('DELETE', `${NPM}/${file('2.0.0')}/-rev/${await revision()}`)).statusCode).toBe(200);
    expect(await isThere('2.0.0')).toBe(false);
  });

  it('is never published again with different content', async () => {
    const denied = await publish('2.0.0', { 'README.md': 'other bytes' });
    expect([denied.statusCode, denied.body]).toEqual([403, expect.stringContaining('was unpublished')]);
    const query = `name=${TIDE}&version=2.0.0`;
    const released = await call('DELETE', `/artifactory/api/unpublished/plugins-local?${query}`);
    expect([released.statusCode, released.body]).toEqual([
      409,
      expect.stringContaining('cannot be released'),
    ]);
    expect((await publish('2.0.0')).statusCode).toBe(201);
  });
});

describe('a package published to plugins-local', () => {
  const contract = (range: string) => {
    const manifest = JSON.parse(pluginFiles({ name: 'tide', version: '5.0.0' })['lading-plugin.json'] ?? '');
    return { 'lading-plugin.json': JSON.stringify({ ...manifest, contract: range }) };
  };

  it.each([
    ['has no manifest', { 'lading-plugin.json': '' }, /has no lading-plugin.json|does not list its files/],
    ['has another contract', contract('9.x'), /contract: found .*9\.x/],
    [
      'has other bytes than its manifest says',
      { 'plugin.js': 'other' },
      /hash of plugin\.js in .* does not match/,
    ],
    [
      'has the manifest of another plugin',
      pluginFiles({ name: 'ebb', version: '5.0.0', packageName: TIDE }),
      /name: found .*ebb/,
    ],
    [
      'has the manifest of another version',
      {
        ...pluginFiles({ name: 'tide', version: '4.0.0' }),
        'package.json': JSON.stringify({ name: TIDE, version: '5.0.0' }),
      },
      /has version 4\.0\.0/,
    ],
  ])('is rejected when it %s', async (_what, files, cause) => {
    const reply = await publish('5.0.0', files);
    expect([reply.statusCode, reply.body]).toEqual([400, expect.stringMatching(cause)]);
    expect(await isThere('5.0.0')).toBe(false);
  });

  it('is rejected if its name is not a plugin name', async () => {
    const sample = { name: 'chart', version: '1.0.0' };
    const reply = await call('PUT', `${NPM}/chart`, publishBody(sample, await sampleTarball(sample)));
    expect([reply.statusCode, reply.body]).toEqual([400, expect.stringContaining('Invalid plugin name')]);
  });
});

it('does not allow deleting a shipped version', async () => {
  const sample = { name: '@lading/plugin-auth', version: '0.1.0' };
  const files = pluginFiles({ name: 'auth', version: '0.1.0' });
  const body = publishBody(sample, await sampleTarball({ ...sample, files }));
  expect((await call('PUT', `${NPM}/@lading%2fplugin-auth`, body)).statusCode).toBe(201);
  const reply = await call('DELETE', '/artifactory/plugins-local/@lading/plugin-auth');
  expect([reply.statusCode, reply.body]).toEqual([
    409,
    expect.stringContaining('is shipped with the console'),
  ]);
});

async function unpublishByDocument() {
  const document = (await call('GET', `${NPM}/${TIDE}?write=true`)).json();
  delete document.versions['2.0.0'];
  return call('PUT', `${NPM}/${TIDE}/-rev/${document._rev}`, document);
}
