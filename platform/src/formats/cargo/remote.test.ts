import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { metadataOf, publishBody, type SampleCrate, sampleCrate } from './testing/samples.ts';
import { type StubRegistry, stubRegistry } from './testing/stubRegistry.ts';

let platform: TestPlatform;
let upstream: StubRegistry;
beforeAll(async () => {
  upstream = await stubRegistry();
  platform = await testPlatform({ env: { LADING_ALLOWED_NETWORKS: '127.0.0.0/8' } });
});
afterAll(async () => {
  await platform?.close();
  await upstream?.stop();
});
afterEach(() => {
  upstream.fault = undefined;
  upstream.dl = undefined;
  upstream.requests.length = 0;
});

const headers = () => ({ authorization: platform.adminAuth });
const get = (path: string) =>
  platform.app.inject({ url: `/artifactory/api/cargo/${path}`, headers: headers() });
const versions = async (path: string) =>
  (await get(path)).body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).vers);

async function repository(key: string, configuration: Record<string, unknown>) {
  const made = await platform.app.inject({
    method: 'PUT',
    url: `/artifactory/api/repositories/${key}`,
    headers: headers(),
    payload: { packageType: 'cargo', ...configuration },
  });
  expect(made.statusCode, made.body).toBe(201);
}
const remote = (key: string, options: Record<string, unknown> = {}) =>
  repository(key, {
    rclass: 'remote',
    url: `${upstream.url}/index/`,
    retrievalCachePeriodSecs: 0,
    missedRetrievalCachePeriodSecs: 0,
    ...options,
  });
async function publish(repo: string, sample: SampleCrate) {
  const answer = await platform.app.inject({
    method: 'PUT',
    url: `/artifactory/api/cargo/${repo}/api/v1/crates/new`,
    headers: headers(),
    payload: publishBody(metadataOf(sample), await sampleCrate(sample)),
  });
  expect(answer.statusCode, answer.body).toBe(200);
}

describe('a remote registry', () => {
  it("serves the upstream's index lines and fetches a crate once", async () => {
    const crate = await upstream.add({ name: 'up', vers: '1.0.0', manifest: ['description = "From above"'] });
    await upstream.add({ name: 'up', vers: '1.2.0' }, { rust_version: '1.70', unknown: true });
    await remote('rs-up');
    expect(await versions('rs-up/index/2/up')).toEqual(['1.0.0', '1.2.0']);
    expect((await get('rs-up/index/2/up')).body).toContain('"rust_version":"1.70"');
    const path = 'rs-up/api/v1/crates/up/1.0.0/download';
    expect((await get(path)).rawPayload.equals(crate)).toBe(true);
    upstream.requests.length = 0;
    expect((await get(path)).rawPayload.equals(crate)).toBe(true);
    expect(upstream.requests).toEqual([]);
    expect((await get('rs-up/api/v1/crates?q=above')).json().crates).toEqual([
      { name: 'up', max_version: '1.0.0', description: 'From above' },
    ]);
    expect((await get('rs-up/index/no/ne/none')).statusCode).toBe(404);
    expect((await get('rs-up/api/v1/crates/up/9.0.0/download')).statusCode).toBe(404);
  });

  it("finds files through the download URL in the upstream's configuration", async () => {
    upstream.dl = `${upstream.url}/dl/{crate}/{version}/download?from={lowerprefix}-{prefix}-{sha256-checksum}`;
    upstream.fault = undefined;
    await remote('rs-marks');
    await get('rs-marks/api/v1/crates/up/1.0.0/download');
    expect(upstream.requests.at(-1)).toMatch(/^GET \/dl\/up\/1\.0\.0\/download\?from=2-2-[0-9a-f]{64}$/);
  });

  it('accepts index lines with only the required fields', async () => {
    const crate = await upstream.add(
      { name: 'bare', vers: '1.0.0' },
      { yanked: undefined, features: undefined, deps: [{}] },
    );
    await remote('rs-bare');
    expect(await versions('rs-bare/ba/re/bare')).toEqual(['1.0.0']);
    expect((await get('rs-bare/api/v1/crates/bare/1.0.0/download')).rawPayload.equals(crate)).toBe(true);
  });

  it('reports an unavailable upstream, except to those who can publish the crate', async () => {
    await repository('rs-target', { rclass: 'local' });
    await remote('rs-failing');
    const members = { rclass: 'virtual', repositories: ['rs-target', 'rs-failing'] };
    await repository('rs-publish', { ...members, defaultDeploymentRepo: 'rs-target' });
    await repository('rs-read', members);
    upstream.fault = (_request, response) => response.writeHead(503).end();
    expect((await get('rs-publish/ne/w-/new-crate')).statusCode).toBe(404);
    expect((await get('rs-read/ne/w-/new-crate')).statusCode).toBe(502);
    expect((await get('rs-failing/ne/w-/new-crate')).statusCode).toBe(502);
    const made = await platform.app.inject({
      method: 'POST',
      url: '/access/api/v1/tokens',
      headers: headers(),
      payload: { scope: 'repository:*:read' },
    });
    const reader = await platform.app.inject({
      url: '/artifactory/api/cargo/rs-publish/ne/w-/new-crate',
      headers: { authorization: `Bearer ${made.json().access_token}` },
    });
    expect(reader.statusCode).toBe(502);
  });

  it('serves cached content while the upstream is unavailable', async () => {
    await remote('rs-down');
    await get('rs-down/api/v1/crates/up/1.0.0/download');
    await upstream.stop();
    try {
      expect(await versions('rs-down/2/up')).toEqual(['1.0.0', '1.2.0']);
      expect((await get('rs-down/api/v1/crates/up/1.0.0/download')).statusCode).toBe(200);
      const unknown = await get('rs-down/ne/ve/never');
      expect([unknown.statusCode, unknown.json().errors[0].detail]).toEqual([
        502,
        expect.stringContaining('upstream of rs-down'),
      ]);
    } finally {
      await upstream.start();
    }
  });

  it('rejects bytes that do not match the checksum in the index', async () => {
    const crate = await upstream.add({ name: 'forged', vers: '1.0.0' });
    upstream.replace('forged', '1.0.0', Buffer.from('something else'));
    await remote('rs-forged');
    expect((await get('rs-forged/api/v1/crates/forged/1.0.0/download')).statusCode).toBe(502);
    upstream.replace('forged', '1.0.0', crate);
    expect((await get('rs-forged/api/v1/crates/forged/1.0.0/download')).statusCode).toBe(200);
  });

  it.each(['nonsense', '{"name":"other"}', '<html>'])('returns 502 if the index is %s', async (body) => {
    upstream.fault = (_request, response) => response.writeHead(200).end(body);
    await remote(`rs-broken-${body.length}`);
    expect((await get(`rs-broken-${body.length}/2/up`)).statusCode).toBe(502);
  });
});

describe('a virtual registry', () => {
  it('never queries an upstream for a local name, in any spelling', async () => {
    await repository('rs-own', { rclass: 'local' });
    await remote('rs-above');
    await upstream.add({ name: 'our-own', vers: '99.0.0' });
    await upstream.add({ name: 'our_own', vers: '99.0.0' });
    await upstream.add({ name: 'theirs', vers: '2.0.0' });
    await publish('rs-own', { name: 'our-own', vers: '1.0.0' });
    await repository('rs-all', {
      rclass: 'virtual',
      repositories: ['rs-own', 'rs-above'],
      defaultDeploymentRepo: 'rs-own',
    });
    upstream.requests.length = 0;
    expect(await versions('rs-all/ou/r-/our-own')).toEqual(['1.0.0']);
    expect((await get('rs-all/ou/r_/our_own')).statusCode).toBe(404);
    expect((await get('rs-all/api/v1/crates/our-own/99.0.0/download')).statusCode).toBe(404);
    expect(upstream.requests).toEqual([]);
    expect(await versions('rs-all/th/ei/theirs')).toEqual(['2.0.0']);
    expect((await get('rs-all/api/v1/crates/theirs/2.0.0/download')).statusCode).toBe(200);
    await publish('rs-all', { name: 'fresh', vers: '1.0.0' });
    expect(await versions('rs-own/fr/es/fresh')).toEqual(['1.0.0']);
  });

  it('merges local and upstream versions if a rule allows it', async () => {
    await repository('rs-merged', {
      rclass: 'virtual',
      repositories: ['rs-own', 'rs-above'],
      allowUpstreamFor: ['our-*'],
    });
    expect(await versions('rs-merged/ou/r-/our-own')).toEqual(['1.0.0', '99.0.0']);
  });
});
