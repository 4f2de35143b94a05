import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction, withStorage } from '../../database/db.ts';
import { replaceUpstream } from '../../repositories/removal.ts';
import { requireRepository } from '../../repositories/repositories.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { untilQueryWaits } from '../../testing/untilQueryWaits.ts';
import {
  digestOf,
  ociConfig,
  ociLayer,
  ociManifest,
  pushImage,
  RegistryClient,
} from './testing/RegistryClient.ts';

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
  await platform.close();
  await upstream.close().catch(() => undefined);
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
const remote = (key: string, more: object = {}) =>
  repository(key, {
    rclass: 'remote',
    url: `${upstream.baseUrl}/v2/docker-local`,
    retrievalCachePeriodSecs: 0,
    socketTimeoutMillis: 2000,
    ...more,
  });
const pull = (name: string, reference: string) => ours.ask('GET', `/v2/${name}/manifests/${reference}`);

describe('a remote repository of images', () => {
  it('fetches content once, authenticates with the upstream, and follows its tags', async () => {
    await remote('hub');
    const first = await pushImage(theirs, 'docker-local/library/tool', 'latest', { layer: 'the first' });
    const found = await pull('hub/library/tool', 'latest');
    expect([found.status, found.text]).toEqual([200, JSON.stringify(first.manifest)]);
    const path = `/v2/hub/library/tool/blobs/${first.layer.digest}`;
    expect((await ours.ask('HEAD', path)).status).toBe(200);
    expect((await ours.ask('GET', path)).text).toBe('the first');
    expect((await ours.ask('GET', `/v2/hub/library/tool/blobs/${first.config.digest}`)).status).toBe(200);
    expect((await ours.ask('GET', path, { headers: { range: 'bytes=4-8' } })).text).toBe('first');
    const second = await pushImage(theirs, 'docker-local/library/tool', 'latest', { layer: 'the second' });
    expect((await pull('hub/library/tool', 'latest')).text).toBe(JSON.stringify(second.manifest));
    expect((await pull('hub/library/tool', first.digest)).status).toBe(200);
    expect((await pull('hub/library/tool', 'nothing')).status).toBe(404);
    expect((await pull('hub/library/nothing', 'latest')).status).toBe(404);
    expect((await ours.ask('GET', '/v2/hub/library/tool/tags/list')).json().tags).toEqual(['latest']);
    expect((await ours.ask('POST', '/v2/hub/library/tool/blobs/uploads/')).status).toBe(405);
  });

  it("lists the upstream's referrers", async () => {
    await remote('speaking');
    const { digest, manifest } = await pushImage(theirs, 'docker-local/signed', '1.0');
    const subject = { mediaType: manifest.mediaType, digest, size: JSON.stringify(manifest).length };
    const artifactType = 'application/vnd.example.signature';
    const signature = await pushImage(theirs, 'docker-local/signed', 'sig', {
      more: { subject, artifactType },
    });
    const found = await ours.ask('GET', `/v2/speaking/signed/referrers/${digest}`);
    expect(found.json().manifests).toMatchObject([{ digest: signature.digest, artifactType }]);
    const none = await ours.ask('GET', `/v2/speaking/signed/referrers/${digest}`, {
      query: { artifactType: 'x' },
    });
    expect(none.json().manifests).toEqual([]);
  });

  it('never serves content of a previous upstream', async () => {
    await remote('moving');
    await pushImage(theirs, 'docker-local/moving', 'latest');
    const { storage } = platform;
    const late = await withStorage(storage, () =>
      transaction(async () => {
        const url = `${upstream.baseUrl}/v2/generic-local`;
        await replaceUpstream({ ...(await requireRepository('moving')), url });
        const answer = withStorage(storage, () => pull('moving/moving', 'latest'));
        await untilQueryWaits(storage);
        return { answer };
      }),
    );
    expect((await late.answer).status).toBe(409);
    expect((await pull('moving/moving', 'latest')).status).toBe(404);
  });

  it('does not recheck a tag within its cache period', async () => {
    await remote('slow', { retrievalCachePeriodSecs: 3600 });
    const first = await pushImage(theirs, 'docker-local/calm', 'latest', { layer: 'old' });
    expect((await pull('slow/calm', 'latest')).status).toBe(200);
    await pushImage(theirs, 'docker-local/calm', 'latest', { layer: 'new' });
    expect((await pull('slow/calm', 'latest')).text).toBe(JSON.stringify(first.manifest));
  });

  it('never serves upstream content in a virtual repository under a local name', async () => {
    await remote('outside');
    await repository('both', {
      rclass: 'virtual',
      repositories: ['docker-local', 'outside'],
      defaultDeploymentRepo: 'docker-local',
    });
    await pushImage(theirs, 'docker-local/ours', '2.0');
    await pushImage(theirs, 'docker-local/theirs', '1.0');
    const own = await pushImage(ours, 'both/ours', '1.0', { layer: 'our own' });
    expect((await pull('both/ours', '1.0')).text).toBe(JSON.stringify(own.manifest));
    expect((await pull('both/ours', '2.0')).status).toBe(404);
    expect((await pull('both/theirs', '1.0')).status).toBe(200);
    expect((await ours.ask('GET', '/v2/both/ours/tags/list')).json().tags).toEqual(['1.0']);
    expect((await ours.ask('GET', '/v2/both/theirs/tags/list')).json().tags).toEqual(['1.0']);
  });

  it('follows redirects of layers to another host and sends its token only to the registry', async () => {
    const layer = Buffer.from('from another host');
    const config = Buffer.from('{}');
    const described = (bytes: Buffer, mediaType: string) => ({
      mediaType,
      digest: digestOf(bytes),
      size: bytes.length,
    });
    const manifest = JSON.stringify({
      schemaVersion: 2,
      mediaType: ociManifest,
      config: described(config, ociConfig),
      layers: [described(layer, ociLayer)],
    });
    const seen: [string, string | undefined][] = [];
    const serve = (
      name: string,
      answer: (url: string) => [number, Record<string, string>, string | Buffer],
    ) =>
      new Promise<Server>((resolve) => {
        const server = createServer((request, response) => {
          seen.push([`${name} ${request.url}`, request.headers.authorization]);
          const authorized = request.headers.authorization === 'Bearer theirs';
          const needs = name === 'registry' && request.url?.startsWith('/v2/') && !authorized;
          const challenge = `Bearer realm="http://127.0.0.1:${portOf(server)}/token",service="them"`;
          const [status, headers, body] = needs
            ? [401, { 'www-authenticate': challenge }, '']
            : answer(request.url ?? '');
          response.writeHead(status, headers).end(body);
        }).listen(0, '127.0.0.1', () => resolve(server));
      });
    const portOf = (server: Server) => (server.address() as AddressInfo).port;
    const elsewhere = await serve('elsewhere', () => [200, {}, layer]);
    const registry = await serve('registry', (url) => {
      if (url.startsWith('/token')) return [200, {}, JSON.stringify({ token: 'theirs', expires_in: 300 })];
      if (url.includes('/manifests/')) return [200, { 'content-type': ociManifest }, manifest];
      return [307, { location: `http://127.0.0.1:${portOf(elsewhere)}/bytes` }, ''];
    });
    try {
      await remote('redirecting', { url: `http://127.0.0.1:${portOf(registry)}` });
      expect((await pull('redirecting/app', '1.0')).text).toBe(manifest);
      const found = await ours.ask('GET', `/v2/redirecting/app/blobs/${digestOf(layer)}`);
      expect(found.text).toBe('from another host');
      expect(seen.find(([url]) => url === 'elsewhere /bytes')).toEqual(['elsewhere /bytes', undefined]);
      // Bytes with another digest are not cached.
      const wrong = await ours.ask('GET', `/v2/redirecting/app/blobs/${digestOf('another')}`);
      expect(wrong.status).toBe(502);
      expect((await ours.ask('HEAD', `/v2/redirecting/app/blobs/${digestOf('another')}`)).status).toBe(502);
    } finally {
      registry.close();
      elsewhere.close();
    }
  });

  it('serves cached content while the upstream is unavailable, and reports the upstream otherwise', async () => {
    await remote('away');
    const { layer, manifest } = await pushImage(theirs, 'docker-local/kept', '1.0', { layer: 'kept bytes' });
    await pull('away/kept', '1.0');
    await ours.ask('GET', `/v2/away/kept/blobs/${layer.digest}`);
    await upstream.close();
    expect((await pull('away/kept', '1.0')).text).toBe(JSON.stringify(manifest));
    expect((await ours.ask('GET', `/v2/away/kept/blobs/${layer.digest}`)).text).toBe('kept bytes');
    expect((await ours.ask('GET', '/v2/away/kept/tags/list')).json().tags).toEqual(['1.0']);
    const gone = await pull('away/never', '1.0');
    expect(gone.status).toBe(502);
    expect(gone.json()).toMatchObject({ errors: [{ code: 'UPSTREAM_FAILED' }] });
  });
});
