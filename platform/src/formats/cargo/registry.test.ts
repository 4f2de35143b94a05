import { createHash, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { archive } from '../npm/testing/samples.ts';
import { metadataOf, publishBody, type SampleCrate, sampleCrate } from './testing/samples.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
  const made = await platform.app.inject({
    method: 'PUT',
    url: '/artifactory/api/repositories/crates',
    headers: { authorization: platform.adminAuth },
    payload: { rclass: 'local', packageType: 'cargo' },
  });
  expect(made.statusCode, made.body).toBe(201);
});
afterAll(() => platform?.close());

type Call = { method?: 'GET' | 'PUT' | 'DELETE'; payload?: Buffer; headers?: Record<string, string> };
const call = (path: string, { headers, ...options }: Call = {}) =>
  platform.app.inject({
    url: `/artifactory/api/cargo/crates/${path}`,
    headers: { authorization: platform.adminAuth, ...headers },
    ...options,
  });
const send = (payload: Buffer) => call('api/v1/crates/new', { method: 'PUT', payload });
const publish = async (sample: SampleCrate, crate?: Buffer) =>
  send(publishBody(metadataOf(sample), crate ?? (await sampleCrate(sample))));
const lines = async (path: string) =>
  (await call(path)).body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const kite: SampleCrate = {
  name: 'Wind_Kite',
  vers: '1.0.0',
  metadata: {
    deps: [
      {
        name: 'long-string',
        version_req: '^2',
        features: ['silk'],
        optional: true,
        default_features: false,
        target: null,
        kind: 'normal',
        registry: 'https://index.example/',
        explicit_name_in_toml: 'string',
      },
      { name: 'tester', version_req: '*', kind: 'dev' },
    ],
    features: { default: ['std'], std: [], rope: ['dep:string', 'string?/silk'] },
    links: 'wind',
    rust_version: '1.63',
    readme: '# From the request',
  },
  manifest: [
    'description = "Flies"',
    'license = "MIT/Apache-2.0"',
    'keywords = ["wind"]',
    'readme = "READ.ME"',
  ],
  files: { 'README.md': '# From the file' },
};

describe('a Cargo registry', () => {
  it('serves its config.json', async () => {
    const base = 'http://localhost/artifactory/api/cargo/crates';
    const config = { dl: `${base}/api/v1/crates`, api: base, 'auth-required': true };
    expect((await call('config.json')).json()).toEqual(config);
    expect((await call('index/config.json')).json()).toEqual(config);
    const visitor = await platform.app.inject({ url: '/artifactory/api/cargo/crates/config.json' });
    expect([visitor.statusCode, visitor.headers['www-authenticate']]).toEqual([
      401,
      'Cargo login_url="http://localhost/ui/user_profile"',
    ]);
  });

  it('accepts a crate and writes its index line', async () => {
    const answer = await publish(kite);
    expect(answer.json(), answer.body).toEqual({
      warnings: { invalid_categories: [], invalid_badges: [], other: [] },
    });
    const crate = await sampleCrate(kite);
    expect(await lines('wi/nd/wind_kite')).toEqual([
      {
        name: 'Wind_Kite',
        vers: '1.0.0',
        deps: [
          {
            name: 'string',
            package: 'long-string',
            req: '^2',
            features: ['silk'],
            optional: true,
            default_features: false,
            target: null,
            kind: 'normal',
            registry: 'https://index.example/',
          },
          {
            name: 'tester',
            req: '*',
            features: [],
            optional: false,
            default_features: true,
            target: null,
            kind: 'dev',
            registry: null,
          },
        ],
        cksum: createHash('sha256').update(crate).digest('hex'),
        features: { default: ['std'], std: [] },
        features2: { rope: ['dep:string', 'string?/silk'] },
        v: 2,
        links: 'wind',
        rust_version: '1.63',
        yanked: false,
      },
    ]);
    const downloaded = await call('api/v1/crates/Wind_Kite/1.0.0/download');
    expect(downloaded.rawPayload.equals(crate)).toBe(true);
  });

  it('accepts a crate too large to hold in memory', async () => {
    const large = {
      name: 'large',
      vers: '1.0.0',
      files: { 'data.txt': randomBytes(2_000_000).toString('base64') },
    };
    expect((await publish(large)).statusCode).toBe(200);
    const crate = await sampleCrate(large);
    expect(crate.length).toBeGreaterThan(1024 * 1024);
    expect((await call('api/v1/crates/large/1.0.0/download')).rawPayload.equals(crate)).toBe(true);
  });

  it('sends an index file again only after a change', async () => {
    const first = await call('index/wi/nd/wind_kite');
    const headers = { 'if-none-match': `${first.headers.etag}` };
    expect((await call('index/wi/nd/wind_kite', { headers })).statusCode).toBe(304);
    expect((await publish({ ...kite, vers: '1.0.1' })).statusCode).toBe(200);
    const news = await call('index/wi/nd/wind_kite', { headers });
    expect([news.statusCode, news.body.trim().split('\n').length]).toEqual([200, 2]);
  });

  it.each([
    ['a', '1/a'],
    ['ab', '2/ab'],
    ['abc', '3/a/abc'],
    ['abcd', 'ab/cd/abcd'],
    ['A-bC-d', 'a-/bc/a-bc-d'],
  ])('serves the index of crate %s at %s', async (name, path) => {
    expect((await publish({ name, vers: '0.1.0' })).statusCode).toBe(200);
    expect((await lines(path))[0]).toMatchObject({ name, v: 1 });
  });

  it.each(['wi/nd/wind-kite', 'ki/te/wind_kite', 'wi/nd/Wind_Kite', 'no/ne/none', '4/abcd', 'x', ''])(
    'returns 404 for %s',
    async (path) => {
      expect((await call(path)).statusCode).toBe(404);
    },
  );

  it('rejects a version that exists, regardless of build metadata', async () => {
    for (const vers of ['1.0.0', '1.0.0+build.2']) {
      const answer = await publish({ ...kite, vers });
      expect([answer.statusCode, answer.json().errors[0].detail]).toEqual([
        409,
        expect.stringContaining('already exists'),
      ]);
    }
    const same = await lines('wi/nd/wind_kite');
    expect(same.map(({ vers }) => vers)).toEqual(['1.0.0', '1.0.1']);
  });

  it.each(['wind-kite', 'WIND_KITE', 'wind_kite'])('rejects %s next to Wind_Kite', async (name) => {
    const answer = await publish({ name, vers: '9.0.0' });
    expect([answer.statusCode, answer.json().errors[0].detail]).toEqual([
      409,
      expect.stringContaining('Wind_Kite'),
    ]);
  });

  it('lets exactly one of several concurrent publishes of a version succeed', async () => {
    const answers = await Promise.all(
      ['1', '2', '3', '4'].map((text) =>
        publish({ name: 'race', vers: '1.0.0', files: { 'src/lib.rs': text } }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409]);
  });

  it('indexes the data of the manifest', async () => {
    const query = `{ package(id: "cargo://Wind_Kite") { description latestVersion licenses { name } tags versionsCount } }`;
    const answer = await platform.app.inject({
      method: 'POST',
      url: '/metadata/api/v1/query',
      headers: { authorization: platform.adminAuth },
      payload: { query },
    });
    expect(answer.json().data.package, answer.body).toEqual({
      description: 'Flies',
      latestVersion: '1.0.1',
      licenses: [{ name: 'MIT OR Apache-2.0' }],
      tags: ['wind'],
      versionsCount: 2,
    });
  });

  it('reads the license from the file that the manifest specifies', async () => {
    const mit =
      'Permission is hereby granted, free of charge, to any person: the above copyright notice and this permission ' +
      'notice shall be included. THE SOFTWARE IS PROVIDED "AS IS".';
    const named = ['license-file = "docs/LICENSE-OURS.txt"'];
    await publish({
      name: 'by-file',
      vers: '1.0.0',
      manifest: named,
      files: { 'docs/LICENSE-OURS.txt': mit },
    });
    await publish({ name: 'by-nobody', vers: '1.0.0', manifest: named, files: { LICENSE: mit } });
    const licenses = async (name: string) => {
      const query = `{ package(id: "cargo://${name}") { licenses { name } } }`;
      const headers = { authorization: platform.adminAuth };
      const url = '/metadata/api/v1/query';
      const answer = await platform.app.inject({ method: 'POST', url, headers, payload: { query } });
      return answer.json().data.package.licenses;
    };
    expect(await licenses('by-file')).toEqual([{ name: 'MIT' }]);
    expect(await licenses('by-nobody')).toEqual([]);
  });

  it('yanks and unyanks', async () => {
    const yanked = async () => (await lines('wi/nd/wind_kite')).map((line) => line.yanked);
    const at = 'api/v1/crates/Wind_Kite/1.0.0';
    expect((await call(`${at}/yank`, { method: 'DELETE' })).json()).toEqual({ ok: true });
    expect(await yanked()).toEqual([true, false]);
    expect((await call(`${at}/download`)).statusCode).toBe(200);
    expect((await call(`${at}/unyank`, { method: 'PUT' })).json()).toEqual({ ok: true });
    expect(await yanked()).toEqual([false, false]);
    expect((await call('api/v1/crates/Wind_Kite/7.0.0/yank', { method: 'DELETE' })).statusCode).toBe(404);
  });

  it('finds crates by name and description', async () => {
    const found = async (query: string) => {
      const { crates, meta } = (await call(`api/v1/crates?${query}`)).json();
      return [crates.map(({ name }: { name: string }) => name), meta.total];
    };
    expect(await found('q=KITE')).toEqual([['Wind_Kite'], 1]);
    expect(await found('q=flies&per_page=5')).toEqual([['Wind_Kite'], 1]);
    expect(await found('q=a&per_page=1')).toEqual([['a'], expect.any(Number)]);
    expect(await found('q=%25')).toEqual([[], 0]);
  });

  it('lists publishers as owners, and explains who can change that', async () => {
    expect((await call('api/v1/crates/wind_kite/owners')).json().users).toEqual([
      { id: 1, login: 'admin', name: 'admin' },
    ]);
    const answer = await call('api/v1/crates/wind_kite/owners', {
      method: 'PUT',
      payload: Buffer.from('{"users":["rosa"]}'),
    });
    expect([answer.statusCode, answer.json().errors[0].detail]).toEqual([
      400,
      expect.stringContaining('permissions'),
    ]);
  });

  const plain: SampleCrate = { name: 'plain', vers: '1.0.0' };
  const packed = async (files: Record<string, string>) => gzipSync(await archive(Object.entries(files)));
  const toml = '[package]\nname = "plain"\nversion = "1.0.0"\n';
  const at = 'plain-1.0.0/Cargo.toml';
  it.each<[string, string, () => Promise<Buffer>]>([
    ['another name inside', '"other"', () => packed({ [at]: toml.replace('plain', 'other') })],
    ['another version inside', '"1.0.1"', () => packed({ [at]: toml.replace('1.0.0', '1.0.1') })],
    ['no manifest', 'contains no plain-1.0.0/Cargo.toml', () => packed({ 'plain-1.0.0/src/lib.rs': '' })],
    ['another folder', 'is outside', () => packed({ [at]: toml, 'x/y': '' })],
    ['an escape', 'escapes', () => packed({ [at]: toml, 'plain-1.0.0/../../x': '' })],
    ['a broken manifest', 'not valid TOML', () => packed({ [at]: '[package' })],
    ['a manifest without a package', '[package]', () => packed({ [at]: 'x = 1' })],
    ['no archive', 'not a gzipped tar', async () => Buffer.from('no')],
    ['a bomb', 'larger than 1048576 bytes', () => packed({ [at]: `${toml}#${'x'.repeat(2_000_000)}` })],
  ])('rejects a crate with %s', async (_, said, make) => {
    const answer = await publish(plain, await make());
    expect(answer.statusCode, answer.body).toBe(400);
    expect(answer.json().errors[0].detail).toContain(said);
    expect((await call('pl/ai/plain')).statusCode).toBe(404);
  });

  it.each<[string, string, unknown]>([
    ['no name', 'Invalid crate name', {}],
    ['a bad name', 'Invalid crate name', { name: '1x', vers: '1.0.0' }],
    ['a reserved name', 'Invalid crate name', { name: 'con', vers: '1.0.0' }],
    ['a bad version', 'Invalid crate version', { name: 'plain', vers: '1.0' }],
    ['bad dependencies', "'deps' is not a list", { name: 'plain', vers: '1.0.0', deps: {} }],
    ['a bad dependency', "'deps' → 0 → 'name'", { name: 'plain', vers: '1.0.0', deps: [{}] }],
    ['bad features', "'features' is not an object", { name: 'plain', vers: '1.0.0', features: [] }],
    ['a list', 'not an object', []],
  ])('rejects metadata with %s', async (_, said, metadata) => {
    const answer = await send(publishBody(metadata, await sampleCrate(plain)));
    expect([answer.statusCode, answer.json().errors[0].detail]).toEqual([400, expect.stringContaining(said)]);
  });

  it.each<[string, string, (body: Buffer) => Buffer]>([
    ['is empty', 'length of its metadata', () => Buffer.alloc(0)],
    ['ends in the metadata', 'within the metadata', (body) => body.subarray(0, 20)],
    ['ends in the file', 'within the file', (body) => body.subarray(0, body.length - 1)],
    ['goes on', 'contains more', (body) => Buffer.concat([body, Buffer.from('x')])],
    ['claims too much', 'larger than', () => Buffer.from([255, 255, 255, 255])],
    ['is not JSON', 'not JSON', () => Buffer.from([1, 0, 0, 0, 0x7b, 0, 0, 0, 0])],
  ])('rejects a body that %s', async (_, said, change) => {
    const answer = await send(change(publishBody(metadataOf(plain), await sampleCrate(plain))));
    expect([400, 413]).toContain(answer.statusCode);
    expect(answer.json().errors[0].detail).toContain(said);
  });
});
