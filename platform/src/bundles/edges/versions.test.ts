import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import * as crates from '../../formats/cargo/testing/samples.ts';
import { publishBody, sampleTarball } from '../../formats/npm/testing/samples.ts';
import { pushImage, RegistryClient } from '../../formats/oci/testing/RegistryClient.ts';
import type { HeldArtifact } from '../content/BundleContent.ts';
import { contentOf, requireVersion } from '../content/bundleRows.ts';
import { signEnvelope } from '../signing/dsse.ts';
import { DEFAULT_KEY, signingKey } from '../signing/keys.ts';
import { statementOf } from '../signing/statement.ts';
import type { BundleWorld } from '../testing/bundleWorld.ts';
import { edgeClient } from './servers.ts';
import { type EdgeWorlds, edgeWorlds } from './testing/edgeWorlds.ts';

let worlds: EdgeWorlds;
let source: BundleWorld;
let edge: BundleWorld;
let edgeRegistry: RegistryClient;
/** Digest of an image without a tag. */
let untagged: string;
const registryOf = ({ platform }: BundleWorld) =>
  new RegistryClient(platform.baseUrl, { user: 'admin', password: platform.adminPassword });

beforeAll(async () => {
  worlds = await edgeWorlds();
  ({ source, edge } = worlds);
  edgeRegistry = registryOf(edge);
  for (const packageType of ['npm', 'cargo', 'docker'])
    await source.platform.createRepository(`team-${packageType}`, { rclass: 'local', packageType });
  await put('/artifactory/api/npm/team-npm/kite', publishBody(npmSample, await sampleTarball(npmSample)));
  const body = crates.publishBody(crates.metadataOf(crateSample), await crates.sampleCrate(crateSample));
  await put('/artifactory/api/cargo/team-cargo/api/v1/crates/new', body);
  const registry = registryOf(source);
  await pushImage(registry, 'team-docker/kite', '1.0', { layer: 'a layer of its own' });
  untagged = (await pushImage(registry, 'team-docker/kite', 'gone', { layer: 'without a tag' })).digest;
  await registry.ask('DELETE', '/v2/team-docker/kite/manifests/gone');
  const places = [
    'team-npm/kite/-/kite-1.0.0.tgz',
    'team-cargo/kite/1.0.0/kite-1.0.0.crate',
    'team-docker/kite/1.0/manifest.json',
    `team-docker/kite/_manifests/${untagged.replace(':', '__')}.json`,
  ];
  expect(await source.create('app', '1', places)).toMatchObject({ status: 201, message: '' });
});
afterAll(() => worlds?.close());

const npmSample = { name: 'kite', version: '1.0.0', manifest: { description: 'Flies', license: 'MIT' } };
const crateSample = { name: 'kite', vers: '1.0.0', manifest: ['description = "Flies"', 'license = "MIT"'] };

async function put(url: string, payload: object | Buffer): Promise<void> {
  const headers = { authorization: source.platform.adminAuth };
  const answer = await source.platform.app.inject({ method: 'PUT', url, headers, payload });
  expect([url, answer.statusCode < 300, answer.body]).toEqual([url, true, expect.anything()]);
}

/** Orders a distribution or removal, and returns it when it has ended. */
async function order(kind: 'distribute' | 'remove') {
  await worlds.order('app', '1', kind);
  return worlds.reached('app', '1', /completed|failed/);
}

const packument = () => edge.call('GET', '/artifactory/api/npm/team-npm/kite');
const crate = () => edge.call('GET', '/artifactory/api/cargo/team-cargo/index/ki/te/kite');
const imageWithoutTag = () => edgeRegistry.ask('GET', `/v2/team-docker/kite/manifests/${untagged}`);
const image = () => edgeRegistry.ask('GET', '/v2/team-docker/kite/manifests/1.0');

it('publishes npm packages, crates, and images at the edge, as their clients expect them', async () => {
  expect(await order('distribute')).toMatchObject({ state: 'completed', message: '' });
  const there = (await packument()).json;
  const here = (await source.call('GET', '/artifactory/api/npm/team-npm/kite')).json;
  expect([there['dist-tags'], there.versions['1.0.0'].dist.integrity]).toEqual([
    { latest: '1.0.0' },
    here.versions['1.0.0'].dist.integrity,
  ]);
  expect((await edge.call('GET', '/artifactory/api/npm/team-npm/kite/-/kite-1.0.0.tgz')).status).toBe(200);
  expect((await crate()).json).toMatchObject({ name: 'kite', vers: '1.0.0' });
  const download = '/artifactory/api/cargo/team-cargo/api/v1/crates/kite/1.0.0/download';
  expect((await edge.call('GET', download)).status).toBe(200);
  const { config, layers } = JSON.parse((await image()).text);
  for (const { digest } of [config, ...layers])
    expect((await edgeRegistry.ask('GET', `/v2/team-docker/kite/blobs/${digest}`)).status).toBe(200);
  const listed = (await edge.call('GET', '/ui/api/v1/ui/releaseBundles/received')).json.bundles;
  expect((await imageWithoutTag()).status).toBe(200);
  expect(listed).toEqual([expect.objectContaining({ state: 'complete', artifacts: 8 })]);
});

it('notifies the user who distributed them', async () => {
  const { notifications } = (await source.call('GET', '/ui/api/v1/ui/notifications')).json;
  expect(notifications).toEqual([
    expect.objectContaining({
      ...{ kind: 'distribution', subject: 'app', changes: 1 },
      items: [{ version: '1', target: 'berlin', outcome: 'completed' }],
    }),
  ]);
});

it('protects them at the edge from their clients', async () => {
  const digest = JSON.parse((await image()).text).config.digest;
  const deletions = [
    await edgeRegistry.ask('DELETE', '/v2/team-docker/kite/manifests/1.0'),
    await edgeRegistry.ask('DELETE', `/v2/team-docker/kite/blobs/${digest}`),
    await edge.call('DELETE', '/artifactory/team-npm/kite/-/kite-1.0.0.tgz'),
    await edge.call('DELETE', '/artifactory/team-cargo/kite/1.0.0/kite-1.0.0.crate'),
  ];
  expect(deletions.map(({ status }) => status >= 400)).toEqual(deletions.map(() => true));
  await pushImage(edgeRegistry, 'team-docker/kite', '1.0', { layer: 'other' }).catch(() => undefined);
  expect(JSON.parse((await image()).text).config.digest).toBe(digest);
  expect(Object.keys((await packument()).json.versions)).toEqual(['1.0.0']);
});

it('removes them from the edge, without versions of others that share content with them', async () => {
  await pushImage(edgeRegistry, 'team-docker/kite', 'mine', { layer: 'a layer of its own' });
  expect(await order('remove')).toMatchObject({ state: 'completed', message: '' });
  expect([(await packument()).status, (await crate()).status, (await image()).status]).toEqual([
    404, 404, 404,
  ]);
  expect((await imageWithoutTag()).status).toBe(404);
  expect((await edge.call('GET', '/ui/api/v1/ui/releaseBundles/received')).json.total).toBe(0);
  expect((await edge.call('GET', '/ui/api/v1/ui/trash')).json.items).toEqual([]);
  const mine = await edgeRegistry.ask('GET', '/v2/team-docker/kite/manifests/mine');
  expect(mine.status).toBe(200);
  for (const { digest } of JSON.parse(mine.text).layers)
    expect((await edgeRegistry.ask('GET', `/v2/team-docker/kite/blobs/${digest}`)).status).toBe(200);
});

it.each<[string, string, object]>([
  ['of another npm version', 'team-npm', { name: 'kite', version: '9.9.9' }],
  ['of another npm package', 'team-npm', { name: 'other' }],
  ['of other npm content', 'team-npm', { dist: '{"shasum":"00"}' }],
  ['without npm content', 'team-npm', { dist: '{' }],
  ['of no npm date', 'team-npm', { published: 'once upon a time' }],
  ['of another crate', 'team-cargo', { entry: { name: 'other', vers: '1.0.0', cksum: '' } }],
  ['of no image', 'team-docker', { manifests: 7 }],
  ['of content with another digest', 'team-docker', { wrongDigest: true }],
])('shows nothing of a bundle with a signed description %s', async (_of, repo, change) => {
  const changed = await withStorage(source.platform.storage, async () => {
    const { seal } = source.platform.app;
    const content = await contentOf(await requireVersion('app', '1'));
    const npm = content.artifacts.find(({ path }) => path.endsWith('.tgz'));
    const artifacts = content.artifacts.map((artifact) =>
      artifact.repo === repo ? tampered(artifact, change, npm) : artifact,
    );
    const key = await signingKey(seal, DEFAULT_KEY, 'admin');
    return JSON.stringify(signEnvelope(statementOf({ ...content, artifacts }), key.privateKey, key.id));
  });
  const client = await withStorage(source.platform.storage, async () => {
    const { rows } = await db().execute<{ id: string }>(sql`SELECT id::text FROM edge_targets`);
    return edgeClient(source.platform.app.seal, rows[0]?.id ?? '');
  });
  const { signal } = new AbortController();
  await withStorage(source.platform.storage, async () => {
    const reception = await client.announce(
      'app',
      '1',
      { envelope: changed, createRepositories: true },
      signal,
    );
    expect(reception.missing).toEqual([]);
    await expect(client.complete('app', '1', signal)).rejects.toThrow(/visible|description|digest/);
    await client.remove('app', '1', { incomplete: true });
  });
  expect([(await packument()).status, (await crate()).status, (await image()).status]).toEqual([
    404, 404, 404,
  ]);
});

/** The artifact with another description, or a layer with the content of another artifact. */
function tampered(artifact: HeldArtifact, change: object, other: HeldArtifact | undefined): HeldArtifact {
  if (!('wrongDigest' in change))
    return artifact.state ? { ...artifact, state: { ...artifact.state, ...change } } : artifact;
  const { sha256 = '', size = 0 } = other ?? {};
  return artifact.path.includes('/_layers/') ? { ...artifact, sha256, size } : artifact;
}

it('distributes them again', async () => {
  expect(await order('distribute')).toMatchObject({ state: 'completed', message: '' });
  expect([(await packument()).status, (await crate()).status, (await image()).status]).toEqual([
    200, 200, 200,
  ]);
});
