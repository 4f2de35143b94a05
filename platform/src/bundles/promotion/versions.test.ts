import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { recordEvents } from '../../events/testing/recordEvents.ts';
import * as crates from '../../formats/cargo/testing/samples.ts';
import { publishBody, sampleTarball } from '../../formats/npm/testing/samples.ts';
import { pushImage, RegistryClient } from '../../formats/oci/testing/RegistryClient.ts';
import { requireRepository } from '../../repositories/repositories.ts';
import { filesOf } from '../content/artifactFiles.ts';
import { type BundleWorld, bundleWorld, LIFECYCLE } from '../testing/bundleWorld.ts';
import { republicationsOf, republish } from './republish.ts';

let world: BundleWorld;
let registry: RegistryClient;
beforeAll(async () => {
  world = await bundleWorld({}, true);
  const { baseUrl, adminPassword } = world.platform;
  registry = new RegistryClient(baseUrl, { user: 'admin', password: adminPassword });
  for (const packageType of ['npm', 'cargo', 'docker'])
    for (const environment of ['DEV', 'PROD'])
      await world.platform.createRepository(`${packageType}-${environment.toLowerCase()}`, {
        ...{ rclass: 'local', packageType },
        environments: [environment],
      });
  await publishNpm('kite', '1.0.0');
  await publishCrate('kite');
  await pushImage(registry, 'docker-dev/kite', '1.0', { layer: 'a layer of its own' });
});
afterAll(() => world?.close());

async function send(method: 'PUT' | 'GET', url: string, payload?: object | Buffer) {
  const headers = { authorization: world.platform.adminAuth };
  const answer = await world.platform.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  expect([url, answer.statusCode, answer.body]).toEqual([
    url,
    expect.toSatisfy((s) => s < 300),
    expect.anything(),
  ]);
  return answer;
}

async function publishNpm(name: string, version: string, repo = 'npm-dev', description = 'Flies') {
  const sample = { name, version, manifest: { description, license: 'MIT' } };
  await send('PUT', `/artifactory/api/npm/${repo}/${name}`, publishBody(sample, await sampleTarball(sample)));
}

async function publishCrate(name: string) {
  const sample = { name, vers: '1.0.0', manifest: ['description = "Flies"', 'license = "MIT"'] };
  const body = crates.publishBody(crates.metadataOf(sample), await crates.sampleCrate(sample));
  await send('PUT', '/artifactory/api/cargo/cargo-dev/api/v1/crates/new', body);
}

const promote = (name: string, body: object = {}) =>
  world.call('POST', `${LIFECYCLE}/promotion/records/${name}/1?async=false`, {
    environment: 'PROD',
    ...body,
  });
const packument = async (repo: string, name = 'kite') =>
  world.call('GET', `/artifactory/api/npm/${repo}/${name}`);

const places = {
  npm: 'npm-dev/kite/-/kite-1.0.0.tgz',
  cargo: 'cargo-dev/kite/1.0.0/kite-1.0.0.crate',
  docker: 'docker-dev/kite/1.0/manifest.json',
};

describe('the promotion of versions that only their clients publish', () => {
  it('publishes npm packages, crates, and images in the target, with their metadata and content', async () => {
    const created = await world.create('all', '1', Object.values(places));
    expect([created.status, created.message]).toEqual([201, '']);
    const preview = await world.call('POST', `/ui/api/v1/ui/releaseBundles/all/1/promotion/plan`, {
      environment: 'PROD',
    });
    expect(preview.json).toMatchObject({
      copies: 6,
      refused: 0,
      targets: { 'npm-prod': 1, 'cargo-prod': 1, 'docker-prod': 4 },
    });
    const recorded = recordEvents(world.platform.storage);
    const promoted = await promote('all');
    expect([promoted.status, promoted.message]).toEqual([201, '']);
    recorded.stop();

    const [dev, prod] = [(await packument('npm-dev')).json, (await packument('npm-prod')).json];
    const version = (of: typeof dev) => ({ ...of.versions['1.0.0'], dist: undefined });
    expect(version(prod)).toEqual(version(dev));
    expect(prod['dist-tags']).toEqual({ latest: '1.0.0' });
    expect(prod.versions['1.0.0'].dist.integrity).toBe(dev.versions['1.0.0'].dist.integrity);
    const tarball = (repo: string) => send('GET', `/artifactory/api/npm/${repo}/kite/-/kite-1.0.0.tgz`);
    expect((await tarball('npm-prod')).rawPayload.equals((await tarball('npm-dev')).rawPayload)).toBe(true);

    const line = async (repo: string) =>
      (await send('GET', `/artifactory/api/cargo/${repo}/index/ki/te/kite`)).json();
    expect(await line('cargo-prod')).toEqual(await line('cargo-dev'));
    await send('GET', '/artifactory/api/cargo/cargo-prod/api/v1/crates/kite/1.0.0/download');

    const manifest = await registry.ask('GET', '/v2/docker-prod/kite/manifests/1.0');
    expect(manifest.text).toBe((await registry.ask('GET', '/v2/docker-dev/kite/manifests/1.0')).text);
    for (const { digest } of [JSON.parse(manifest.text).config, ...JSON.parse(manifest.text).layers])
      expect((await registry.ask('GET', `/v2/docker-prod/kite/blobs/${digest}`)).status).toBe(200);
  });

  it('is complete on the second attempt, which changes nothing', async () => {
    const preview = await world.call('POST', `/ui/api/v1/ui/releaseBundles/all/1/promotion/plan`, {
      environment: 'PROD',
    });
    expect(preview.json).toMatchObject({ copies: 0, there: 6, refused: 0 });
    expect((await promote('all')).status).toBe(201);
  });

  it('publishes nothing if one version exists with different content', async () => {
    await publishNpm('first', '1.0.0');
    await publishNpm('taken', '1.0.0');
    await publishNpm('taken', '1.0.0', 'npm-prod', 'Another');
    await world.create('two', '1', ['npm-dev/first/-/first-1.0.0.tgz', 'npm-dev/taken/-/taken-1.0.0.tgz']);
    const promoted = await promote('two', { overwrite_existing_artifacts: true });
    expect([promoted.status, promoted.message]).toEqual([
      409,
      expect.stringContaining('Another version exists there. npm versions are never replaced'),
    ]);
    expect((await packument('npm-prod', 'first')).status).toBe(404);
  });

  it('rolls everything back if a version is published concurrently', async () => {
    await publishNpm('calm', '1.0.0');
    await publishNpm('raced', '1.0.0');
    const { storage } = world.platform;
    await withStorage(storage, async () => {
      const target = await requireRepository('npm-prod');
      const artifacts = ['calm', 'raced'].map((name) => ({
        ...{ repo: 'npm-dev', path: `${name}/-/${name}-1.0.0.tgz`, sha256: '', size: 0 },
        ...{ packageType: 'npm', properties: {} },
      }));
      const files = await filesOf(artifacts);
      const lines = artifacts.flatMap((artifact) => {
        const file = files.get(`${artifact.repo}/${artifact.path}`);
        return file ? [{ artifact, file, target }] : [];
      });
      const prepared = await republicationsOf(lines, 'admin');
      await publishNpm('raced', '1.0.0', 'npm-prod', 'Another');
      await expect(republish(prepared, 'admin')).rejects.toMatchObject({ code: 'NOT_PROMOTABLE' });
    });
    expect((await packument('npm-prod', 'calm')).status).toBe(404);
  });

  it('compares two bundles by package', async () => {
    for (const version of ['1.0.0', '1.1.0']) await publishNpm('steady', version);
    await publishNpm('gone', '1.0.0');
    await publishNpm('added', '2.0.0');
    const tarball = (name: string, version: string) => `npm-dev/${name}/-/${name}-${version}.tgz`;
    await world.create('steps', '1', [tarball('steady', '1.0.0'), tarball('gone', '1.0.0'), places.npm]);
    await world.create('steps', '2', [tarball('steady', '1.1.0'), tarball('added', '2.0.0'), places.npm]);
    const { json } = await world.call('GET', '/ui/api/v1/ui/releaseBundles/steps/2/compare/1');
    expect(json).toMatchObject({ added: 2, removed: 2, same: 1, changedPackages: 3 });
    expect(json.packages).toEqual([
      { what: 'added', type: 'npm', name: 'added', before: [], now: ['2.0.0'] },
      { what: 'removed', type: 'npm', name: 'gone', before: ['1.0.0'], now: [] },
      { what: 'changed', type: 'npm', name: 'steady', before: ['1.0.0'], now: ['1.1.0'] },
    ]);
  });

  it('replaces the tag of an image if it may', async () => {
    const tag = async () => (await registry.ask('GET', '/v2/docker-prod/moved/manifests/latest')).text;
    await pushImage(registry, 'docker-dev/moved', 'latest', { layer: 'the first' });
    await pushImage(registry, 'docker-prod/moved', 'latest', { layer: 'another' });
    await world.create('moved', '1', ['docker-dev/moved/latest/manifest.json']);
    expect((await promote('moved')).message).toContain('Allow overwriting to replace it');
    const overwrite = { overwrite_existing_artifacts: true };
    const change = (immutableTags: boolean) =>
      world.call('POST', '/artifactory/api/repositories/docker-prod', { immutableTags });
    expect((await change(true)).status).toBe(200);
    expect((await promote('moved', overwrite)).message).toContain('The tags of docker-prod are immutable');
    expect((await change(false)).status).toBe(200);
    const promoted = await promote('moved', overwrite);
    expect([promoted.status, promoted.message]).toEqual([201, '']);
    expect(await tag()).toBe((await registry.ask('GET', '/v2/docker-dev/moved/manifests/latest')).text);

    await pushImage(registry, 'docker-prod/moved', 'latest', { layer: 'a third' });
    const replaced = await tag();
    await world.create('held', '1', ['docker-prod/moved/latest/manifest.json']);
    expect((await promote('moved', overwrite)).message).toContain('is in use');
    expect(await tag()).toBe(replaced);
  });

  it('refuses layers without the image that needs them', async () => {
    await pushImage(registry, 'docker-dev/loose', '1.0', { layer: 'another layer' });
    const { json } = await world.call('GET', '/artifactory/api/storage/docker-dev/loose/_layers');
    const [layer] = json.children as { uri: string }[];
    await world.create('loose', '1', [`docker-dev/loose/_layers${layer?.uri}`]);
    expect((await promote('loose')).message).toContain('It is not a version of its own');
    await world.create('with', '1', [
      `docker-dev/loose/_layers${layer?.uri}`,
      'docker-dev/loose/1.0/manifest.json',
    ]);
    expect((await promote('with')).status).toBe(201);
  });

  it('counts shared layers to the image in the bundle, not to others', async () => {
    for (const tag of ['old', 'new'])
      await pushImage(registry, 'docker-dev/shared', tag, { layer: 'a base' });
    await world.create('shared', '1', ['docker-dev/shared/new/manifest.json']);
    const { json } = await world.call('GET', '/ui/api/v1/ui/releaseBundles/shared/1/packages');
    expect(json.packages).toEqual([
      expect.objectContaining({ type: 'docker', name: 'shared', version: 'new', files: 4 }),
    ]);
  });

  it('refuses files that are no versions, instead of leaving them out', async () => {
    await publishNpm('indexed', '1.0.0');
    await withStorage(world.platform.storage, () =>
      db().execute(sql`DELETE FROM npm_versions WHERE repo = 'npm-dev' AND name = 'indexed'`),
    );
    await world.create('none', '1', ['npm-dev/indexed/-/indexed-1.0.0.tgz']);
    expect((await promote('none')).message).toContain('It is not a version of its own');
  });
});
