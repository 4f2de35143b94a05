import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BootDocument, ImportMapStatus } from '@lading/contract/rest';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readAudit } from '../access/audit/readAudit.ts';
import { withStorage } from '../database/db.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { OwnPlugins } from './own/OwnPlugins.ts';
import { repositorySource } from './plugins/RepositorySource.ts';
import { type TestPlugin, testCheckout } from './testing/checkout.ts';
import { consoleNode } from './testing/consoleNode.ts';

const DEV = 'http://127.0.0.1:9';
const SHORE = '@lading/plugin-shore';
const AUTH = '@lading/plugin-auth';
const at = (name: string, version: string) => `/ui/plugins/${name}/${version}/plugin.js`;
const route = (path: string) => ({
  path,
  name: `enter${path}`,
  title: { id: 'enter', text: 'Enter' },
  public: true,
});

let platform: TestPlatform;
let checkout: Awaited<ReturnType<typeof testCheckout>>;
let log: string[];
/** Separate from the test platform, which has its own console. */
let home: string;
const open: FastifyInstance[] = [];

beforeAll(async () => {
  [platform, checkout] = await Promise.all([testPlatform(), testCheckout()]);
  const auth = { name: 'auth', version: '1.0.0', manifest: { contributions: { routes: [route('/login')] } } };
  await checkout.writePlugin(auth);
  await writeFile(
    new URL('importmap.json', checkout.root),
    JSON.stringify({ imports: { [AUTH]: at('auth', '1.0.0'), [SHORE]: at('shore', '1.0.0') } }),
  );
});
afterAll(() => Promise.all([platform.close(), checkout.remove()]));
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'lading-home-'));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()));
  await rm(home, { recursive: true });
});

/** Starts a server on the same data, as after a restart. */
async function start(settings: object = {}, { publish: publishing = true } = {}): Promise<FastifyInstance> {
  log = [];
  const stream = { write: (line: string) => void log.push(line) };
  const app = await consoleNode(platform, {
    ...{ root: checkout.root, home, settings, watch: true },
    logger: { level: 'info', stream },
  });
  if (publishing) await withStorage(platform.storage, () => app.ownPlugins.publish());
  open.push(app);
  return app;
}

const writeFileText = (text: string) => writeFile(join(home, 'importmap.json'), text);
const writeMap = (imports: object) => writeFileText(JSON.stringify({ imports }));

async function publish(plugin: TestPlugin): Promise<void> {
  const folder = await checkout.writePlugin(plugin, `published/${plugin.name}-${plugin.version}`);
  await withStorage(platform.storage, () => new OwnPlugins([folder], repositorySource).publish());
}

async function bootOf(app: FastifyInstance, path = '/ui/'): Promise<BootDocument> {
  const { body } = await app.inject({ url: path, headers: { accept: 'text/html' } });
  return JSON.parse(body.split('id="lading-boot">')[1]?.split('</script>')[0] ?? 'null');
}

/** Specifier → version, and the replaced version. */
async function inService(app: FastifyInstance, path?: string): Promise<Record<string, string>> {
  const { plugins } = await bootOf(app, path);
  return Object.fromEntries(
    plugins.map(({ specifier, version, problem, replaces }) => [
      specifier,
      `${problem ? `${problem.class}: ` : ''}${version}${replaces ? ` for ${replaces.address}` : ''}`,
    ]),
  );
}

async function statusOf(app: FastifyInstance): Promise<ImportMapStatus> {
  const headers = { authorization: platform.adminAuth };
  return (await app.inject({ url: '/ui/api/v1/lading/importmap', headers })).json();
}

const audited = (event: string) =>
  withStorage(platform.storage, async () =>
    (await readAudit({ event, limit: 100 })).events.map(({ detail }) => detail),
  );

describe('a version that cannot be loaded', () => {
  it('falls back to the last version that loaded, then to the shipped one [mfe-03]', async () => {
    await publish({ name: 'shore', version: '2.0.0' });
    const app = await start();
    await writeMap({ [SHORE]: at('shore', '9.0.0') });
    expect(await inService(app)).toMatchObject({ [SHORE]: `1.0.0 for ${at('shore', '9.0.0')}` });
    await writeMap({ [SHORE]: at('shore', '2.0.0') });
    expect(await inService(app)).toMatchObject({ [SHORE]: '2.0.0' });
    await writeMap({ [SHORE]: at('shore', '9.0.0') });
    expect(await inService(app)).toMatchObject({ [SHORE]: `2.0.0 for ${at('shore', '9.0.0')}` });
    const entry = (await statusOf(app)).entries.find(({ specifier }) => specifier === SHORE);
    expect(entry).toMatchObject({
      address: at('shore', '9.0.0'),
      inService: at('shore', '2.0.0'),
      problem: { class: 'http', cause: `plugins-local does not contain ${SHORE} 9.0.0` },
    });
  });

  it('keeps the sign-in page if the version lacks that page or does not exist', async () => {
    await publish({ name: 'auth', version: '2.0.0', manifest: { contributions: { routes: [route('/x')] } } });
    const app = await start();
    await writeMap({ [AUTH]: at('auth', '2.0.0') });
    const { plugins } = await bootOf(app);
    expect(plugins[0]).toMatchObject({
      specifier: AUTH,
      version: '1.0.0',
      replaces: { cause: expect.stringContaining('it has no public page /login') },
    });
    await writeMap({ [AUTH]: null });
    expect((await inService(app))[AUTH]).toMatch(/^1\.0\.0/);
    expect((await statusOf(app)).rejections).toEqual([
      { specifier: AUTH, line: 1, reason: expect.stringContaining('cannot be turned off') },
    ]);
  });

  it('is served from the build if missing in plugins-local', async () => {
    await checkout.writePlugin({ name: 'lost', version: '1.0.0' });
    await writeMap({ '@lading/plugin-lost': at('lost', '3.0.0') });
    const app = await start({}, { publish: false });
    const { plugins } = await bootOf(app);
    const lost = plugins.find(({ name }) => name === 'lost');
    expect(lost?.version).toMatch(/^1\.0\.0-dev\.h/);
    expect((await app.inject(String(lost?.address))).body).toContain('lost 1.0.0');
    await rm(new URL('plugins/lost/', checkout.root), { recursive: true });
  });

  it('has no effect in safe mode: the page uses only shipped versions', async () => {
    const app = await start();
    await publish({ name: 'tide', version: '1.0.0' });
    await writeMap({ [SHORE]: at('shore', '2.0.0'), '@lading/plugin-tide': at('tide', '1.0.0') });
    expect(Object.keys(await inService(app))).toEqual([AUTH, SHORE, '@lading/plugin-tide']);
    expect(await inService(app, '/ui/login?safe-mode')).toEqual({ [AUTH]: '1.0.0', [SHORE]: '1.0.0' });
    const boot = await bootOf(app, '/ui/?safe-mode');
    expect(boot.safeMode).toBe(true);
    const manifests = await app.inject(`/ui/contributions/${boot.revision}.json`);
    expect(Object.keys(manifests.json().plugins)).toEqual(['auth', 'shore']);
    expect((await bootOf(app)).safeMode).toBeUndefined();
  });
});

describe('the last valid import map', () => {
  it('survives a restart [mfe-05]', async () => {
    const first = await start();
    await writeMap({ [SHORE]: at('shore', '2.0.0') });
    expect(await inService(first)).toMatchObject({ [SHORE]: '2.0.0' });
    await writeFileText('{ "imports": oops');
    const second = await start();
    expect(await inService(second)).toMatchObject({ [SHORE]: '2.0.0' });
    expect((await statusOf(second)).rejections).toMatchObject([{ line: 1, whole: true }]);
  });

  it('keeps the previous version of a rejected entry, and applies the others', async () => {
    const app = await start();
    await writeMap({ [SHORE]: at('shore', '2.0.0') });
    await inService(app);
    await writeMap({ [SHORE]: 5, '@lading/plugin-tide': at('tide', '1.0.0') });
    expect(await inService(app)).toEqual({
      [AUTH]: '1.0.0',
      [SHORE]: '2.0.0',
      '@lading/plugin-tide': '1.0.0',
    });
  });

  it('ignores and logs an entry left by lading-kit dev', async () => {
    const developing = await start({ devOrigin: DEV });
    await writeMap({ [SHORE]: `${DEV}/plugin.js` });
    expect(await inService(developing)).toMatchObject({ [SHORE]: `1.0.0 for ${DEV}/plugin.js` });
    expect(log.join('')).toContain('Is lading-kit dev running?');
    const app = await start();
    expect(await inService(app)).toMatchObject({ [SHORE]: '1.0.0' });
    expect(log.join('')).toMatch(
      /plugin-shore.*another origin, http:\/\/127\.0\.0\.1:9.*LADING_DEV_ORIGIN is not set/,
    );
  });

  it('is read again even without page requests; each change and failure is recorded once', async () => {
    const app = await start();
    await writeMap({ [SHORE]: at('shore', '4.0.0'), react: '/x.js' });
    const change = `${SHORE}: no entry → ${at('shore', '4.0.0')}`;
    await vi.waitFor(async () => expect(await audited('import-map-changed')).toContain(change), 20_000);
    await inService(app);
    await vi.waitFor(async () => {
      expect(await audited('import-map-rejected')).toContainEqual(
        expect.stringContaining('invalid plugin name "react"'),
      );
      const failed = (await audited('plugin-failed')).filter((detail) => detail.includes('shore 4.0.0'));
      expect(failed).toEqual([expect.stringContaining(`${at('shore', '1.0.0')} is used instead`)]);
    });
    await vi.waitFor(async () => {
      const headers = { authorization: platform.adminAuth };
      const { notifications } = (
        await platform.app.inject({ url: '/ui/api/v1/ui/notifications', headers })
      ).json();
      expect(notifications).toContainEqual(
        expect.objectContaining({
          ...{ kind: 'plugin', subject: 'shore' },
          items: expect.arrayContaining([
            expect.objectContaining({ problem: 'fallback', version: '4.0.0', target: '1.0.0' }),
          ]),
        }),
      );
    });
    expect(log.filter((line) => line.includes('import-map-changed'))).toHaveLength(1);
    expect(log.filter((line) => line.includes('plugin-failed'))).toHaveLength(1);
    expect((await statusOf(app)).failures.map(({ detail }) => detail).join()).toContain('shore 4.0.0');
  });
});

it('records no failure before the shipped plugins are published', async () => {
  const app = await start({}, { publish: false });
  await writeMap({ [SHORE]: at('shore', '7.0.0') });
  // Long enough for two checks of the map, if there were any.
  await new Promise((resolve) => setTimeout(resolve, 4_500));
  expect(log.join('')).not.toContain('plugin-failed');
  await withStorage(platform.storage, () => app.ownPlugins.publish());
  await vi.waitFor(() => expect(log.join('')).toContain('shore 7.0.0'), 20_000);
});
