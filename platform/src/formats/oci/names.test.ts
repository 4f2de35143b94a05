import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import {
  digestOf,
  ociConfig,
  ociIndex,
  ociLayer,
  ociManifest,
  RegistryClient,
} from './testing/RegistryClient.ts';

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Covers clients that send Basic credentials with every request, and clients that request a token
 * first.
 */
describe.each(['Basic', 'a token'])('a registry used with %s', (how) => {
  let platform: TestPlatform;
  let client: RegistryClient;
  beforeAll(async () => {
    platform = await testPlatform({ listen: true });
    client = new RegistryClient(platform.baseUrl, { user: 'admin', password: platform.adminPassword });
  });
  afterAll(() => platform.close());
  const ask = (method: Method, path: string, options: Parameters<RegistryClient['ask']>[2] = {}) =>
    how === 'Basic'
      ? client.plain(method, path, {
          ...options,
          headers: { ...options.headers, authorization: platform.adminAuth },
        })
      : client.ask(method, path, options);
  const digest = digestOf('hello world');

  it.each<[Method, string]>([
    ['GET', 'tags/list'],
    ['GET', 'manifests/latest'],
    ['PUT', 'manifests/latest'],
    ['DELETE', 'manifests/latest'],
    ['GET', `blobs/${digest}`],
    ['DELETE', `blobs/${digest}`],
    ['GET', `referrers/${digest}`],
    ['POST', 'blobs/uploads/'],
    ['PATCH', 'blobs/uploads/00000000-0000-4000-8000-000000000000'],
  ])('explains that names start with a repository: %s %s', async (method, rest) => {
    for (const name of ['myorg/myrepo', 'myorg']) {
      const answer = await ask(method, `/v2/${name}/${rest}`);
      expect(answer.status).toBe(404);
      expect(answer.headers['content-type']).toBe('application/json');
      expect(answer.json()).toEqual({
        errors: [{ code: 'NAME_UNKNOWN', message: expect.stringContaining('myorg'), detail: null }],
        request_id: answer.headers['x-request-id'],
      });
    }
    expect((await ask('HEAD', '/v2/myorg/myrepo/manifests/latest')).status).toBe(404);
  });

  it('accepts any image name below a repository, from one character up to the maximum length', async () => {
    const name = 'docker-local/myorg/myrepo';
    const layer = randomBytes(60);
    const begun = await ask('POST', `/v2/${name}/blobs/uploads/`);
    expect(begun.status).toBe(202);
    const first = await ask('PATCH', begun.location, {
      headers: { 'content-range': '0-29', 'content-type': 'application/octet-stream' },
      body: layer.subarray(0, 30),
    });
    expect([first.status, first.headers.range]).toEqual([202, '0-29']);
    expect((await ask('GET', first.location)).status).toBe(204);
    const early = await ask('PATCH', first.location, {
      headers: { 'content-range': '40-59' },
      body: layer.subarray(40),
    });
    expect(early.status).toBe(416);
    const last = await ask('PATCH', first.location, {
      headers: { 'content-range': '30-59' },
      body: layer.subarray(30),
    });
    expect((await ask('PUT', last.location, { query: { digest: digestOf(layer) } })).status).toBe(201);

    const config = Buffer.from('{}');
    const monolithic = await ask('POST', `/v2/${name}/blobs/uploads/`, {
      query: { digest: digestOf(config) },
      body: config,
    });
    expect(monolithic.status).toBe(201);
    const manifest = JSON.stringify({
      schemaVersion: 2,
      mediaType: ociManifest,
      // A registry accepts any artifact type.
      artifactType: 'application/vnd.example.thing',
      config: {
        mediaType: 'application/vnd.example.config',
        digest: digestOf(config),
        size: 2,
        data: 'e30=',
      },
      layers: [{ mediaType: 'application/vnd.example.unheard-of', digest: digestOf(layer), size: 60 }],
      subject: { mediaType: ociManifest, digest, size: 11 },
      somethingNew: { of: [ociConfig, ociLayer] },
    });
    const put = await ask('PUT', `/v2/${name}/manifests/v1`, {
      headers: { 'content-type': ociManifest },
      body: manifest,
    });
    expect([put.status, put.headers['oci-subject']]).toEqual([201, digest]);
    expect((await ask('GET', `/v2/${name}/manifests/v1`)).text).toBe(manifest);
    const referrers = await ask('GET', `/v2/${name}/referrers/${digest}`, {
      query: { artifactType: 'application/vnd.example.thing' },
    });
    expect(referrers.headers['oci-filters-applied']).toBe('artifactType');
    expect(referrers.json()).toMatchObject({
      mediaType: ociIndex,
      manifests: [{ digest: digestOf(manifest), artifactType: 'application/vnd.example.thing' }],
    });

    const mounted = await ask('POST', '/v2/docker-local/myorg/other/blobs/uploads/', {
      query: { mount: digestOf(layer), from: name },
    });
    expect(mounted.status).toBe(201);
    expect((await ask('GET', mounted.location)).bytes).toEqual(layer);
    expect((await ask('DELETE', `/v2/${name}/manifests/v1`)).status).toBe(202);
    expect((await ask('DELETE', `/v2/${name}/manifests/${digestOf(manifest)}`)).status).toBe(202);
    expect((await ask('DELETE', `/v2/${name}/blobs/${digestOf(layer)}`)).status).toBe(202);
    expect((await ask('GET', `/v2/${name}/tags/list`)).json()).toEqual({ name, tags: [] });
  });

  it.each(['oci', 'helmoci'])(
    'is an image repository if it was created with type %s',
    async (packageType) => {
      const answer = await platform.app.inject({
        method: 'PUT',
        url: `/artifactory/api/repositories/${packageType}-local`,
        headers: { authorization: platform.adminAuth },
        payload: { rclass: 'local', packageType },
      });
      expect([answer.statusCode, answer.json()]).toMatchObject([201, { packageType }]);
      const begun = await ask('POST', `/v2/${packageType}-local/app/blobs/uploads/`);
      expect(begun.status).toBe(202);
    },
  );
});
