import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  BootDocument,
  PluginPlan,
  PluginReleaseDetails,
  PluginReleases,
  PluginRevoked,
  PluginsOverview,
} from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readAudit } from '../../access/audit/readAudit.ts';
import { db, withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { OwnPlugins } from '../own/OwnPlugins.ts';
import { repositorySource } from '../plugins/RepositorySource.ts';
import { type TestPlugin, testCheckout } from '../testing/checkout.ts';
import { consoleNode } from '../testing/consoleNode.ts';

const SHORE = '@lading/plugin-shore';
const TIDE = '@lading/plugin-tide';
const PASSWORD = 'Kranich-Feder-10';
const CALL = '/ui/api/v1/lading/plugins';
const at = (name: string, version: string) => `/ui/plugins/${name}/${version}/plugin.js`;

let platform: TestPlatform;
let checkout: Awaited<ReturnType<typeof testCheckout>>;
const homes: string[] = [];
const open: FastifyInstance[] = [];
let app: FastifyInstance;

beforeAll(async () => {
  [platform, checkout] = await Promise.all([testPlatform(), testCheckout()]);
  await publish({ name: 'shore', version: '2.0.0' });
  await publish({ name: 'tide', version: '1.0.0' });
  await publish({ name: 'tide', version: '2.0.0' });
});
afterAll(() => Promise.all([platform.close(), checkout.remove()]));
beforeEach(async () => {
  app = await start();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
  await Promise.all(homes.splice(0).map((home) => rm(home, { recursive: true })));
  await inDatabase(
    sql`UPDATE plugin_active SET revision = revision + 1, number = NULL, canary_number = NULL`,
  );
  await inDatabase(sql`DELETE FROM plugin_revocations`);
  await inDatabase(sql`DELETE FROM plugin_activations`);
  await inDatabase(sql`DELETE FROM plugin_releases`);
});

const inDatabase = (statement: ReturnType<typeof sql>) =>
  withStorage(platform.storage, () => db().execute(statement));

const auditDetails = (event: string) =>
  withStorage(platform.storage, async () =>
    (await readAudit({ event, limit: 2 })).events.map(({ detail }) => detail),
  );

async function session(user: string, password: string): Promise<Record<string, string>> {
  const payload = { user, password, type: 'login' };
  const { cookies } = await platform.app.inject({ method: 'POST', url: '/ui/api/v1/ui/auth/login', payload });
  return Object.fromEntries(cookies.map(({ name, value }) => [name, value]));
}

/** What the browser of a user reports about the plugin tide. */
async function reports(
  user: string | undefined,
  {
    loaded,
    failed,
    off,
    count = 1,
    as = 'mount',
  }: { loaded?: string; failed?: string; off?: string; count?: number; as?: string },
): Promise<void> {
  const password = user === 'admin' ? platform.adminPassword : PASSWORD;
  const cookies = user ? await session(user, password) : {};
  const failure = { stage: 'mount', class: as, error: 'TypeError', message: 'is broken', count };
  const payload = {
    ...{ shell: '0.1.0', browser: 'Chrome', major: 141 },
    loads: loaded ? [{ plugin: 'tide', version: loaded, loadMs: 100, mountMs: 20 }] : [],
    failures: failed ? [{ plugin: 'tide', version: failed, ...failure }] : [],
    switches: off ? [{ plugin: 'tide', version: off, off: true }] : [],
  };
  const url = '/ui/api/v1/lading/plugin-health';
  expect((await app.inject({ method: 'POST', url, payload, cookies })).statusCode).toBe(204);
}

/** A node on the same database, with a data directory of its own. */
async function start(): Promise<FastifyInstance> {
  const home = await mkdtemp(join(tmpdir(), 'lading-home-'));
  homes.push(home);
  const node = await consoleNode(platform, { root: checkout.root, home, watch: true });
  await withStorage(platform.storage, () => node.ownPlugins.publish());
  open.push(node);
  return node;
}

async function publish(plugin: TestPlugin): Promise<void> {
  const folder = await checkout.writePlugin(plugin, `published/${plugin.name}-${plugin.version}`);
  await withStorage(platform.storage, () => new OwnPlugins([folder], repositorySource).publish());
}

const writeMap = (imports: object, home = homes[0] ?? '') =>
  writeFile(join(home, 'importmap.json'), JSON.stringify({ imports }));

async function call<Answer>(method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object, node = app) {
  const headers = { authorization: platform.adminAuth };
  const reply = await node.inject({
    method,
    url: `${CALL}${path}`,
    headers,
    ...(payload ? { payload } : {}),
  });
  const body = reply.body === '' ? undefined : reply.json();
  return { status: reply.statusCode, body: body as Answer, error: body?.errors?.[0] };
}

const release = (changes: object[], more: object = { activate: true }) =>
  call<PluginReleaseDetails>('POST', '/releases', { changes, ...more });
const install = (specifier: string, version: string) => ({ action: 'install', specifier, version });

async function bootOf(node = app, headers: object = {}): Promise<BootDocument> {
  const { body } = await node.inject({ url: '/ui/', headers: { accept: 'text/html', ...headers } });
  return JSON.parse(body.split('id="lading-boot">')[1]?.split('</script>')[0] ?? 'null');
}

async function inService(node = app, headers: object = {}): Promise<Record<string, string>> {
  const { plugins } = await bootOf(node, headers);
  return Object.fromEntries(
    plugins.map(({ specifier, version, problem }) => [specifier, problem ? problem.class : version]),
  );
}

describe('a release set', () => {
  it('installs a plugin for the next page, and a rollback removes it [mfe-01, mfe-05]', async () => {
    expect(await inService()).toEqual({ [SHORE]: '1.0.0' });
    const created = await release([install(TIDE, '1.0.0')]);
    expect([created.status, created.body.release]).toMatchObject([201, { number: 1, state: 'active' }]);
    expect(created.body.differences).toEqual([
      { specifier: TIDE, after: { version: '1.0.0', enabled: true, pinned: false } },
    ]);
    expect(await inService()).toEqual({ [SHORE]: '1.0.0', [TIDE]: '1.0.0' });
    expect((await bootOf()).release).toBe(1);
    expect((await call('POST', '/rollback', {})).status).toBe(204);
    expect(await inService()).toEqual({ [SHORE]: '1.0.0' });
    expect((await bootOf()).release).toBeUndefined();
  });

  it('is active on all nodes, also on one that was asked before', async () => {
    const other = await start();
    expect(await inService(other)).toEqual({ [SHORE]: '1.0.0' });
    await release([install(TIDE, '1.0.0')]);
    await expect.poll(() => inService(other)).toEqual({ [SHORE]: '1.0.0', [TIDE]: '1.0.0' });
  });

  it('upgrades, disables, and pins, each in a new set', async () => {
    await release([install(TIDE, '1.0.0')]);
    await release([install(TIDE, '2.0.0'), { action: 'pin', specifier: TIDE }]);
    expect(await inService()).toMatchObject({ [TIDE]: '2.0.0' });
    const denied = await release([install(TIDE, '1.0.0')]);
    expect([denied.status, denied.error.code, denied.error.message]).toEqual([
      409,
      'PLUGIN_CONFLICT',
      expect.stringContaining('is pinned to version 2.0.0. Unpin it first'),
    ]);
    await release([{ action: 'disable', specifier: SHORE }]);
    expect(await inService()).toEqual({ [TIDE]: '2.0.0' });
    await release([{ action: 'enable', specifier: SHORE }]);
    expect(await inService()).toEqual({ [SHORE]: '1.0.0', [TIDE]: '2.0.0' });
    const { body } = await call<PluginReleases>('GET', '/releases');
    expect(body.releases.map(({ number, state }) => `${number} ${state}`)).toEqual([
      '4 active',
      '3 former',
      '2 former',
      '1 former',
    ]);
    expect(body.rollBackTo).toBe(3);
  });

  it('walks back one set with each rollback', async () => {
    for (const version of ['1.0.0', '2.0.0']) await release([install(TIDE, version)]);
    await call('POST', '/rollback', { from: 2 });
    expect(await inService()).toMatchObject({ [TIDE]: '1.0.0' });
    const twice = await call('POST', '/rollback', { from: 2 });
    expect([twice.status, twice.error.code]).toEqual([409, 'PLUGIN_RELEASE_CHANGED']);
    await call('POST', '/rollback', {});
    expect(await inService()).toEqual({ [SHORE]: '1.0.0' });
    expect((await call('POST', '/rollback', {})).error.code).toBe('NO_PLUGIN_RELEASE');
  });

  it('is a draft until it is activated', async () => {
    await release([install(TIDE, '1.0.0')], { note: 'for Monday' });
    expect(await inService()).toEqual({ [SHORE]: '1.0.0' });
    expect((await call<PluginReleases>('GET', '/releases')).body.releases).toMatchObject([
      { number: 1, note: 'for Monday', state: 'draft' },
    ]);
    await call('POST', '/releases/1/activate', {});
    expect(await inService()).toMatchObject({ [TIDE]: '1.0.0' });
  });

  it('is overridden by the file importmap.json, which stays that of its node', async () => {
    await release([install(TIDE, '1.0.0')]);
    await writeMap({ [TIDE]: at('tide', '2.0.0') });
    expect(await inService()).toMatchObject({ [TIDE]: '2.0.0' });
    const { body } = await call<PluginsOverview>('GET', '');
    expect(body.plugins.find(({ specifier }) => specifier === TIDE)).toMatchObject({
      source: 'operator',
      version: '2.0.0',
    });
    const plan = await call<PluginPlan>('POST', '/plan', { changes: [install(TIDE, '2.0.0')] });
    expect(plan.body.warnings).toEqual([expect.stringContaining('overrides release sets on its node')]);
  });

  it('is not used once its text was changed, and says why', async () => {
    await release([install(TIDE, '1.0.0')]);
    await release([install(TIDE, '2.0.0')]);
    await inDatabase(
      sql`UPDATE plugin_releases SET envelope = (SELECT envelope FROM plugin_releases WHERE number = 2) WHERE number = 1`,
    );
    const forged = await call('POST', '/releases/1/activate', {});
    expect([forged.status, forged.error.code, forged.error.message]).toEqual([
      409,
      'PLUGIN_RELEASE_INVALID',
      expect.stringContaining('it was signed as release set 2'),
    ]);
    await inDatabase(
      sql`UPDATE plugin_releases SET envelope = replace(envelope, '"sig":"', '"sig":"AAAA') WHERE number = 1`,
    );
    expect((await call('POST', '/releases/1/activate', {})).error.message).toContain(
      'signature is not valid',
    );
    // A set that becomes active in the database alone.
    await inDatabase(sql`UPDATE plugin_active SET revision = revision + 1, number = 1`);
    expect((await call<PluginsOverview>('GET', '')).body.problem).toContain('signature is not valid');
    expect(await inService()).toMatchObject({ [TIDE]: '2.0.0' });
  });

  it('keeps its packages from being deleted', async () => {
    await release([install(TIDE, '1.0.0')]);
    await release([install(TIDE, '2.0.0')]);
    for (const version of ['1.0.0', '2.0.0']) {
      const path = `/artifactory/plugins-local/${TIDE}/-/plugin-tide-${version}.tgz`;
      const headers = { authorization: platform.adminAuth };
      const reply = await platform.app.inject({ method: 'DELETE', url: path, headers });
      expect([reply.statusCode, reply.body]).toEqual([409, expect.stringContaining('Release set')]);
    }
  });
});

describe('a dry run', () => {
  const conflictsOf = async (changes: object[]) =>
    (await call<PluginPlan>('POST', '/plan', { changes })).body.conflicts.map(({ code, message }) => [
      code,
      message,
    ]);

  it('shows what would change, and changes nothing', async () => {
    const { body } = await call<PluginPlan>('POST', '/plan', { changes: [install(TIDE, '1.0.0')] });
    expect(body).toEqual({
      differences: [
        {
          ...{ specifier: TIDE, after: { version: '1.0.0', enabled: true, pinned: false } },
          bytes: { after: expect.any(Number) },
        },
      ],
      conflicts: [],
      warnings: [],
    });
    expect((await call<PluginReleases>('GET', '/releases')).body.releases).toEqual([]);
  });

  it('finds versions that do not exist, two plugins with one route, and required plugins', async () => {
    expect(await conflictsOf([install(TIDE, '9.0.0')])).toEqual([
      ['not-found', `plugins-local does not contain ${TIDE} 9.0.0`],
    ]);
    const route = { path: '/shore', name: 'ebb.main', title: { id: 'ebb', text: 'ebb' } };
    await publish({ name: 'ebb', version: '1.0.0', manifest: { contributions: { routes: [route] } } });
    const ebb = '@lading/plugin-ebb';
    expect(await conflictsOf([install(ebb, '1.0.0')])).toEqual([
      ['route', expect.stringContaining('both have the route /shore')],
    ]);
    expect(await conflictsOf([install(ebb, '1.0.0'), { action: 'disable', specifier: SHORE }])).toEqual([]);
    expect(await conflictsOf([{ action: 'disable', specifier: '@lading/plugin-auth' }])).toEqual([
      ['not-installed', expect.anything()],
    ]);
    expect((await release([install(ebb, '1.0.0')])).status).toBe(409);
  });

  it('warns before the plugins page is disabled, and knows the shipped version', async () => {
    const specifier = '@lading/plugin-admin';
    await publish({ name: 'admin', version: '1.0.0' });
    const changes = [install(specifier, '1.0.0'), { action: 'disable', specifier }];
    const { body } = await call<PluginPlan>('POST', '/plan', { changes });
    expect(body.warnings).toEqual([expect.stringContaining('there is no plugins page')]);
    const pinned = await call<PluginPlan>('POST', '/plan', {
      changes: [{ action: 'pin', specifier: SHORE }],
    });
    expect(pinned.body.differences).toEqual([
      { specifier: SHORE, after: { version: '1.0.0', enabled: true, pinned: true }, shipped: '1.0.0' },
    ]);
  });

  it('finds plugins that another one needs', async () => {
    const folder = await checkout.writePlugin({ name: 'moon', version: '1.0.0' }, 'published/moon');
    const manifest = {
      name: '@lading/plugin-moon',
      version: '1.0.0',
      peerDependencies: { [TIDE]: '^2.0.0' },
    };
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
    await withStorage(platform.storage, () => new OwnPlugins([folder], repositorySource).publish());
    const moon = install('@lading/plugin-moon', '1.0.0');
    expect(await conflictsOf([moon])).toEqual([
      ['dependency', `@lading/plugin-moon 1.0.0 requires ${TIDE} ^2.0.0, which is not enabled`],
    ]);
    expect(await conflictsOf([moon, install(TIDE, '1.0.0')])).toEqual([
      ['dependency', expect.stringContaining('which has version 1.0.0')],
    ]);
    expect(await conflictsOf([moon, install(TIDE, '2.0.0')])).toEqual([]);
  });
});

describe('the list of plugins', () => {
  it('has installed and available ones with publisher, size, and contributions', async () => {
    await release([install(TIDE, '1.0.0')]);
    const { body } = await call<PluginsOverview>('GET', '');
    const [shore, tide] = [SHORE, TIDE].map((name) =>
      body.plugins.find(({ specifier }) => specifier === name),
    );
    expect(shore).toMatchObject({ state: 'enabled', source: 'shipped', version: '1.0.0', upgrade: '2.0.0' });
    expect(tide).toMatchObject({
      state: 'enabled',
      source: 'release',
      upgrade: '2.0.0',
      changedBy: 'admin',
      versions: [{ version: '2.0.0', publishedBy: 'lading' }, { version: '1.0.0' }],
      facts: { contract: '1.x', contributions: [{ kind: 'routes', count: 1 }], paths: ['/tide'] },
    });
    expect(tide?.facts?.bytes).toBeGreaterThan(50);
    expect(body.active).toMatchObject({ number: 1, plugins: 1 });
  });
});

describe('a canary', () => {
  const canary = { groups: ['testers'], percent: 0 };
  const authorization = () => ({ authorization: platform.adminAuth });
  const notices = async () =>
    (await platform.app.inject({ url: '/ui/api/v1/ui/notifications', headers: authorization() })).json()
      .notifications;

  beforeAll(async () => {
    const headers = authorization();
    const post = (url: string, payload: object) =>
      platform.app.inject({ method: 'POST', url, headers, payload });
    for (const username of ['ada', 'ben', 'eve']) {
      const user = { username, email: `${username}@example.com`, password: PASSWORD };
      expect((await post('/access/api/v2/users', user)).statusCode).toBe(201);
    }
    const group = { name: 'testers', members: ['admin', 'ada', 'ben'] };
    expect((await post('/access/api/v2/groups', group)).statusCode).toBe(201);
  });

  it('is for its groups alone, then for everyone or for nobody', async () => {
    await release([install(TIDE, '1.0.0')], { canary });
    expect(await inService()).toEqual({ [SHORE]: '1.0.0' });
    expect(await inService(app, authorization())).toMatchObject({ [TIDE]: '1.0.0' });
    const cookies = await session('admin', platform.adminPassword);
    const told = await app.inject({ url: '/ui/api/v1/lading/release', cookies });
    expect(told.json()).toMatchObject({ release: 1 });
    expect((await app.inject('/ui/api/v1/lading/release')).json()).toMatchObject({ release: 0 });
    await call('POST', '/canary/stop');
    expect(await inService(app, authorization())).toEqual({ [SHORE]: '1.0.0' });
    await call('POST', '/releases/1/activate', { canary: { groups: [], percent: 100 } });
    expect(await inService()).toEqual({ [SHORE]: '1.0.0' });
    expect(await inService(app, authorization())).toMatchObject({ [TIDE]: '1.0.0' });
    await call('POST', '/canary/promote');
    expect(await inService()).toMatchObject({ [TIDE]: '1.0.0' });
    expect((await call('POST', '/canary/stop')).error.code).toBe('NO_PLUGIN_CANARY');
  });

  it('stops by itself when its plugin fails for two of its users, and says why', async () => {
    await release([install(TIDE, '1.0.0')]);
    await release([install(TIDE, '2.0.0')], { canary });
    await reports('eve', { failed: '2.0.0', count: 50 });
    await reports(undefined, { failed: '2.0.0', count: 50 });
    await reports('ada', { failed: '1.0.0', count: 50 });
    await reports('admin', { loaded: '2.0.0' });
    await reports('ada', { failed: '2.0.0' });
    await reports('ada', { failed: '2.0.0', count: 50 });
    expect(await inService(app, authorization())).toMatchObject({ [TIDE]: '2.0.0' });
    await reports('ben', { failed: '2.0.0' });
    expect(await inService(app, authorization())).toMatchObject({ [TIDE]: '1.0.0' });
    const { body } = await call<PluginReleases>('GET', '/releases');
    expect(body.activations[0]).toMatchObject({ action: 'stop', by: 'lading', number: 2 });
    await expect
      .poll(() => auditDetails('plugin-canary-stopped'))
      .toContain('Canary of release set 2 stopped: plugin tide 2.0.0 failed for 2 of 3 users');
    await expect.poll(notices).toMatchObject([
      {
        ...{ kind: 'plugin', subject: 'tide' },
        items: [{ problem: 'canary', version: '2.0.0', release: 2, share: 66 }],
      },
    ]);
  });

  it('does not stop when its users have no connection', async () => {
    await release([install(TIDE, '2.0.0')], { canary });
    await reports('ada', { failed: '2.0.0', as: 'network', count: 5 });
    await reports('ben', { failed: '2.0.0', as: 'network' });
    expect(await inService(app, authorization())).toMatchObject({ [TIDE]: '2.0.0' });
  });

  it('stops when its plugin fails 3 times for its only user, and counts from zero when activated again', async () => {
    await release([install(TIDE, '2.0.0')], { canary });
    for (const turn of [1, 2]) {
      await reports('ada', { failed: '2.0.0', count: 2 });
      expect(await inService(app, authorization()), `${turn}`).toMatchObject({ [TIDE]: '2.0.0' });
      await reports('ada', { failed: '2.0.0' });
      expect(await inService(app, authorization()), `${turn}`).toEqual({ [SHORE]: '1.0.0' });
      await call('POST', '/releases/1/activate', { canary });
    }
  });

  it('counts a browser that turned its plugin off, which reports no more failures', async () => {
    await release([install(TIDE, '2.0.0')], { canary });
    await reports('ada', { failed: '2.0.0', count: 2 });
    expect(await inService(app, authorization())).toMatchObject({ [TIDE]: '2.0.0' });
    await reports('ada', { off: '2.0.0' });
    expect(await inService(app, authorization())).toEqual({ [SHORE]: '1.0.0' });
  });
});

it('Every change is in the audit log', async () => {
  await release([install(TIDE, '1.0.0')]);
  await release([install(TIDE, '9.0.0')]);
  await call('POST', '/rollback', {});
  expect(await auditDetails('plugin-release-created')).toContain(
    `Release set 1 created: ${TIDE} not installed → 1.0.0`,
  );
  expect(await auditDetails('plugin-release-activated')).toEqual([
    'Rolled back from release set 1 to the shipped plugins',
    'Release set 1 activated for everyone',
  ]);
  expect(await auditDetails('plugin-release-rejected')).toContainEqual(expect.stringContaining('9.0.0'));
});

describe('a revoked version', () => {
  const revoke = (version: string, more: object = {}) =>
    call<PluginRevoked>('POST', '/revocations', {
      ...{ specifier: TIDE, version, reason: 'sends data away' },
      ...more,
    });
  const file = async (version: string, node = app) =>
    (await node.inject({ url: at('tide', version), headers: { 'sec-fetch-dest': 'script' } })).statusCode;

  it('leaves the active set at once, on all nodes, and a rollback does not load it [mfe-05]', async () => {
    const other = await start();
    await release([install(TIDE, '1.0.0')]);
    await release([install(TIDE, '2.0.0')]);
    expect([await inService(), await file('1.0.0')]).toEqual([{ [SHORE]: '1.0.0', [TIDE]: '2.0.0' }, 200]);
    expect((await revoke('2.0.0')).body).toEqual({ activated: 3 });
    expect(await inService()).toEqual({ [SHORE]: '1.0.0' });
    await expect.poll(() => inService(other), { timeout: 10_000 }).toEqual({ [SHORE]: '1.0.0' });
    expect([await file('2.0.0'), await file('2.0.0', other), await file('1.0.0')]).toEqual([404, 404, 200]);
    // Back to set 2, which has the revoked version.
    await call('POST', '/rollback', {});
    expect((await call<PluginReleases>('GET', '/releases')).body.releases[1]?.state).toBe('active');
    expect(await inService()).toEqual({ [SHORE]: '1.0.0', [TIDE]: 'integrity' });
    expect(await auditDetails('plugin-version-revoked')).toEqual([
      `${TIDE}@2.0.0 revoked: sends data away; release set 3 activated without it`,
    ]);
  });

  it('is not installed, activated, offered, or loaded by importmap.json, until it is restored', async () => {
    await release([install(TIDE, '2.0.0')], {});
    expect((await revoke('2.0.0')).body).toEqual({});
    expect((await revoke('2.0.0')).error).toMatchObject({ code: 'PLUGIN_VERSION_REVOKED' });
    const why = `${TIDE} 2.0.0 is revoked: sends data away`;
    for (const each of [
      await release([install(TIDE, '2.0.0')]),
      await call('POST', '/releases/1/activate', {}),
    ])
      expect(each).toMatchObject({ status: 409, error: { message: expect.stringContaining(why) } });
    await release([install(TIDE, '1.0.0')]);
    const listed = (await call<PluginsOverview>('GET', '')).body.plugins.find(
      (one) => one.specifier === TIDE,
    );
    expect(listed?.upgrade).toBeUndefined();
    expect(listed?.versions).toMatchObject([{ version: '2.0.0', revoked: 'sends data away' }, {}]);
    await writeMap({ [TIDE]: at('tide', '2.0.0') });
    const fallback = async () => {
      const { plugins } = await bootOf();
      return plugins.find((one) => one.specifier === TIDE)?.replaces?.cause;
    };
    await expect
      .poll(fallback, { timeout: 10_000 })
      .toBe(`An administrator revoked ${TIDE} 2.0.0: sends data away`);
    expect(await inService()).toMatchObject({ [TIDE]: '1.0.0' });
    const query = `/revocations?specifier=${encodeURIComponent(TIDE)}&version=2.0.0`;
    expect((await call('DELETE', query)).status).toBe(204);
    expect((await call('DELETE', query)).error).toMatchObject({ code: 'PLUGIN_VERSION_NOT_FOUND' });
    expect(await inService()).toMatchObject({ [TIDE]: '2.0.0' });
  });

  it('stops a canary that has it, and keeps one that has not', async () => {
    await release([install(TIDE, '1.0.0')]);
    await release([install(TIDE, '2.0.0')], { canary: { groups: [], percent: 100 } });
    expect((await revoke('1.0.0')).body).toEqual({ activated: 3 });
    expect((await call<PluginsOverview>('GET', '')).body.canary).toMatchObject({
      ...{ release: { number: 2 }, percent: 100 },
    });
    expect((await revoke('2.0.0')).body).toEqual({ stoppedCanary: 2 });
    expect((await call<PluginsOverview>('GET', '')).body).not.toHaveProperty('canary');
  });

  it('has to be published, and not the one of the console', async () => {
    expect(await revoke('9.9.9')).toMatchObject({ status: 404, error: { code: 'PLUGIN_VERSION_NOT_FOUND' } });
    expect(await revoke('1.0.0', { specifier: SHORE })).toMatchObject({
      ...{ status: 409, error: { message: expect.stringContaining('comes with the console') } },
    });
    const payload = { specifier: TIDE, version: '1.0.0', reason: 'test' };
    const anonymous = { method: 'POST', url: `${CALL}/revocations`, payload } as const;
    expect((await app.inject(anonymous)).statusCode).toBe(401);
  });
});

it.each([9, 2 ** 31, '99999999999999999999'])('does not find release set %s', async (number) => {
  const error = { code: 'PLUGIN_RELEASE_NOT_FOUND' };
  expect(await call('GET', `/releases/${number}`)).toMatchObject({ status: 404, error });
  expect(await call('POST', `/releases/${number}/activate`, {})).toMatchObject({ status: 404, error });
});
