import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { pushImage, RegistryClient } from './testing/RegistryClient.ts';

let upstream: TestPlatform;
let platform: TestPlatform;
let theirs: RegistryClient;
let ours: RegistryClient;
beforeAll(async () => {
  upstream = await testPlatform({ listen: true, env: { LADING_ANONYMOUS_ACCESS: 'true' } });
  platform = await testPlatform({ listen: true, env: { LADING_ALLOWED_NETWORKS: '127.0.0.0/8' } });
  theirs = new RegistryClient(upstream.baseUrl, { user: 'admin', password: upstream.adminPassword });
  ours = new RegistryClient(platform.baseUrl, { user: 'admin', password: platform.adminPassword });
});
afterAll(async () => {
  await platform?.close();
  await upstream?.close();
});

async function repository(key: string, payload: object) {
  const answer = await platform.app.inject({
    method: 'PUT',
    url: `/artifactory/api/repositories/${key}`,
    headers: { authorization: platform.adminAuth },
    payload: { packageType: 'docker', ...payload },
  });
  expect(answer.statusCode, answer.body).toBe(201);
}

describe('a local image name', () => {
  it('includes nothing that an upstream served under that name before', async () => {
    await repository('before', { rclass: 'remote', url: `${upstream.baseUrl}/v2/docker-local` });
    await repository('since', { rclass: 'virtual', repositories: ['before', 'docker-local'] });
    const cached = await pushImage(theirs, 'docker-local/later', '2.0', { layer: 'not ours' });
    const subject = {
      mediaType: cached.manifest.mediaType,
      digest: cached.digest,
      size: JSON.stringify(cached.manifest).length,
    };
    await pushImage(theirs, 'docker-local/later', 'signature', { more: { subject } });
    const ask = (path: string) => ours.ask('GET', `/v2/since/later/${path}`);
    const layer = `blobs/${cached.layer.digest}`;
    for (const path of ['manifests/2.0', 'manifests/signature', layer])
      expect([path, (await ask(path)).status]).toEqual([path, 200]);
    expect((await ask('tags/list')).json().tags).toEqual(['2.0', 'signature']);
    expect((await ask(`referrers/${cached.digest}`)).json().manifests).toHaveLength(1);
    await pushImage(ours, 'docker-local/later', '1.0', { layer: 'ours' });
    expect((await ask('tags/list')).json().tags).toEqual(['1.0']);
    expect((await ask(`referrers/${cached.digest}`)).json().manifests).toEqual([]);
    expect((await ask(layer)).status).toBe(404);
    const shown = await platform.app.inject({
      method: 'POST',
      url: '/ui/api/v1/ui/views/dockerv2',
      headers: { authorization: platform.adminAuth },
      payload: { view: 'dockerv2', repoKey: 'since', path: 'later/2.0' },
    });
    expect(shown.statusCode).toBe(404);
  });

  it('is never requested from an upstream, even after all of the image was deleted', async () => {
    await repository('beyond', { rclass: 'remote', url: `${upstream.baseUrl}/v2/docker-local` });
    await repository('kept', { rclass: 'virtual', repositories: ['docker-local', 'beyond'] });
    for (const image of ['once', 'untagged']) await pushImage(theirs, `docker-local/${image}`, '2.0');
    const { digest } = await pushImage(ours, 'docker-local/once', '1.0');
    await pushImage(ours, 'docker-local/untagged', digest);
    for (const image of ['once', 'untagged']) {
      const gone = await platform.app.inject({
        method: 'POST',
        url: '/ui/api/v1/ui/v2/treebrowser/remove',
        headers: { authorization: platform.adminAuth },
        payload: { repoKey: 'docker-local', path: image },
      });
      expect([image, gone.statusCode]).toEqual([image, 200]);
      expect([image, (await ours.ask('GET', `/v2/kept/${image}/manifests/2.0`)).status]).toEqual([
        image,
        404,
      ]);
    }
  });
});

describe('a push through a virtual repository', () => {
  it('uploads blobs that only an upstream cache has', async () => {
    await repository('cached', { rclass: 'remote', url: `${upstream.baseUrl}/v2/docker-local` });
    const members = { repositories: ['docker-local', 'cached'], defaultDeploymentRepo: 'docker-local' };
    await repository('through', { rclass: 'virtual', ...members });
    const { manifest, layer } = await pushImage(theirs, 'docker-local/base', '1.0', { layer: 'of the base' });
    const blob = `/v2/through/base/blobs/${layer.digest}`;
    for (const path of ['/v2/through/base/manifests/1.0', blob])
      expect([path, (await ours.ask('GET', path)).status]).toEqual([path, 200]);
    // Like pushing clients: one token for everything, and existing blobs are skipped.
    const { headers } = await ours.plain('POST', '/v2/through/base/blobs/uploads/', {});
    const token = await ours.token(String(headers['www-authenticate']));
    const there = (path: string) =>
      ours.plain('HEAD', path, { headers: { authorization: `Bearer ${token}` } });
    expect((await there(blob)).status).toBe(404);
    expect((await ours.ask('HEAD', blob)).status).toBe(200);
    await pushImage(ours, 'through/base', '2.0', { layer: 'of the base' });
    expect((await there(blob)).status).toBe(200);
    expect((await ours.pushManifest('through/base', '3.0', manifest)).status).toBe(201);
  });
});
