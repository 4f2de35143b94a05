import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, transaction, withStorage } from '../../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../../testing/testPlatform.ts';
import { untilQueryWaits } from '../../../testing/untilQueryWaits.ts';
import {
  digestOf,
  ociConfig,
  ociIndex,
  ociLayer,
  ociManifest,
  pushImage,
  RegistryClient,
} from '../testing/RegistryClient.ts';
import { removeTagVersion } from './removeManifest.ts';

let platform: TestPlatform;
let client: RegistryClient;
beforeAll(async () => {
  platform = await testPlatform({ listen: true });
  client = new RegistryClient(platform.baseUrl, { user: 'admin', password: platform.adminPassword });
});
afterAll(() => platform.close());

const within = <T>(work: () => Promise<T>) => withStorage(platform.storage, work);
const manifestOf = (name: string, reference: string, headers = {}) =>
  client.ask('GET', `/v2/${name}/manifests/${reference}`, { headers });
const put = (name: string, reference: string, body: string | Buffer, type: string = ociManifest) =>
  client.ask('PUT', `/v2/${name}/manifests/${reference}`, { headers: { 'content-type': type }, body });
const codes = (answer: { json(): Record<string, unknown> }) =>
  (answer.json().errors as { code: string }[]).map(({ code }) => code);
async function query(text: string) {
  const answer = await platform.app.inject({
    method: 'POST',
    url: '/metadata/api/v1/query',
    headers: { authorization: platform.adminAuth },
    payload: { query: text },
  });
  return answer.json().data;
}
const paths = async (repo: string) =>
  (
    await within(() =>
      db().execute<{ path: string }>(sql`SELECT path FROM files WHERE repo = ${repo} ORDER BY path`),
    )
  ).rows.map(({ path }) => path);

describe('a manifest', () => {
  it('is stored unchanged and served with its type and digest', async () => {
    const name = 'docker-local/exact';
    const { config, layer } = await pushImage(client, name, 'first');
    const odd = `{ "schemaVersion":2,\n"mediaType": "${ociManifest}", "config": ${JSON.stringify(config)},\t"layers": [${JSON.stringify(layer)}] , "é":"\\u0000" }\n`;
    const answer = await put(name, 'odd', odd);
    expect(answer.status).toBe(201);
    expect(answer.headers['docker-content-digest']).toBe(digestOf(odd));
    expect((await manifestOf(name, 'odd')).text).toBe(odd);
    expect((await manifestOf(name, digestOf(odd))).text).toBe(odd);
    const known = await manifestOf(name, 'odd', { 'if-none-match': `"${digestOf(odd)}"` });
    expect(known.status).toBe(304);
    expect((await put(name, digestOf(odd, 'sha512'), odd)).status).toBe(201);
    expect((await manifestOf(name, digestOf(odd, 'sha512'))).text).toBe(odd);
  });

  it('is rejected with the reason', async () => {
    const name = 'docker-local/refused';
    const { manifest, config, layer } = await pushImage(client, name, 'good');
    const text = JSON.stringify(manifest);
    const missing = { mediaType: ociLayer, digest: digestOf('nowhere'), size: 7 };
    const cases: [string, string, string?][] = [
      ['MANIFEST_INVALID', '[]'],
      ['MANIFEST_INVALID', '"text"'],
      ['MANIFEST_INVALID', JSON.stringify({ ...manifest, schemaVersion: 1 })],
      ['MANIFEST_INVALID', JSON.stringify({ ...manifest, mediaType: ociIndex })],
      ['MANIFEST_INVALID', JSON.stringify({ ...manifest, layers: {} })],
      ['MANIFEST_INVALID', JSON.stringify({ ...manifest, config: undefined })],
      ['MANIFEST_INVALID', JSON.stringify({ ...manifest, config: { ...config, size: -1 } })],
      ['MANIFEST_INVALID', JSON.stringify({ ...manifest, annotations: { a: 1 } })],
      ['MANIFEST_INVALID', text, 'text/plain'],
      ['MANIFEST_INVALID', text, 'application/vnd.docker.distribution.manifest.v1+json'],
      ['DIGEST_INVALID', JSON.stringify({ ...manifest, layers: [{ ...layer, digest: 'sha256:no' }] })],
      ['MANIFEST_BLOB_UNKNOWN', JSON.stringify({ ...manifest, layers: [missing] })],
      [
        'MANIFEST_BLOB_UNKNOWN',
        JSON.stringify({ ...manifest, config: { ...missing, mediaType: ociConfig } }),
      ],
      [
        'MANIFEST_BLOB_UNKNOWN',
        JSON.stringify({ schemaVersion: 2, mediaType: ociIndex, manifests: [missing] }),
        ociIndex,
      ],
    ];
    for (const [code, body, type] of cases) {
      const answer = await put(name, 'bad', body, type);
      expect([body, answer.status, codes(answer)]).toEqual([body, 400, [code]]);
    }
    expect(codes(await put(name, digestOf('another'), text))).toEqual(['DIGEST_INVALID']);
    expect(codes(await put(name, '-bad', text))).toEqual(['TAG_INVALID']);
    expect(codes(await put('docker-local/Upper', 'x', text))).toEqual(['NAME_INVALID']);
    expect(codes(await put('docker-local/a//b', 'x', text))).toEqual(['NAME_INVALID']);
    expect(codes(await put('docker-local', 'x', text))).toEqual(['NAME_UNKNOWN']);
    expect((await put(name, 'large', Buffer.alloc(4 * 1024 * 1024 + 1, 32))).status).toBe(413);
    expect((await manifestOf(name, 'bad')).status).toBe(404);
  });

  it('does not require the bytes of layers that must not be redistributed', async () => {
    const name = 'docker-local/foreign';
    const { manifest } = await pushImage(client, name, 'good');
    const foreign = {
      mediaType: 'application/vnd.docker.image.rootfs.foreign.diff.tar.gzip',
      digest: digestOf('theirs'),
      size: 6,
      urls: ['https://example.org/layer'],
    };
    const answer = await put(name, 'foreign', JSON.stringify({ ...manifest, layers: [foreign] }));
    expect(answer.status).toBe(201);
  });

  it('can be an index of layers, which builders use as a cache', async () => {
    const name = 'docker-local/cache';
    const cached = await client.pushBlob(name, randomBytes(30), ociLayer);
    const config = await client.pushBlob(
      name,
      Buffer.from('{"layers":[]}'),
      'application/vnd.buildkit.cacheconfig.v0',
    );
    const index = { schemaVersion: 2, mediaType: ociIndex, manifests: [cached, config] };
    expect((await put(name, 'buildcache', JSON.stringify(index), ociIndex)).status).toBe(201);
    expect((await manifestOf(name, 'buildcache', { accept: ociIndex })).json()).toEqual(index);
    // The layers that it requires are kept with it.
    const refused = await client.ask('DELETE', `/v2/${name}/blobs/${cached.digest}`);
    expect([refused.status, codes(refused)]).toEqual([405, ['UNSUPPORTED']]);
    const lacking = { ...index, manifests: [{ ...cached, digest: digestOf('not pushed') }] };
    const missing = await put(name, 'buildcache', JSON.stringify(lacking), ociIndex);
    expect([missing.status, codes(missing)]).toEqual([400, ['MANIFEST_BLOB_UNKNOWN']]);
  });

  it('can be as large as the specification requires', async () => {
    const name = 'docker-local/large';
    const { manifest } = await pushImage(client, name, 'small');
    const annotations = Object.fromEntries(
      Array.from({ length: 390 }, (_, at) => [`note-${at}`, 'A'.repeat(10_000)]),
    );
    const body = JSON.stringify({ ...manifest, annotations });
    expect((await put(name, 'large', body)).status).toBe(201);
    expect((await manifestOf(name, 'large')).text).toBe(body);
  });

  it('lists many referrers in pages, none larger than a manifest may be', async () => {
    const name = 'docker-local/spoken';
    const { digest, manifest } = await pushImage(client, name, '1.0');
    const subject = { mediaType: ociManifest, digest, size: JSON.stringify(manifest).length };
    for (let at = 0; at < 5; at++) {
      const annotations = { note: `${at}`.repeat(1_200_000) };
      expect(
        (await put(name, `speaks-${at}`, JSON.stringify({ ...manifest, subject, annotations }))).status,
      ).toBe(201);
    }
    const found = new Set<string>();
    let pages = 0;
    for (let next = `/v2/${name}/referrers/${digest}`; next !== ''; pages++) {
      const answer = await client.ask('GET', next);
      expect(answer.bytes.length).toBeLessThan(4 * 1024 * 1024);
      for (const each of answer.json().manifests as { digest: string }[]) found.add(each.digest);
      next = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers.link))?.[1] ?? '';
    }
    expect([found.size, pages > 1]).toEqual([5, true]);
  });

  it('is served only to clients that accept its type', async () => {
    const name = 'docker-local/typed';
    const { digest } = await pushImage(client, name, 'image');
    const size = (await manifestOf(name, 'image')).bytes.length;
    const index = {
      schemaVersion: 2,
      mediaType: ociIndex,
      manifests: [{ mediaType: ociManifest, digest, size }],
    };
    expect((await put(name, 'index', JSON.stringify(index), ociIndex)).status).toBe(201);
    expect((await manifestOf(name, 'index', { accept: ociManifest })).status).toBe(404);
    expect((await manifestOf(name, 'index', { accept: `${ociManifest}, ${ociIndex}` })).status).toBe(200);
    expect((await manifestOf(name, 'index', { accept: '*/*' })).status).toBe(200);
    expect((await manifestOf(name, 'index')).headers['content-type']).toBe(ociIndex);
  });

  it('is a version in the package index, with its layers as files', async () => {
    const name = 'docker-local/team/indexed';
    const labels = {
      'org.opencontainers.image.licenses': 'MIT OR (Apache-2.0 AND BSD-3-Clause)',
      'org.opencontainers.image.description': 'An image with labels',
    };
    const config = { created: '2023-04-05T06:07:08Z', config: { Labels: labels } };
    const started = Date.now();
    const pushed = await pushImage(client, name, '1.2.0', { config, layer: 'x'.repeat(1000) });
    const before = await paths('docker-local');
    const file = (digest: string) => `team/indexed/_layers/${digest.replace(':', '__')}`;
    for (const path of [
      'team/indexed/1.2.0/manifest.json',
      `team/indexed/_manifests/${pushed.digest.replace(':', '__')}.json`,
      file(pushed.config.digest),
      file(pushed.layer.digest),
    ]) {
      expect(before).toContain(path);
    }
    const { versions } =
      await query(`{ versions(filter: {packageId: "docker://team/indexed"}, first: 10) { edges { node {
      name created size licenses { name } files { name path lead size } package { description } repos { leadFilePath } } } } }`);
    expect(versions.edges).toHaveLength(1);
    const [{ node }] = versions.edges;
    expect(node).toMatchObject({
      name: '1.2.0',
      licenses: [{ name: 'MIT OR (Apache-2.0 AND BSD-3-Clause)' }],
      package: { description: 'An image with labels' },
      repos: [{ leadFilePath: 'team/indexed/1.2.0/manifest.json' }],
    });
    // Published when it was pushed, not when it was built.
    expect(Date.parse(node.created)).toBeGreaterThanOrEqual(started);
    expect(node.files.find(({ lead }: { lead: boolean }) => lead).name).toContain('manifest.json');
    // The console lists the contents of layers by these paths.
    expect(node.files.map(({ path }: { path: string }) => path)).toContain(file(pushed.layer.digest));
    expect(node.size).toBe(pushed.config.size + 1000 + JSON.stringify(pushed.manifest).length);

    // Moving a tag replaces its version.
    await pushImage(client, name, '1.2.0', { layer: 'y'.repeat(3000) });
    const again = await query(
      '{ versions(filter: {packageId: "docker://team/indexed"}, first: 10) { edges { node { name size } } } }',
    );
    expect(again.versions.edges).toHaveLength(1);
    expect(again.versions.edges[0].node.size).toBeGreaterThan(3000);
  });

  it('is shown as the version that `latest` points to', async () => {
    const name = 'docker-local/newest';
    const shown = async () => {
      const { packages } = await query(
        '{ packages(filter: {name: "newest"}, first: 1) { edges { node { latestVersion } } } }',
      );
      return packages.edges[0].node.latestVersion;
    };
    await pushImage(client, name, 'latest', { layer: 'one' });
    expect(await shown()).toBe('latest');
    await pushImage(client, name, '1.9.0', { layer: 'one' });
    expect(await shown()).toBe('1.9.0');
    await pushImage(client, name, '1.10.0', { layer: 'two' });
    expect(await shown()).toBe('1.9.0');
    for (const tag of ['latest', 'edge']) await pushImage(client, name, tag, { layer: 'two' });
    expect(await shown()).toBe('1.10.0');
    await pushImage(client, name, '2.0.0', { layer: 'three' });
    expect(await shown()).toBe('1.10.0');
    await client.ask('DELETE', `/v2/${name}/manifests/latest`);
    expect(await shown()).toBe('2.0.0');
  });

  it('counts a pull for its version, by tag or by digest', async () => {
    const name = 'docker-local/counted';
    const { digest } = await pushImage(client, name, '1.0');
    await manifestOf(name, '1.0');
    await manifestOf(name, digest);
    await client.ask('HEAD', `/v2/${name}/manifests/1.0`);
    const downloads = async () => {
      const { versions } = await query(
        '{ versions(filter: {packageId: "docker://counted"}, first: 1) { edges { node { stats { downloadCount } } } } }',
      );
      return versions.edges[0].node.stats.downloadCount;
    };
    await expect.poll(downloads, { timeout: 20_000 }).toBe(2);
  });

  it('is deleted with its tag from the index, the tree, and the console', async () => {
    const name = 'docker-local/going';
    const { digest } = await pushImage(client, name, '1.0');
    await pushImage(client, name, 'latest');
    await client.ask('DELETE', `/v2/${name}/manifests/1.0`);
    expect((await manifestOf(name, '1.0')).status).toBe(404);
    expect((await manifestOf(name, digest)).status).toBe(200);
    expect(await paths('docker-local')).not.toContain('going/1.0/manifest.json');
    await within(() =>
      removeTagVersion({ repo: 'docker-local', type: 'docker', name: 'going', version: 'latest' }),
    );
    expect((await manifestOf(name, digest)).status).toBe(404);
    await within(() =>
      removeTagVersion({ repo: 'docker-local', type: 'docker', name: 'going', version: 'no' }),
    );
    const { packages } = await query(
      '{ packages(filter: {name: "going"}, first: 1) { edges { node { name } } } }',
    );
    expect(packages.edges).toEqual([]);
  });

  it('is kept while an index requires it, because the index could not be pulled without it', async () => {
    const name = 'docker-local/needed';
    const { digest, manifest } = await pushImage(client, name, 'child');
    const size = JSON.stringify(manifest).length;
    const child = { mediaType: ociManifest, digest, size };
    const text = JSON.stringify({ schemaVersion: 2, mediaType: ociIndex, manifests: [child] });
    expect((await put(name, 'index', text, ociIndex)).status).toBe(201);

    const refused = await client.ask('DELETE', `/v2/${name}/manifests/${digest}`);
    expect([refused.status, codes(refused)]).toEqual([405, ['UNSUPPORTED']]);
    expect(refused.text).toContain(digestOf(text));
    const remove = (path: string) =>
      platform.app.inject({
        method: 'POST',
        url: '/ui/api/v1/ui/v2/treebrowser/remove',
        headers: { authorization: platform.adminAuth },
        payload: { repoKey: 'docker-local', path },
      });
    const file = `needed/_manifests/${digest.replace(':', '__')}.json`;
    expect((await remove(file)).statusCode).toBe(409);
    expect((await manifestOf(name, 'child')).status).toBe(200);
    expect((await client.ask('DELETE', `/v2/${name}/manifests/child`)).status).toBe(202);
    expect((await manifestOf(name, digest)).status).toBe(200);

    expect((await client.ask('DELETE', `/v2/${name}/manifests/${digestOf(text)}`)).status).toBe(202);
    expect((await remove(file)).statusCode).toBe(200);
    expect((await client.ask('DELETE', `/v2/${name}/manifests/${digest}`)).status).toBe(404);

    // Deletes all manifests at once, including those that others require.
    const again = await pushImage(client, name, 'child');
    expect((await put(name, 'index', text, ociIndex)).status).toBe(201);
    expect((await remove('needed/_manifests')).statusCode).toBe(200);
    expect((await manifestOf(name, again.digest)).status).toBe(404);
    expect((await manifestOf(name, 'index')).status).toBe(404);
  });

  it('is deleted in the same lock order as a push, to prevent deadlocks', async () => {
    const name = 'docker-local/ordered';
    await pushImage(client, name, '1.0');
    // The state of a push that is about to index its package.
    const deleted = await within(() =>
      transaction(async () => {
        await db().execute(sql`
          INSERT INTO file_counts AS c (repo, slot, files) SELECT 'docker-local', slot, 0 FROM generate_series(0, 15) AS slot
          ON CONFLICT (repo, slot) DO UPDATE SET files = c.files`);
        const asked = client.ask('DELETE', `/v2/${name}/manifests/1.0`);
        await untilQueryWaits(platform.storage);
        await db().execute(
          sql`SELECT FROM packages WHERE type = 'docker' AND name = 'ordered' FOR UPDATE NOWAIT`,
        );
        await db().execute(sql`SELECT FROM package_counts WHERE type = 'docker' FOR UPDATE NOWAIT`);
        return { asked };
      }),
    );
    expect((await deleted.asked).status).toBe(202);
  });

  it('is deleted with a folder of the tree, but no layer that another image requires', async () => {
    const name = 'docker-local/branch/app';
    const first = await pushImage(client, name, '1.0', { layer: 'first' });
    await pushImage(client, name, '2.0', { layer: 'second' });
    await pushImage(client, 'docker-local/branch/other', '1.0');
    const remove = async (path: string, dry = false) => {
      const answer = await platform.app.inject({
        method: 'POST',
        url: '/ui/api/v1/ui/v2/treebrowser/remove',
        headers: { authorization: platform.adminAuth },
        payload: { repoKey: 'docker-local', path, dry },
      });
      return { status: answer.statusCode, body: answer.json() };
    };
    const layers = await remove('branch/app/_layers');
    expect(layers.status).toBe(409);
    expect(layers.body.errors[0].message).toContain('Delete its tags, or the whole image');
    expect((await remove('branch/app/1.0', true)).body).toMatchObject({ files: 1, versions: 1 });
    expect((await remove('branch/app/1.0')).status).toBe(200);
    expect((await manifestOf(name, '1.0')).status).toBe(404);
    expect((await manifestOf(name, first.digest)).status).toBe(404);
    expect((await manifestOf(name, '2.0')).status).toBe(200);
    expect((await remove(`branch/app/_layers/${first.layer.digest.replace(':', '__')}`)).status).toBe(200);
    expect((await client.ask('HEAD', `/v2/${name}/blobs/${first.layer.digest}`)).status).toBe(404);
    expect((await remove('branch')).status).toBe(200);
    expect((await manifestOf(name, '2.0')).status).toBe(404);
    expect((await client.ask('GET', '/v2/docker-local/branch/other/tags/list')).status).toBe(404);
    expect((await paths('docker-local')).filter((path) => path.startsWith('branch/'))).toEqual([]);
    const { packages } = await query(
      '{ packages(filter: {name: "branch/*"}, first: 9) { edges { node { name } } } }',
    );
    expect(packages.edges).toEqual([]);
  });

  it('is pushed under one tag by several clients: one of them wins, completely', async () => {
    const name = 'docker-local/raced';
    const images = await Promise.all(
      Array.from({ length: 6 }, (_, at) => pushImage(client, name, `own-${at}`, { layer: `layer ${at}` })),
    );
    const answers = await Promise.all(
      images.map(({ manifest }) => client.pushManifest(name, 'shared', manifest)),
    );
    expect(answers.map(({ status }) => status)).toEqual(images.map(() => 201));
    const { text } = await manifestOf(name, 'shared');
    expect(images.map(({ manifest }) => JSON.stringify(manifest))).toContain(text);
    const file = await platform.app.inject({
      url: '/artifactory/docker-local/raced/shared/manifest.json',
      headers: { authorization: platform.adminAuth },
    });
    expect(file.body).toBe(text);
  });

  it('is deployed through a virtual repository and read from its members in order', async () => {
    await pushImage(client, 'docker-virtual/through/app', '1.0', { layer: randomBytes(10).toString('hex') });
    expect((await manifestOf('docker-local/through/app', '1.0')).status).toBe(200);
    expect((await manifestOf('docker-virtual/through/app', '1.0')).status).toBe(200);
    const tags = await client.ask('GET', '/v2/docker-virtual/through/app/tags/list');
    expect(tags.json()).toEqual({ name: 'docker-virtual/through/app', tags: ['1.0'] });
    expect((await client.ask('GET', '/v2/docker-virtual/no/app/tags/list')).status).toBe(404);
  });

  it('is deleted with its repository', async () => {
    const headers = { authorization: platform.adminAuth };
    const url = '/artifactory/api/repositories/short-lived';
    const payload = { rclass: 'local', packageType: 'docker' };
    await platform.app.inject({ method: 'PUT', url, headers, payload });
    await pushImage(client, 'short-lived/app', '1.0');
    expect((await platform.app.inject({ method: 'DELETE', url, headers })).statusCode).toBe(204);
    await platform.app.inject({ method: 'PUT', url, headers, payload });
    expect((await manifestOf('short-lived/app', '1.0')).status).toBe(404);
    expect((await client.ask('GET', '/v2/short-lived/app/tags/list')).status).toBe(404);
  });
});
