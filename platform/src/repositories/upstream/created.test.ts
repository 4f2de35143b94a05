import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { moduleZip } from '../../formats/go/testing/samples.ts';
import { chartArchive } from '../../formats/helm/testing/samples.ts';
import { publishBody, sampleTarball } from '../../formats/npm/testing/samples.ts';
import { nupkg } from '../../formats/nuget/testing/samples.ts';
import { pushImage, RegistryClient } from '../../formats/oci/testing/RegistryClient.ts';
import { sampleWheel } from '../../formats/pypi/testing/samples.ts';
import { stubIndex } from '../../formats/pypi/testing/stubIndex.ts';
import { type StubFiles, stubFiles } from '../../plainFiles/testing/stubFiles.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';

const long = '2019-04-05T06:07:08.000Z';
const header = { 'last-modified': new Date(long).toUTCString() };

describe('the creation date of a cached version', () => {
  let platform: TestPlatform;
  let files: StubFiles;
  beforeAll(async () => {
    platform = await testPlatform({ listen: true, env: { LADING_ALLOWED_NETWORKS: '127.0.0.0/8' } });
    files = await stubFiles();
  });
  afterAll(async () => {
    await platform.close();
    await files.stop();
  });

  async function remote(key: string, packageType: string, url = files.url) {
    const answer = await platform.app.inject({
      method: 'PUT',
      url: `/artifactory/api/repositories/${key}`,
      headers: { authorization: platform.adminAuth },
      payload: { rclass: 'remote', packageType, url },
    });
    expect(answer.statusCode, answer.body).toBe(201);
  }
  async function get(path: string) {
    const headers = { authorization: platform.adminAuth };
    const answer = await fetch(`${platform.baseUrl}${path}`, { headers });
    expect(answer.status, await answer.clone().text()).toBe(200);
    return answer.arrayBuffer();
  }
  const created = (repo: string) =>
    withStorage(platform.storage, async () => {
      const { rows } = await db().execute<{ name: string; created: string }>(sql`
        SELECT v.name, to_char(v.created AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS created
        FROM versions v WHERE v.repo = ${repo} ORDER BY v.name`);
      return Object.fromEntries(rows.map((row) => [row.name, row.created]));
    });

  it('is the Last-Modified date of a Maven file', async () => {
    await remote('mvn', 'maven');
    files.files.set('up/lib/1.0/lib-1.0.jar', 'the jar');
    files.headers = header;
    await get('/artifactory/mvn/up/lib/1.0/lib-1.0.jar');
    files.headers = {};
    expect(await created('mvn')).toEqual({ '1.0': long });
  });

  it('is in the info of a Go module, cached before or after the zip', async () => {
    await remote('gone', 'go');
    for (const version of ['v1.0.0', 'v1.1.0']) {
      const zip = moduleZip({ module: 'lading.example/old', version, goMod: 'module lading.example/old\n' });
      files.files.set(`lading.example/old/@v/${version}.zip`, zip);
      files.files.set(
        `lading.example/old/@v/${version}.info`,
        JSON.stringify({ Version: version, Time: long }),
      );
    }
    const at = '/artifactory/api/go/gone/lading.example/old/@v';
    for (const file of ['v1.0.0.info', 'v1.0.0.zip', 'v1.1.0.zip', 'v1.1.0.info']) await get(`${at}/${file}`);
    await vi.waitFor(async () => expect(await created('gone')).toEqual({ 'v1.0.0': long, 'v1.1.0': long }));
  });

  it('is in the index of charts', async () => {
    await remote('charts', 'helm');
    files.files.set('web-1.0.0.tgz', await chartArchive({ name: 'web', version: '1.0.0' }));
    files.files.set(
      'index.yaml',
      `apiVersion: v1\nentries:\n  web:\n  - name: web\n    version: 1.0.0\n    apiVersion: v2\n    created: "${long}"\n    urls:\n    - web-1.0.0.tgz\n`,
    );
    await get('/artifactory/api/helm/charts/web-1.0.0.tgz');
    expect(await created('charts')).toEqual({ '1.0.0': long });
  });

  it('is in an index of Python files', async () => {
    const index = await stubIndex();
    try {
      await remote('py', 'pypi', index.url);
      const [first, second] = ['1.0', '2.0'].map((version) => sampleWheel({ name: 'tea', version }));
      if (!first || !second) throw new Error('there are two');
      index.add('tea', first, { 'upload-time': long });
      index.add('tea', second, { 'upload-time': 'yesterday' });
      const page = new TextDecoder().decode(await get('/artifactory/api/pypi/py/simple/tea/'));
      for (const [, href = ''] of page.matchAll(/href="([^"#]+)/g))
        await get(new URL(href, 'http://x/artifactory/api/pypi/py/simple/tea/').pathname);
      const found = await created('py');
      expect(found['1.0']).toBe(long);
      expect(Date.parse(found['2.0'] ?? '')).toBeGreaterThan(Date.parse(long));
    } finally {
      await index.stop();
    }
  });

  it('is in the registration of a NuGet package, or on its file if that was not requested', async () => {
    await remote('nu', 'nuget');
    const url = (path: string) => `${files.url}${path}`;
    files.files.set(
      'index.json',
      JSON.stringify({
        version: '3.0.0',
        resources: [
          { '@id': url('flat/'), '@type': 'PackageBaseAddress/3.0.0' },
          { '@id': url('reg/'), '@type': 'RegistrationsBaseUrl/3.6.0' },
        ],
      }),
    );
    const catalogEntry = { id: 'Tea', version: '1.0.0', listed: true, published: long };
    files.files.set('reg/tea/index.json', JSON.stringify({ items: [{ items: [{ catalogEntry }] }] }));
    for (const id of ['Tea', 'Cup']) {
      const at = `flat/${id.toLowerCase()}/1.0.0/${id.toLowerCase()}.1.0.0.nupkg`;
      files.files.set(at, nupkg({ id, version: '1.0.0' }));
    }
    await get('/artifactory/api/nuget/v3/nu/registration-semver2/tea/index.json');
    await get('/artifactory/api/nuget/v3/nu/flatcontainer/tea/1.0.0/tea.1.0.0.nupkg');
    expect(await created('nu')).toEqual({ '1.0.0': long });
    await remote('nu-other', 'nuget');
    files.headers = header;
    await get('/artifactory/api/nuget/v3/nu-other/flatcontainer/cup/1.0.0/cup.1.0.0.nupkg');
    files.headers = {};
    expect(await created('nu-other')).toEqual({ '1.0.0': long });
  });

  it('is in the full npm packument, or on the tarball if that was not requested', async () => {
    await remote('js', 'npm');
    for (const name of ['tea', 'cup']) {
      const tarball = await sampleTarball({ name, version: '1.0.0' });
      const { versions, 'dist-tags': tags } = publishBody({ name, version: '1.0.0' }, tarball);
      const manifest = versions['1.0.0'];
      if (!manifest) throw new Error('there is one');
      manifest.dist.tarball = `${files.url}${name}/-/${name}-1.0.0.tgz`;
      const time = { modified: long, '1.0.0': long };
      files.files.set(name, JSON.stringify({ name, 'dist-tags': tags, versions, time }));
      files.files.set(`${name}/-/${name}-1.0.0.tgz`, tarball);
    }
    await get('/artifactory/api/npm/js/tea');
    await get('/artifactory/api/npm/js/tea/-/tea-1.0.0.tgz');
    await vi.waitFor(async () => expect(await created('js')).toEqual({ '1.0.0': long }), 20_000);
    await remote('js-other', 'npm');
    files.headers = header;
    await get('/artifactory/api/npm/js-other/cup/-/cup-1.0.0.tgz');
    files.headers = {};
    await vi.waitFor(async () => expect(await created('js-other')).toEqual({ '1.0.0': long }), 20_000);
  });

  it('is in the configuration of an image, cached after its tag', async () => {
    const theirs = await testPlatform({ listen: true });
    try {
      const client = new RegistryClient(theirs.baseUrl, { user: 'admin', password: theirs.adminPassword });
      const image = await pushImage(client, 'docker-local/tea', 'latest', { config: { created: long } });
      const made = await platform.app.inject({
        method: 'PUT',
        url: '/artifactory/api/repositories/images',
        headers: { authorization: platform.adminAuth },
        payload: {
          ...{ rclass: 'remote', packageType: 'docker', url: `${theirs.baseUrl}/v2/docker-local` },
          ...{ username: 'admin', password: theirs.adminPassword },
        },
      });
      expect(made.statusCode).toBe(201);
      const password = platform.adminPassword;
      const ours = new RegistryClient(platform.baseUrl, { user: 'admin', password });
      expect((await ours.ask('GET', '/v2/images/tea/manifests/latest')).status).toBe(200);
      expect((await created('images')).latest).not.toBe(long);
      expect((await ours.ask('GET', `/v2/images/tea/blobs/${image.config.digest}`)).status).toBe(200);
      expect(await created('images')).toEqual({ latest: long });
    } finally {
      await theirs.close();
    }
  });
});
