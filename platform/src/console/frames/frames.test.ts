import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  BootDocument,
  ImportMapDocument,
  PluginPlan,
  PluginPolicy,
  PluginsOverview,
} from '@lading/contract/rest';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createUser } from '../../access/users.ts';
import { withStorage } from '../../database/db.ts';
import { publishBody, sampleTarball } from '../../formats/npm/testing/samples.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { pluginFiles, testCheckout } from '../testing/checkout.ts';
import { consoleNode } from '../testing/consoleNode.ts';

const CALL = '/ui/api/v1/lading/plugins';
const TIDE = '@acme/lading-plugin-tide';
const ENTRY = '/ui/plugins/tide/1.0.0/plugin.js';
const DOCUMENT = '/ui/frames/tide/1.0.0/';
const PASSWORD = 'Kranich-Feder-10';
const SESSION = { cookie: '__Host-lading=a-session' };
const none: PluginPolicy = {
  packages: [],
  publishers: [],
  kinds: [],
  untrusted: [],
  untrustedPublishers: [],
};

let platform: TestPlatform;
let checkout: Awaited<ReturnType<typeof testCheckout>>;
let home: string;
let app: FastifyInstance;

const label = { id: 'tide.level', text: 'Level' };
const tide = pluginFiles({
  ...{ name: 'tide', version: '1.0.0', packageName: TIDE },
  manifest: {
    calls: [
      { methods: ['GET'], path: '/artifactory/api/repositories' },
      { methods: ['POST'], path: '/artifactory/api/trash' },
    ],
    contributions: {
      routes: [
        {
          ...{ path: '/tide', name: 'tide.main', title: { id: 'tide', text: 'Tide' } },
          ...{ public: true, frameless: true, ahead: [{ path: '/tide/first' }] },
        },
      ],
      features: [{ name: 'COMMON.TIDE', supported: true }],
      extensions: {
        dashboardWidgets: Array.from({ length: 5 }, (_, index) => ({
          ...{ id: `tide.${index}`, label, path: index === 0 ? '/tide' : '//evil.example' },
          ...(index === 0 ? { order: -1 } : {}),
          // Of another part: its place counts.
          widget: { $ref: 'extensions/nodeTabs/0/tab' },
        })),
        nodeTabs: [{ id: 'tide.depth', label, tab: { $ref: 'extensions/nodeTabs/0/tab' } }],
        rowActions: [
          { id: 'tide.sink', table: 'packages', label, run: { $ref: 'extensions/rowActions/0/run' } },
        ],
        tableColumns: [
          {
            ...{ id: 'tide.level', table: 'packages', label, order: 1, width: 96 },
            values: { $ref: 'extensions/rowActions/0/run' },
          },
        ],
        searchCategories: [
          { id: 'tide.ports', label, path: '/tide', order: 0 },
          // It would show what users search for to another page.
          { id: 'tide.all', label, path: '/packages' },
        ],
        commands: [{ id: 'tide.sail', label, shortcut: 'Mod+C', run: { $ref: 'extensions/commands/0/run' } }],
        adminCards: [{ id: 'tide.users', group: label, label, path: '/tide' }],
      },
    },
  },
});
const LEFT = ['features', 'dashboardWidgets (1 of 5)', 'searchCategories (1 of 2)', 'adminCards'];

beforeAll(async () => {
  [platform, checkout] = await Promise.all([testPlatform(), testCheckout()]);
  home = await mkdtemp(join(tmpdir(), 'lading-home-'));
  app = await consoleNode(platform, { root: checkout.root, home });
  await withStorage(platform.storage, async () => {
    await app.ownPlugins.publish();
    await createUser('rosa', { password: PASSWORD, admin: true });
  });
  const sample = { name: TIDE, version: '1.0.0', files: tide };
  const published = await platform.app.inject({
    method: 'PUT',
    url: '/artifactory/api/npm/plugins-local/@acme%2flading-plugin-tide',
    headers: { authorization: `Basic ${Buffer.from(`rosa:${PASSWORD}`).toString('base64')}` },
    payload: publishBody(sample, await sampleTarball(sample)),
  });
  expect([published.statusCode, published.body]).toEqual([201, expect.anything()]);
  await writeFile(join(home, 'importmap.json'), JSON.stringify({ imports: { [TIDE]: ENTRY } }));
});
afterAll(async () => {
  await app.close();
  await Promise.all([platform.close(), checkout.remove(), rm(home, { recursive: true })]);
});
beforeEach(() => setPolicy({}));

const admin = () => ({ authorization: platform.adminAuth });

async function setPolicy(policy: Partial<PluginPolicy>): Promise<void> {
  const payload = { ...none, ...policy };
  const answer = await app.inject({ method: 'PUT', url: `${CALL}/policy`, headers: admin(), payload });
  expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()]);
}

async function page(path = '/ui/tide', headers: Record<string, string> = SESSION) {
  const reply = await app.inject({ url: path, headers: { accept: 'text/html', ...headers } });
  const block = (open: string) =>
    JSON.parse(reply.body.split(open)[1]?.split('</script>')[0]?.replaceAll('\\u003c', '<') ?? 'null');
  return {
    reply,
    boot: block('id="lading-boot">') as BootDocument,
    map: block('"systemjs-importmap">') as ImportMapDocument,
    tide: (block('id="lading-boot">') as BootDocument).plugins.find(({ name }) => name === 'tide'),
  };
}

it('shows plugins in the page until an administrator says that they are untrusted', async () => {
  const { tide: trusted, map, reply } = await page();
  expect(trusted?.frame).toBeUndefined();
  expect(map.imports[TIDE]).toBe(ENTRY);
  expect(map.imports['@lading/shell/frames']).toBeUndefined();
  expect(reply.headers['content-security-policy']).not.toContain('frame-src');
  expect((await app.inject(DOCUMENT)).statusCode).toBe(404);
});

it.each<[string, Partial<PluginPolicy>]>([
  ['its package', { untrusted: [TIDE] }],
  ['its scope', { untrusted: ['@acme'] }],
  ['its publisher', { untrustedPublishers: ['rosa'] }],
])('keeps the code of a plugin out of the page if the policy lists %s', async (_what, policy) => {
  await setPolicy(policy);
  const { tide: untrusted, map, reply } = await page();
  expect(untrusted?.frame).toEqual({ reads: ['/artifactory/api/repositories'], left: LEFT });
  expect(map.imports[TIDE]).toBeUndefined();
  expect(map.imports['@lading/shell/frames']).toBe('/ui/assets/frames-1.js');
  expect(reply.headers['content-security-policy']).toContain("frame-src 'self'");
  expect(reply.body).not.toContain('href="/ui/plugins/tide');
});

it('tells open pages that the list or the import map changed', async () => {
  const told = async () =>
    (await app.inject({ url: '/ui/api/v1/lading/release', headers: SESSION })).json().revision;
  const { boot } = await page();
  expect(await told()).toBe(boot.revision);
  await setPolicy({ untrusted: ['@acme'] });
  const framed = await told();
  expect(framed).not.toBe(boot.revision);
  expect((await page()).boot.revision).toBe(framed);
  await setPolicy({});
  expect(await told()).toBe(boot.revision);
  await writeFile(join(home, 'importmap.json'), JSON.stringify({ imports: { [TIDE]: null } }));
  await vi.waitFor(async () => expect(await told()).not.toBe(boot.revision));
  await writeFile(join(home, 'importmap.json'), JSON.stringify({ imports: { [TIDE]: ENTRY } }));
  await vi.waitFor(async () => expect(await told()).toBe(boot.revision));
});

it('sends no call for it ahead, and shows it as an ordinary page', async () => {
  await setPolicy({ untrusted: ['@acme'] });
  const { boot, reply } = await page();
  expect(boot.ahead?.map(({ path }) => path)).not.toContain('/tide/first');
  expect(reply.body).toContain('data-frame="full"');
  // An anonymous user gets the sign-in page first: the plugin has no public page.
  expect((await page('/ui/tide', {})).boot.ahead?.map(({ path }) => path)).not.toContain('/tide/first');
});

it('gives pages only its routes, menu items, and parts that frames show', async () => {
  await setPolicy({ untrusted: ['@acme'] });
  const { boot, tide: untrusted } = await page();
  const contributions = await app.inject(`/ui/contributions/${boot.revision}.json?only=tide`);
  expect(contributions.json().plugins.tide.contributions).toEqual({
    routes: [{ path: '/tide', name: 'tide.main', title: { id: 'tide', text: 'Tide' } }],
    menuItems: [],
    extensions: {
      dashboardWidgets: [0, 1, 2, 3].map((index) => ({
        ...{ id: `tide.${index}`, label, ...(index === 0 ? { path: '/tide', order: 999 } : {}) },
        widget: { $ref: `extensions/dashboardWidgets/${index}/widget` },
      })),
      nodeTabs: [{ id: 'tide.depth', label, tab: { $ref: 'extensions/nodeTabs/0/tab' } }],
      rowActions: [
        { id: 'tide.sink', table: 'packages', label, run: { $ref: 'extensions/rowActions/0/run' } },
      ],
      tableColumns: [
        {
          ...{ id: 'tide.level', table: 'packages', label, order: 999, width: 96 },
          values: { $ref: 'extensions/tableColumns/0/values' },
        },
      ],
      commands: [{ id: 'tide.sail', label, run: { $ref: 'extensions/commands/0/run' } }],
      // After those of the console: the first one is the default.
      searchCategories: [{ id: 'tide.ports', label, path: '/tide', order: 999 }],
    },
  });
  await setPolicy({});
  // The cached manifest of the one is not used for the other.
  expect((await page()).tide?.hash).not.toBe(untrusted?.hash);
});

it('never treats plugins of the console so', async () => {
  await setPolicy({ untrusted: ['@lading', '@lading/plugin-shore'] });
  const { boot } = await page();
  expect(boot.plugins.filter(({ frame }) => frame)).toEqual([]);
});

it('serves the document of a frame with a policy of its own, and no data', async () => {
  await setPolicy({ untrusted: ['@acme'] });
  await page();
  const reply = await app.inject(DOCUMENT);
  expect(reply.statusCode).toBe(200);
  const policy = String(reply.headers['content-security-policy']);
  for (const rule of [
    'sandbox allow-scripts',
    "default-src 'none'",
    "connect-src 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "frame-src 'none'",
    "child-src 'none'",
  ])
    expect(policy).toContain(rule);
  expect(policy).not.toContain('allow-same-origin');
  // A policy of the plugin would be one for all strings.
  expect(policy).toMatch(/; trusted-types default$/);
  expect(reply.headers['x-frame-options']).toBe('SAMEORIGIN');
  expect(reply.headers['set-cookie']).toBeUndefined();
  expect(reply.body).toContain('<script src="/ui/assets/frame-boot-1.js" integrity="sha256-');
  const map = JSON.parse(reply.body.split('"systemjs-importmap">')[1]?.split('</script>')[0] ?? '');
  expect(map.imports['@lading/shell/framed']).toBe('/ui/assets/framed-1.js');
  const boot = JSON.parse(reply.body.split('id="lading-frame">')[1]?.split('</script>')[0] ?? '');
  expect(boot.files[`${DOCUMENT}plugin.js`]).toMatch(/^sha256-/);
});

it('serves no document to pages of another build, whose messages it might not understand', async () => {
  await setPolicy({ untrusted: ['@acme'] });
  expect((await app.inject(`${DOCUMENT}?host=frames-1.js`)).statusCode).toBe(200);
  const other = await app.inject(`${DOCUMENT}?host=frames-0.js`);
  expect([other.statusCode, other.json().errors[0].code]).toEqual([409, 'OTHER_BUILD']);
});

it('serves files to the opaque origin of a frame, of untrusted plugins only', async () => {
  await setPolicy({ untrusted: ['@acme'] });
  await page();
  const origin = { origin: 'null', 'sec-fetch-dest': 'script' };
  const file = await app.inject({ url: `${DOCUMENT}plugin.js`, headers: origin });
  expect([file.statusCode, file.body]).toEqual([200, tide['plugin.js']]);
  expect(file.headers['access-control-allow-origin']).toBe('*');
  expect(file.headers['access-control-allow-credentials']).toBeUndefined();
  const asset = await app.inject({ url: '/ui/assets/core-1.js', headers: origin });
  expect(asset.headers['access-control-allow-origin']).toBe('*');
  for (const url of [ENTRY, '/ui/plugins/shore/1.0.0/plugin.js', '/ui/tide', '/ui/importmap.json']) {
    const reply = await app.inject({ url, headers: { origin: 'null', accept: 'text/html' } });
    expect([url, reply.headers['access-control-allow-origin']]).toEqual([url, undefined]);
  }
  for (const url of [
    '/ui/frames/shore/1.0.0/',
    '/ui/frames/shore/1.0.0/plugin.js',
    '/ui/frames/tide/9.9.9/',
    `${DOCUMENT}lading-plugin.json`,
    `${DOCUMENT}..%2f..%2fsecret`,
  ])
    expect([url, (await app.inject(url)).statusCode]).toEqual([url, 404]);
});

it.each<[string, Partial<PluginPolicy>]>([
  ['package', { untrusted: [TIDE] }],
  ['publisher', { untrustedPublishers: ['rosa'] }],
])(
  'serves frames of pages of another node, by %s, also of a version that is not in use',
  async (_, policy) => {
    // It read the rules before they changed, and showed no page. Its map does not list the plugin.
    const elsewhere = await mkdtemp(join(tmpdir(), 'lading-home-'));
    const other = await consoleNode(platform, { root: checkout.root, home: elsewhere });
    try {
      expect((await other.inject(DOCUMENT)).statusCode).toBe(404);
      await setPolicy(policy);
      for (const url of [DOCUMENT, `${DOCUMENT}plugin.js`])
        expect([url, (await other.inject(url)).statusCode]).toEqual([url, 200]);
      for (const url of ['/ui/frames/shore/1.0.0/', '/ui/frames/tide/9.9.9/'])
        expect([url, (await other.inject(url)).statusCode]).toEqual([url, 404]);
    } finally {
      await other.close();
      await rm(elsewhere, { recursive: true });
    }
  },
);

it('tells an administrator beforehand what an untrusted plugin can do', async () => {
  await setPolicy({ untrusted: ['@acme'] });
  const changes = [{ action: 'install', specifier: TIDE, version: '1.0.0' }];
  const headers = admin();
  const plan = await app.inject({ method: 'POST', url: `${CALL}/plan`, headers, payload: { changes } });
  expect(plan.json<PluginPlan>().warnings).toContain(
    `${TIDE} 1.0.0 is untrusted and runs in frames. With the permissions of the user, it can read /artifactory/api/repositories. Its columns get the rows of these tables that users see: packages. Its contributions of these kinds are left out: ${LEFT.join(', ')}`,
  );
});

it('is shown as untrusted on the plugins page', async () => {
  const untrusted = async () => {
    const overview = (await app.inject({ url: CALL, headers: admin() })).json<PluginsOverview>();
    return overview.plugins.flatMap((plugin) => (plugin.untrusted ? [plugin.specifier] : []));
  };
  expect(await untrusted()).toEqual([]);
  await setPolicy({ untrusted: ['@acme'] });
  expect(await untrusted()).toEqual([TIDE]);
});

it('keeps the lists when an older client does not send them', async () => {
  await setPolicy({ untrusted: ['@acme'] });
  const payload = { packages: [], publishers: [], kinds: [] };
  const answer = await app.inject({ method: 'PUT', url: `${CALL}/policy`, headers: admin(), payload });
  expect(answer.json()).toMatchObject({ untrusted: ['@acme'], untrustedPublishers: [] });
});
