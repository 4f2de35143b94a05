import { randomBytes } from 'node:crypto';
import { type Dispatcher, request } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { zipOf } from '../archives/testing/zipOf.ts';
import * as cargo from '../formats/cargo/testing/samples.ts';
import { moduleZip } from '../formats/go/testing/samples.ts';
import { chartArchive } from '../formats/helm/testing/samples.ts';
import { publishBody, sampleTarball } from '../formats/npm/testing/samples.ts';
import { nupkg } from '../formats/nuget/testing/samples.ts';
import { digestOf, RegistryClient } from '../formats/oci/testing/RegistryClient.ts';
import { sampleWheel, uploadForm } from '../formats/pypi/testing/samples.ts';
import { type StubFiles, stubFiles } from '../plainFiles/testing/stubFiles.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';

const message = "No space left on the server's disk";
const [plenty, little] = [10 * 1024 ** 3, 1024 ** 3];
let free = plenty;
let platform: TestPlatform;
let upstream: StubFiles;

beforeAll(async () => {
  upstream = await stubFiles();
  const env = { LADING_MIN_FREE_SPACE: '2', LADING_ALLOWED_NETWORKS: '127.0.0.0/8' };
  platform = await testPlatform({ listen: true, env, readFree: async () => free });
  for (const packageType of ['cargo', 'pypi', 'nuget', 'helm', 'go', 'maven', 'docker', 'npm'])
    await repository(`full-${packageType}`, { rclass: 'local', packageType });
});
afterAll(async () => {
  await platform?.close();
  await upstream?.stop();
});
afterEach(() => setFree(plenty));

async function setFree(bytes: number): Promise<void> {
  free = bytes;
  await platform.storage.space.refresh();
}

async function call(method: Dispatcher.HttpMethod, path: string, body?: Buffer | string, headers = {}) {
  const answer = await request(`${platform.baseUrl}${path}`, {
    method,
    // A separate connection: this test does not cover the rest of a rejected body.
    reset: true,
    headers: { authorization: platform.adminAuth, ...headers },
    body: body ?? null,
  });
  return { status: answer.statusCode, text: await answer.body.text() };
}

async function repository(key: string, configuration: object) {
  const body = JSON.stringify(configuration);
  const json = { 'content-type': 'application/json' };
  const made = await call('PUT', `/artifactory/api/repositories/${key}`, body, json);
  expect(made.status, made.text).toBe(201);
}

/** Uploads by each protocol. Each call publishes another version. */
const uploads: Record<string, (version: string) => Promise<{ status: number; text: string }>> = {
  'a small file': (version) => call('PUT', `/artifactory/generic-local/small/${version}`, randomBytes(1000)),
  'a large file': (version) =>
    call('PUT', `/artifactory/generic-local/large/${version}`, randomBytes(900_000)),
  'an archive to unpack': (version) => {
    const zip = zipOf([{ path: `${version}.txt`, content: Buffer.from(version) }]);
    return call('PUT', '/artifactory/generic-local/in/some.zip', zip, { 'x-explode-archive': 'true' });
  },
  npm: async (version) => {
    const sample = { name: 'full', version, files: { data: randomBytes(1000) } };
    const body = JSON.stringify(publishBody(sample, await sampleTarball(sample)));
    return call('PUT', '/artifactory/api/npm/full-npm/full', body, { 'content-type': 'application/json' });
  },
  maven: (version) =>
    call('PUT', `/artifactory/full-maven/org/full/full/${version}/full-${version}.jar`, randomBytes(1000)),
  cargo: async (vers) => {
    const sample = { name: 'full', vers };
    const body = cargo.publishBody(cargo.metadataOf(sample), await cargo.sampleCrate(sample));
    return call('PUT', '/artifactory/api/cargo/full-cargo/api/v1/crates/new', body);
  },
  pypi: (version) => {
    const project = { name: 'full', version };
    const { payload, headers } = uploadForm(project, sampleWheel(project));
    return call('POST', '/artifactory/api/pypi/full-pypi/', payload, headers);
  },
  nuget: (version) => {
    const form = new FormData();
    form.set('package', new Blob([new Uint8Array(nupkg({ id: 'Full', version }))]), 'package.nupkg');
    const headers = { authorization: platform.adminAuth };
    const url = `${platform.baseUrl}/artifactory/api/nuget/v3/full-nuget/package`;
    return fetch(url, { method: 'PUT', headers, body: form }).then(async (answer) => ({
      status: answer.status,
      text: await answer.text(),
    }));
  },
  helm: async (version) =>
    call(
      'PUT',
      `/artifactory/api/helm/full-helm/full-${version}.tgz`,
      await chartArchive({ name: 'full', version }),
    ),
  'helm push': async (version) =>
    call(
      'POST',
      '/artifactory/api/helm/full-helm/api/charts',
      await chartArchive({ name: 'pushed', version }),
    ),
  go: (version) => {
    const module = 'example.org/full';
    const zip = moduleZip({ module, version: `v${version}` });
    return call('PUT', `/artifactory/api/go/full-go/${module}/@v/v${version}.zip`, zip);
  },
  docker: async (version) => {
    const client = new RegistryClient(platform.baseUrl, { user: 'admin', password: platform.adminPassword });
    const body = Buffer.from(`layer ${version}`);
    const begun = await client.ask('POST', '/v2/full-docker/app/blobs/uploads/');
    if (begun.status !== 202) return begun;
    return client.ask('PUT', begun.location, { query: { digest: digestOf(body) }, body });
  },
};

describe('an upload to a disk with little space', () => {
  it.each(Object.keys(uploads))(
    '%s gets 507 in the form of its protocol and works again afterwards',
    async (kind) => {
      const upload = uploads[kind] ?? (() => Promise.reject(new Error('unknown')));
      const before = await upload('1.0.0');
      expect([before.status, before.text]).toEqual([expect.toSatisfy((status) => status < 300), before.text]);
      await setFree(little);
      const rejected = await upload('1.0.1');
      expect(rejected).toMatchObject({ status: 507, text: expect.stringContaining(message) });
      if (kind === 'docker')
        expect(JSON.parse(rejected.text)).toEqual({
          errors: [{ code: 'NO_SPACE', message, detail: null }],
          request_id: expect.any(String),
        });
      if (kind === 'cargo') expect(JSON.parse(rejected.text).errors[0].detail).toContain(message);
      if (kind === 'npm') expect(JSON.parse(rejected.text).error).toContain(message);
      await setFree(plenty);
      const after = await upload('1.0.1');
      expect([after.status, after.text]).toEqual([expect.toSatisfy((status) => status < 300), after.text]);
    },
  );
});

describe('an upload to a repository whose storage quota is used up', () => {
  it('gets 507 in the form of its protocol and works again with a larger quota', async () => {
    const json = { 'content-type': 'application/json' };
    const setQuota = async (storageQuotaBytes: number) => {
      for (const packageType of [
        'cargo',
        'pypi',
        'nuget',
        'helm',
        'go',
        'maven',
        'docker',
        'npm',
        'generic',
      ]) {
        const key = packageType === 'generic' ? 'generic-local' : `full-${packageType}`;
        const body = JSON.stringify({ rclass: 'local', packageType, storageQuotaBytes });
        expect((await call('POST', `/artifactory/api/repositories/${key}`, body, json)).status).toBe(200);
      }
    };
    await setQuota(1);
    const quota = 'is used up';
    // Each attempt publishes a new version, because quotas are checked in the background.
    let patch = 0;
    for (const [kind, upload] of Object.entries(uploads)) {
      await vi.waitFor(async () => {
        const rejected = await upload(`1.1.${++patch}`);
        expect([kind, rejected.status, rejected.text]).toEqual([kind, 507, expect.stringContaining(quota)]);
      });
    }
    await setQuota(0);
    for (const [kind, upload] of Object.entries(uploads)) {
      await vi.waitFor(async () => {
        const { status } = await upload(`1.1.${++patch}`);
        expect([kind, status]).toEqual([kind, expect.toSatisfy((each) => each < 300)]);
      });
    }
  });
});

describe('a server whose disk has little space', () => {
  it('serves, deletes, runs garbage collection, and reports the low space', async () => {
    const path = '/artifactory/generic-local/kept.bin';
    const bytes = randomBytes(300_000);
    await call('PUT', path, bytes);
    const health = async () => {
      const { status, text } = await call('GET', '/router/api/v1/system/health');
      return { status, ...JSON.parse(text).router };
    };
    expect(await health()).toMatchObject({ status: 200, state: 'HEALTHY', message: 'OK' });
    await setFree(little);
    const limited = { status: 200, state: 'DEGRADED', message: `${message}. Writes are rejected.` };
    expect(await health()).toMatchObject(limited);
    expect((await call('GET', path)).status).toBe(200);
    expect((await call('DELETE', path)).status).toBe(204);
    const collected = await call('POST', '/artifactory/api/system/storage/gc?grace=0');
    expect(JSON.parse(collected.text).summary.bytes).toMatchObject({ count: expect.toSatisfy((n) => n > 0) });
    await setFree(plenty);
    expect(await health()).toMatchObject({ state: 'HEALTHY' });
  });

  it('serves cached upstream content, even if it has expired, and otherwise reports the disk', async () => {
    upstream.files.set('cached.bin', 'first');
    upstream.files.set('other.bin', 'other');
    await repository('full-remote', {
      rclass: 'remote',
      packageType: 'generic',
      url: upstream.url,
      retrievalCachePeriodSecs: 0,
    });
    expect((await call('GET', '/artifactory/full-remote/cached.bin')).text).toBe('first');
    upstream.files.set('cached.bin', 'second');
    await setFree(little);
    expect(await call('GET', '/artifactory/full-remote/cached.bin')).toMatchObject({
      status: 200,
      text: 'first',
    });
    expect(await call('GET', '/artifactory/full-remote/other.bin')).toMatchObject({
      status: 507,
      text: expect.stringContaining(message),
    });
  });
});
