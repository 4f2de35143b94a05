import type { PluginPlan, PluginPolicy } from '@lading/contract/rest';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readAudit } from '../../access/audit/readAudit.ts';
import type { Caller } from '../../access/Caller.ts';
import { createUser } from '../../access/users.ts';
import { withStorage } from '../../database/db.ts';
import { reaches, reachOf } from '../../files/tree/reach.ts';
import { publishBody, sampleTarball } from '../../formats/npm/testing/samples.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { repositorySource } from '../plugins/RepositorySource.ts';
import { pluginFiles } from '../testing/checkout.ts';

const NPM = '/artifactory/api/npm/plugins-local';
const CALL = '/ui/api/v1/lading/plugins';
const TIDE = '@acme/lading-plugin-tide';
const PASSWORD = 'Kranich-Feder-10';
const everything: PluginPolicy = { packages: [], publishers: [], kinds: [] };

let platform: TestPlatform;
const rosa = { authorization: `Basic ${Buffer.from(`rosa:${PASSWORD}`).toString('base64')}` };
const admin = () => ({ authorization: platform.adminAuth });

beforeAll(async () => {
  platform = await testPlatform();
  await withStorage(platform.storage, () => createUser('rosa', { password: PASSWORD }));
  const artifact = {
    actions: { users: { rosa: ['READ', 'WRITE'] }, groups: {} },
    targets: { 'plugins-local': {} },
  };
  const payload = { name: 'publishers', resources: { artifact } };
  expect((await call('POST', '/access/api/v2/permissions', payload)).statusCode).toBe(201);
  // The permission alone does not open the repository.
  expect((await publish(TIDE, 'tide', '1.0.0', rosa)).statusCode).toBe(403);
  const opened = await call('POST', '/artifactory/api/repositories/plugins-local', {
    adminDeployOnly: false,
  });
  expect(opened.statusCode).toBe(200);
  const published = await publish(TIDE, 'tide', '1.0.0', rosa);
  expect([published.statusCode, published.body]).toEqual([201, expect.anything()]);
});
afterAll(() => platform.close());
afterEach(() => setPolicy({}));

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';
const call = (method: Method, url: string, payload?: object, headers: object = admin()) =>
  platform.app.inject({ method, url, headers: { ...headers }, ...(payload ? { payload } : {}) });

async function publish(name: string, plugin: string, version: string, headers: object) {
  const sample = { name, version, files: pluginFiles({ name: plugin, version, packageName: name }) };
  const body = publishBody(sample, await sampleTarball(sample));
  return call('PUT', `${NPM}/${name.replace('/', '%2f')}`, body, headers);
}

async function setPolicy(policy: Partial<PluginPolicy>): Promise<void> {
  expect((await call('PUT', `${CALL}/policy`, { ...everything, ...policy })).statusCode).toBe(200);
}

const changes = [{ action: 'install', specifier: TIDE, version: '1.0.0' }];
const conflicts = async () =>
  (await call('POST', `${CALL}/plan`, { changes }))
    .json<PluginPlan>()
    .conflicts.map(({ message }) => message);

/** Does `change` when `run` reads its first package. */
async function whileReading<Result>(run: () => Promise<Result>, change: () => Promise<void>) {
  const { stampOf } = repositorySource;
  const reading = vi.spyOn(repositorySource, 'stampOf').mockImplementationOnce(async (...of) => {
    await change();
    return stampOf(...of);
  });
  try {
    return await run();
  } finally {
    reading.mockRestore();
  }
}

describe('a user who can publish plugins', () => {
  it('can neither turn them on, delete them, nor publish those of the console', async () => {
    const release = { changes, activate: true };
    expect((await call('POST', `${CALL}/releases`, release, rosa)).statusCode).toBe(403);
    const path = `/artifactory/plugins-local/${TIDE}/-/lading-plugin-tide-1.0.0.tgz`;
    expect((await call('GET', path, undefined, rosa)).statusCode).toBe(200);
    expect((await call('DELETE', path, undefined, rosa)).statusCode).toBe(403);
    expect((await publish('@lading/plugin-auth', 'auth', '9.0.0', rosa)).statusCode).toBe(403);
    // Copies by a promotion are checked by the permitted paths.
    const caller: Caller = { kind: 'user', userName: 'rosa', admin: false, via: 'basic', groups: [] };
    const reach = await withStorage(platform.storage, () => reachOf(caller, 'deploy', 'plugins-local'));
    const paths = [`${TIDE}/-/x.tgz`, '@lading/plugin-auth/-/x.tgz'];
    expect(paths.map((each) => reaches(reach, each))).toEqual([true, false]);
    expect((await call('PUT', `${CALL}/policy`, everything, rosa)).statusCode).toBe(403);
  });
});

describe('the allowed plugins', () => {
  it.each<[string, Partial<PluginPolicy>, string]>([
    [
      'a package',
      { packages: ['@other', 'lading-plugin-tide'] },
      'is not among the allowed packages and scopes (@other, lading-plugin-tide)',
    ],
    [
      'a publisher',
      { publishers: ['karl'] },
      '1.0.0 was published by rosa, who is not among the allowed publishers (karl)',
    ],
    [
      'a kind',
      { kinds: ['menuItems'] },
      '1.0.0 has contributions of the kind routes, which is not among the allowed kinds (menuItems)',
    ],
  ])('do not include %s that is not listed, and the message names the rule', async (_what, policy, rule) => {
    await setPolicy(policy);
    expect(await conflicts()).toEqual([`${TIDE} ${rule}`]);
    const refused = await call('POST', `${CALL}/releases`, { changes, activate: true });
    expect([refused.statusCode, refused.json().errors[0].code]).toEqual([409, 'PLUGIN_CONFLICT']);
  });

  it.each<[string, Partial<PluginPolicy>]>([
    ['nothing', {}],
    ['its scope', { packages: ['@acme'] }],
    ['its package', { packages: [TIDE], publishers: ['rosa'], kinds: ['routes'] }],
  ])('include a plugin if they list %s', async (_what, policy) => {
    await setPolicy(policy);
    expect(await conflicts()).toEqual([]);
  });

  it('also apply to a set that was created before', async () => {
    const draft = await call('POST', `${CALL}/releases`, { changes });
    const { number } = draft.json().release;
    await setPolicy({ publishers: ['karl'] });
    const refused = await call('POST', `${CALL}/releases/${number}/activate`, {});
    expect([refused.statusCode, refused.json().errors[0].message]).toEqual([
      409,
      expect.stringContaining('not among the allowed publishers'),
    ]);
  });

  it('also apply to a canary that becomes active for everyone', async () => {
    const canary = { percent: 5, groups: [] };
    const made = await call('POST', `${CALL}/releases`, { changes, canary });
    expect([made.statusCode, made.body]).toEqual([201, expect.anything()]);
    await setPolicy({ publishers: ['karl'] });
    const refused = await call('POST', `${CALL}/canary/promote`);
    expect([refused.statusCode, refused.json().errors[0].message]).toEqual([
      409,
      expect.stringContaining('not among the allowed publishers'),
    ]);
    expect((await call('POST', `${CALL}/canary/stop`)).statusCode).toBe(204);
  });

  it('also apply if they change while the packages of a set are read', async () => {
    const draft = (await call('POST', `${CALL}/releases`, { changes })).json().release.number;
    const canary = { percent: 5, groups: [] };
    for (const [path, payload] of [
      ['/releases', { changes, activate: true }],
      [`/releases/${draft}/activate`, {}],
      ['/canary/promote', undefined],
    ] as const) {
      await setPolicy({});
      if (path === '/canary/promote')
        expect((await call('POST', `${CALL}/releases`, { changes, canary })).statusCode).toBe(201);
      const late = await whileReading(
        () => call('POST', CALL + path, payload),
        () => setPolicy({ publishers: ['karl'] }),
      );
      expect([path, late.statusCode]).toEqual([path, 409]);
      expect(late.json().errors[0].code).toBe('PLUGIN_RELEASE_CHANGED');
    }
    expect((await call('POST', `${CALL}/canary/stop`)).statusCode).toBe(204);
  });

  it('are not overwritten by a change of what another administrator changed since [adm-01]', async () => {
    const { headers } = await call('GET', `${CALL}/policy`);
    const based = { ...admin(), 'if-match': String(headers.etag) };
    const first = await call('PUT', `${CALL}/policy`, { ...everything, packages: ['@acme'] }, based);
    expect([first.statusCode, first.headers.etag]).toEqual([
      200,
      (await call('GET', `${CALL}/policy`)).headers.etag,
    ]);
    const late = await call('PUT', `${CALL}/policy`, { ...everything, kinds: ['routes'] }, based);
    expect([late.statusCode, late.json().errors[0].code]).toEqual([412, 'CHANGED_SINCE']);
    expect((await call('GET', `${CALL}/policy`)).json()).toMatchObject({ packages: ['@acme'], kinds: [] });
  });

  it('are recorded with each change, and checked', async () => {
    await setPolicy({ packages: ['@acme'] });
    const { events } = await withStorage(platform.storage, () =>
      readAudit({ event: 'plugin-policy-changed', limit: 1 }),
    );
    expect(events[0]).toMatchObject({
      user: 'admin',
      changes: [{ field: 'packages', before: '[]', after: '["@acme"]' }],
    });
    const wrong = { ...everything, packages: ['not a package'] };
    expect((await call('PUT', `${CALL}/policy`, wrong)).statusCode).toBe(400);
    expect((await call('GET', `${CALL}/policy`)).json()).toMatchObject({ packages: ['@acme'] });
  });
});
