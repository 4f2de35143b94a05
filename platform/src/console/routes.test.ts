import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { BootDocument, ImportMapDocument, ImportMapStatus } from '@lading/contract/rest';
import { CONTRACT_VERSION } from '@lading/contract/validation';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { withStorage } from '../database/db.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { OwnPlugins } from './own/OwnPlugins.ts';
import { repositorySource } from './plugins/RepositorySource.ts';
import { integrityOf, pluginFiles, type TestPlugin, testCheckout } from './testing/checkout.ts';
import { consoleNode } from './testing/consoleNode.ts';

let platform: TestPlatform;
let checkout: Awaited<ReturnType<typeof testCheckout>>;
let app: FastifyInstance;
/** Separate from the test platform, which has its own console. */
let home: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'lading-home-'));
  [platform, checkout] = await Promise.all([testPlatform(), testCheckout()]);
  app = await consoleOf({});
  await withStorage(platform.storage, () => app.ownPlugins.publish());
});
afterAll(async () => {
  await app.close();
  await Promise.all([platform.close(), checkout.remove(), rm(home, { recursive: true })]);
});
afterEach(async () => {
  for (const file of ['importmap.json', 'importmap.last-good.json']) {
    await rm(join(home, file), { force: true });
  }
});

const operatorMap = () => join(home, 'importmap.json');

const consoleOf = (settings: object) => consoleNode(platform, { root: checkout.root, home, settings });

async function publish(plugin: TestPlugin): Promise<void> {
  const folder = await checkout.writePlugin(plugin, `published/${plugin.name}-${plugin.version}`);
  await withStorage(platform.storage, () => new OwnPlugins([folder], repositorySource).publish());
}

const writeMap = (imports: object) => writeFile(operatorMap(), JSON.stringify({ imports }));

const SESSION = { cookie: '__Host-lading=a-session' };

async function page(path = '/ui/', made = app, session: Record<string, string> = SESSION) {
  const reply = await made.inject({ url: path, headers: { accept: 'text/html', ...session } });
  const block = (open: string) =>
    JSON.parse(reply.body.split(open)[1]?.split('</script>')[0]?.replaceAll('\\u003c', '<') ?? 'null');
  return {
    reply,
    boot: block('id="lading-boot">') as BootDocument,
    map: block('"systemjs-importmap">') as ImportMapDocument,
    preloads: [...reply.body.matchAll(/rel="preload"[^>]*href="([^"]+)"/g)].map(([, address]) => address),
  };
}

async function status(): Promise<ImportMapStatus> {
  const headers = { authorization: platform.adminAuth };
  return (await app.inject({ url: '/ui/api/v1/lading/importmap', headers })).json();
}

describe('the page', () => {
  it('is returned for every URL below /ui/ that a user opens, but not for missing files [shell-01]', async () => {
    expect((await app.inject('/')).headers.location).toBe('/ui/');
    for (const path of ['/ui/', '/ui/home', '/ui/packages/npm:%2F%2Fchart.js/1.0.0', '/ui/no/such/place']) {
      const { reply } = await page(path);
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    }
    const script = { accept: '*/*', 'sec-fetch-dest': 'script' };
    expect((await app.inject({ url: '/ui/home.js', headers: script })).statusCode).toBe(404);
    expect(
      (await app.inject({ url: '/ui/api/v1/nothing', headers: { accept: 'text/html' } })).statusCode,
    ).toBe(404);
  });

  it('contains the map with the hash of every module and plugin [mfe-01]', async () => {
    const { boot, map } = await page();
    expect(boot).toMatchObject({
      base: '/ui/',
      validated: CONTRACT_VERSION,
      plugins: [
        {
          name: 'shore',
          version: '1.0.0',
          specifier: '@lading/plugin-shore',
          address: '/ui/plugins/shore/1.0.0/plugin.js',
          hash: expect.stringMatching(/^[0-9a-f]{16}$/),
        },
      ],
    });
    expect(map.imports['@lading/plugin-shore']).toBe('/ui/plugins/shore/1.0.0/plugin.js');
    expect(map.imports.react).toBe('/ui/assets/core-1.js#react');
    const files = [...new Set(Object.values(map.imports).map((address) => address.replace(/#.*/, '')))];
    for (const address of files) {
      const { body } = await app.inject(address);
      expect(map.integrity[address]).toBe(integrityOf(body));
    }
    expect((await app.inject('/ui/importmap.json')).json()).toEqual(map);
  });

  it('preloads all scripts of its route in parallel, each with its hash', async () => {
    expect((await page('/ui/shore')).preloads).toEqual([
      '/ui/assets/core-1.js',
      '/ui/assets/shell-1.js',
      '/ui/assets/frame-1.js',
      '/ui/assets/ui-1.js',
      '/ui/assets/fluent-1.js',
      '/ui/plugins/shore/1.0.0/plugin.js',
      '/ui/plugins/shore/1.0.0/chunks/page-1.js',
    ]);
    const { reply } = await page('/ui/shore');
    for (const [tag] of reply.body.matchAll(/<(?:link rel="preload"|script src)[^>]*>/g)) {
      expect(tag).toMatch(/integrity="sha256-[^"]+" crossorigin="anonymous"/);
    }
  });

  it('lists the calls to make: those of every page, and those of its route without a query', async () => {
    const calls = async (path: string) => (await page(path)).boot.ahead?.map((call) => call.path);
    const initial = ['/ui/api/v1/ui/auth/current', '/ui/api/v1/system/auth/screen/footer'];
    expect(await calls('/ui/shore')).toEqual([...initial, '/shore/first']);
    expect(await calls('/ui/shore?name=a')).toEqual(initial);
    expect(await calls('/ui/no/such/place')).toEqual(initial);
  });

  it('preloads only the sign-in page for anonymous users', async () => {
    const routes = ['/login', '/open'].map((path) => {
      return {
        path,
        name: `enter${path}`,
        title: { id: 'enter', text: 'Enter' },
        public: true,
        frameless: true,
        ahead: [{ path: '/enter/first' }],
      };
    });
    await publish({ name: 'enter', version: '1.0.0', manifest: { preload: {}, contributions: { routes } } });
    await writeMap({ '@lading/plugin-enter': '/ui/plugins/enter/1.0.0/plugin.js' });
    const signIn = ['/ui/assets/core-1.js', '/ui/assets/shell-1.js', '/ui/plugins/enter/1.0.0/plugin.js'];
    const visitor = await page('/ui/shore', app, {});
    expect(visitor.preloads).toEqual(signIn);
    expect(visitor.boot.ahead).toEqual([{ path: '/enter/first' }]);
    expect(visitor.reply.headers.vary).toBe('accept-encoding, cookie');
    expect((await page('/ui/open')).preloads).toEqual(signIn);
    expect((await page('/ui/shore')).preloads).toContain('/ui/assets/frame-1.js');
    const open = await consoleOf({ anonymousAccess: true });
    expect((await page('/ui/shore', open, {})).preloads).toContain('/ui/assets/frame-1.js');
    await open.close();
  });

  it('is revalidated on each request, and sent only if changed', async () => {
    const first = (await page()).reply;
    expect(first.headers['cache-control']).toBe('no-cache');
    const headers = { ...SESSION, 'if-none-match': String(first.headers.etag) };
    const again = await app.inject({ url: '/ui/', headers });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    await writeMap({ '@lading/plugin-shore': null });
    const changed = await app.inject({ url: '/ui/', headers });
    expect(changed.statusCode).toBe(200);
    expect(changed.headers.etag).not.toBe(first.headers.etag);
  });

  it('allows only the console’s own files to run', async () => {
    const { headers, body } = (await page()).reply;
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'sha256-");
    expect(policy).toContain("base-uri 'none'; form-action 'self'; frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(headers['integrity-policy']).toBe('blocked-destinations=(script)');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-frame-options']).toBe('DENY');
    expect(body.match(/<script(?! src=| type="(?:systemjs-importmap|application\/json)")/)).toBeNull();
  });

  it('contains shortened clocks only if a test has set them', async () => {
    expect((await page()).boot.test).toBeUndefined();
    const made = await consoleOf({ testClocks: { chunkTimeout: 200, mountTimeout: 100 } });
    expect((await page('/ui/', made)).boot.test).toEqual({ chunkTimeout: 200, mountTimeout: 100 });
    await made.close();
  });
});

describe('files', () => {
  it('with a hash in their names are cached forever, with negotiated compression [mfe-10]', async () => {
    const plain = await app.inject('/ui/assets/core-1.js');
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    });
    for (const [encoding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      for (const url of ['/ui/assets/core-1.js', '/ui/plugins/shore/1.0.0/plugin.js']) {
        const reply = await app.inject({ url, headers: { 'accept-encoding': `deflate, ${encoding}` } });
        expect(reply.headers['content-encoding']).toBe(encoding);
        expect(unpack(reply.rawPayload).toString()).toBe((await app.inject(url)).body);
      }
    }
  });

  it('that are workers have a separate URL [mfe-10]', async () => {
    const reply = await app.inject('/ui/workers/shore/1.0.0/count-1.js');
    expect([reply.statusCode, reply.body]).toEqual([200, '/* a worker */']);
    expect(reply.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'",
    });
    expect((await page()).reply.headers['content-security-policy']).toContain("worker-src 'self'");
  });

  it.each([
    '/ui/workers/shore/1.0.0/plugin.js',
    '/ui/workers/shore/1.0.0/..%2fplugin.js',
    '/ui/assets/nothing.js',
    '/ui/assets/core-1.js.br',
    '/ui/assets/..%2fshared.json',
    '/ui/assets/%2e%2e%2f%2e%2e%2fshared.json',
    '/ui/assets/.hidden',
    '/ui/plugins/shore/1.0.0/package.json',
    '/ui/plugins/shore/1.0.0/..%2f1.0.0%2fplugin.js',
    '/ui/plugins/shore/9.9.9/plugin.js',
    '/ui/plugins/..%2f/1.0.0/plugin.js',
    '/ui/contributions/0123456789abcdef.json',
    '/ui/contributions/x',
  ])('%s does not exist', async (url) => {
    const reply = await app.inject({ url, headers: { 'sec-fetch-dest': 'script' } });
    expect([reply.statusCode, reply.headers['cache-control'] ?? '']).toEqual([
      404,
      expect.not.stringContaining('immutable'),
    ]);
  });
});

describe('contributions', () => {
  it('are returned for a revision, all or a selection, and stay available to open pages [mfe-05]', async () => {
    await publish({ name: 'tide', version: '1.0.0' });
    await writeMap({ '@lading/plugin-tide': '/ui/plugins/tide/1.0.0/plugin.js' });
    const { boot } = await page();
    const ask = async (query = '') => app.inject(`/ui/contributions/${boot.revision}.json${query}`);
    const all = await ask();
    expect(all.headers['cache-control']).toContain('immutable');
    expect(Object.keys(all.json().plugins)).toEqual(['shore', 'tide']);
    expect(Object.keys((await ask('?only=tide')).json().plugins)).toEqual(['tide']);
    expect(all.json().plugins.tide.contributions.routes[0].path).toBe('/tide');
    // The page gets those of its own route in another way.
    expect(all.body).not.toContain('ahead');
    await rm(operatorMap());
    expect((await page()).boot.revision).not.toBe(boot.revision);
    expect((await ask()).json()).toEqual(all.json());
  });
});

describe('the operator’s map', () => {
  it('replaces a version while the server runs; open pages keep the previous one [mfe-05]', async () => {
    await publish({ name: 'swap', version: '1.0.0' });
    await publish({ name: 'swap', version: '2.0.0' });
    await writeMap({ '@lading/plugin-swap': '/ui/plugins/swap/1.0.0/plugin.js' });
    const before = await page();
    await writeMap({ '@lading/plugin-swap': '/ui/plugins/swap/2.0.0/plugin.js' });
    const after = await page();
    const versions = [before, after].map(({ boot }) => boot.plugins.find(({ name }) => name === 'swap'));
    expect(versions.map((plugin) => plugin?.version)).toEqual(['1.0.0', '2.0.0']);
    expect(versions[0]?.hash).not.toBe(versions[1]?.hash);
    expect((await app.inject('/ui/plugins/swap/1.0.0/plugin.js')).body).toContain('swap 1.0.0');
    expect((await app.inject('/ui/plugins/swap/2.0.0/plugin.js')).body).toContain('swap 2.0.0');
  });

  it('turns a plugin off with null', async () => {
    await writeMap({ '@lading/plugin-shore': null });
    expect((await page()).boot.plugins).toEqual([]);
    expect((await status()).entries).toEqual([
      { specifier: '@lading/plugin-shore', address: null, from: 'operator', version: '' },
    ]);
  });

  it('keeps the last valid map active if invalid, and reports where and why', async () => {
    await writeMap({ '@lading/plugin-shore': null });
    await page();
    await writeFile(
      operatorMap(),
      '{\n  "imports": {\n    "@lading/plugin-shore": "https://example.org/x.js"\n  }\n}',
    );
    expect((await page()).boot.plugins).toEqual([]);
    expect(await status()).toMatchObject({
      file: operatorMap(),
      present: true,
      entries: [{ address: null, from: 'operator' }],
      rejections: [
        {
          specifier: '@lading/plugin-shore',
          line: 3,
          reason: expect.stringContaining('another origin, https://example.org'),
        },
      ],
    });
    await writeMap({});
    expect((await status()).rejections).toEqual([]);
    expect((await page()).boot.plugins).toHaveLength(1);
  });

  it.each(['sha384', 'sha512'])('loads a plugin whose manifest has %s hashes', async (algorithm) => {
    const source = 'System.register([], () => ({}));';
    const integrity = `${algorithm}-${createHash(algorithm).update(source).digest('base64')}`;
    const files = [{ path: 'plugin.js', integrity, size: source.length }];
    await publish({ name: algorithm, version: '1.0.0', entry: source, manifest: { files, preload: {} } });
    const address = `/ui/plugins/${algorithm}/1.0.0/plugin.js`;
    await writeMap({ [`@lading/plugin-${algorithm}`]: address });
    const { boot, map } = await page();
    expect(boot.plugins.filter(({ problem }) => problem)).toEqual([]);
    expect(map.integrity[address]).toBe(integrity);
  });

  it('reports problems of a plugin that the server detects [mfe-03]', async () => {
    await publish({
      name: 'lost',
      version: '1.0.0',
      manifest: { files: [{ path: 'plugin.js', integrity: 'sha256-x', size: 1 }] },
    });
    await publish({ name: 'bare', version: '1.0.0', manifest: { files: 'none' } });
    await publish({ name: 'shore', version: '1.0.0', packageName: 'lading-plugin-shore' });
    await writeMap({
      '@lading/plugin-lost': '/ui/plugins/lost/1.0.0/plugin.js',
      '@lading/plugin-bare': '/ui/plugins/bare/1.0.0/plugin.js',
      '@lading/plugin-gone': '/ui/plugins/gone/1.0.0/plugin.js',
      'lading-plugin-shore': '/ui/plugins/shore/1.0.0/plugin.js',
    });
    const { boot, map } = await page();
    expect(boot.plugins.map(({ specifier, problem }) => [specifier, problem?.class, problem?.cause])).toEqual(
      [
        ['@lading/plugin-shore', undefined, undefined],
        [
          '@lading/plugin-lost',
          'integrity',
          expect.stringContaining('plugin.js in @lading/plugin-lost 1.0.0'),
        ],
        [
          '@lading/plugin-bare',
          'not-a-plugin',
          expect.stringContaining('lading-plugin.json of @lading/plugin-bare'),
        ],
        ['@lading/plugin-gone', 'http', 'plugins-local does not contain @lading/plugin-gone 1.0.0'],
        [
          'lading-plugin-shore',
          'duplicate-name',
          expect.stringContaining('@lading/plugin-shore, which comes first'),
        ],
      ],
    );
    expect(map.imports['lading-plugin-shore']).toBeUndefined();
    expect(
      (await status()).entries.find(({ specifier }) => specifier === '@lading/plugin-gone')?.problem?.class,
    ).toBe('http');
  });

  it('is visible only to administrators', async () => {
    expect((await app.inject('/ui/api/v1/lading/importmap')).statusCode).toBe(401);
  });
});

describe('the console’s own plugins', () => {
  it('get a separate version after a rebuild, which the map uses', async () => {
    await checkout.writePlugin({
      name: 'shore',
      version: '1.0.0',
      entry: 'System.register([],()=>({/* anew */}))',
    });
    const made = await consoleOf({});
    await withStorage(platform.storage, () => made.ownPlugins.publish());
    const [plugin] = (await page('/ui/', made)).boot.plugins;
    expect(plugin?.version).toMatch(/^1\.0\.0-dev\.h[0-9a-f]{8}$/);
    expect((await made.inject(String(plugin?.address))).body).toContain('anew');
    expect((await made.inject('/ui/plugins/shore/1.0.0/plugin.js')).body).toContain('shore 1.0.0');
    await made.close();
  });

  it('leave the others active if unreadable, and the map’s status reports why', async () => {
    const broken = await consoleOf({});
    const stampOf = repositorySource.stampOf;
    repositorySource.stampOf = async (name, version) => {
      if (name === '@lading/plugin-shore') throw new Error('the disk is full');
      return stampOf(name, version);
    };
    try {
      await withStorage(platform.storage, () => broken.ownPlugins.publish());
    } finally {
      repositorySource.stampOf = stampOf;
    }
    expect((await page('/ui/', broken)).reply.statusCode).toBe(200);
    const reply = await broken.inject({
      url: '/ui/api/v1/lading/importmap',
      headers: { authorization: platform.adminAuth },
    });
    expect(reply.json<ImportMapStatus>().entries[0]?.problem?.cause).toContain('the disk is full');
    await broken.close();
  });
});

describe('a development origin', () => {
  it('loads the manifest for each page, and serves the console’s development build', async () => {
    let version = '1.0.0';
    const server = createServer((_request, response) => {
      const { 'lading-plugin.json': text } = pluginFiles({ name: 'shore', version, manifest: { files: [] } });
      response.end(text);
    });
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    const dev = `http://localhost:${(server.address() as AddressInfo).port}`;
    const made = await consoleOf({ devOrigin: dev });
    await writeMap({ '@lading/plugin-shore': `${dev}/plugin.js` });
    const first = await page('/ui/', made);
    expect(first.boot.plugins).toEqual([
      expect.objectContaining({ name: 'shore', version: '1.0.0', address: `${dev}/plugin.js` }),
    ]);
    expect(first.boot.plugins[0]?.problem).toBeUndefined();
    expect(first.boot.dev).toEqual({ origin: dev, preamble: `${dev}/@lading/preamble.js` });
    expect(first.map.imports.react).toBe('/ui/assets/core-development-1.js#react');
    expect(first.map.integrity[`${dev}/plugin.js`]).toBeUndefined();
    version = '1.1.0';
    expect((await page('/ui/', made)).boot.plugins[0]?.version).toBe('1.1.0');
    await made.close();
    server.close();
  });

  it('is the only relaxation of the policy; an unreachable plugin there is reported', async () => {
    const dev = 'http://127.0.0.1:9';
    const made = await consoleOf({ devOrigin: dev });
    await writeMap({ '@lading/plugin-shore': `${dev}/plugin.js` });
    const { reply, boot } = await page('/ui/', made);
    const policy = String(reply.headers['content-security-policy']);
    expect(policy).toContain(`script-src 'self' ${dev};`);
    expect(policy).toContain("connect-src 'self' http://127.0.0.1:9 ws://127.0.0.1:9");
    expect(boot.plugins[0]).toMatchObject({
      address: '/ui/plugins/shore/1.0.0/plugin.js',
      replaces: {
        address: `${dev}/plugin.js`,
        class: 'network',
        cause: expect.stringContaining('lading-kit dev'),
      },
    });
    await made.close();
  });
});
