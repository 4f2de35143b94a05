import type { CleanupItems, CleanupRun, CleanupSettings } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type BundleWorld, bundleWorld } from '../../bundles/testing/bundleWorld.ts';
import { db, withStorage } from '../../database/db.ts';
import {
  digestOf,
  type Manifest,
  ociIndex,
  pushImage,
  RegistryClient,
} from '../../formats/oci/testing/RegistryClient.ts';
import { Conditions } from '../runs/Conditions.ts';
import { openItems } from '../runs/itemTable.ts';
import { performRun } from '../runs/performRun.ts';
import { removeItem } from '../runs/removeItem.ts';
import { addRun, nextRun } from '../runs/runTable.ts';
import { cleanupCalls, runPolicy } from '../testing/runPolicy.ts';

const prefix = cleanupCalls;
const base: CleanupSettings = {
  ...{ description: '', enabled: false, repositories: ['docker-local'], repositoryClasses: [] },
  ...{ packageTypes: [], select: 'untagged', include: [], exclude: [], keepBuilds: true },
  ...{ every: 'never', hour: 2 },
};
let world: BundleWorld;
let client: RegistryClient;
beforeAll(async () => {
  world = await bundleWorld({ LADING_DISTRIBUTION: 'true' });
  await world.platform.app.listen({ host: '127.0.0.1', port: 0 });
  const address = world.platform.app.server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const credentials = { user: 'admin', password: world.platform.adminPassword };
  client = new RegistryClient(`http://127.0.0.1:${port}`, credentials);
});
afterAll(() => world.close());

const within = <T>(work: () => Promise<T>) => withStorage(world.platform.storage, work);
const save = (key: string, settings: Partial<CleanupSettings>) =>
  world.call('PUT', `${prefix}/policies/${key}`, { ...base, ...settings });
const run = (key: string, dry: boolean) => runPolicy(world, key, dry);
const items = async ({ id }: CleanupRun, state: string) =>
  ((await world.call('GET', `${prefix}/runs/${id}/items?state=${state}`)).json as CleanupItems).items;
const pathsOf = async (of: CleanupRun, state: string) =>
  (await items(of, state)).map(({ path }) => path).sort();
const pathOf = (image: string, digest: string) => `${image}/_manifests/${digest.replace(':', '__')}.json`;
const status = async (image: string, reference: string) =>
  (await client.ask('HEAD', `/v2/docker-local/${image}/manifests/${reference}`)).status;
const age = (days: number) =>
  within(async () => {
    const then = sql`now() - make_interval(days => ${days})`;
    await db().execute(sql`UPDATE files SET modified = ${then}, last_downloaded = NULL`);
    await db().execute(sql`UPDATE blobs SET touched = ${then}`);
    await db().execute(sql`UPDATE docker_blobs SET touched = ${then}`);
    await db().execute(sql`UPDATE docker_manifests SET pushed = ${then}`);
  });

/** Pushes an image by its digest only, with a layer of 300 bytes. */
async function pushUntagged(image: string, seed: string, more: object = {}) {
  const name = `docker-local/${image}`;
  const layer = seed.padEnd(300, '.');
  const pushed = await pushImage(client, name, 'passing', { layer, config: { author: seed }, more });
  await client.ask('DELETE', `/v2/${name}/manifests/passing`);
  const { mediaType } = pushed.manifest;
  const size = JSON.stringify(pushed.manifest).length;
  return { ...pushed, descriptor: { mediaType, digest: pushed.digest, size } };
}
async function pushIndex(image: string, tag: string | undefined, manifests: readonly object[]) {
  const index: Manifest = { schemaVersion: 2, mediaType: ociIndex, manifests };
  const digest = digestOf(JSON.stringify(index));
  const answer = await client.pushManifest(`docker-local/${image}`, tag ?? digest, index);
  expect(answer.status).toBe(201);
  return digest;
}
const signatureOf = (subject: object) => ({ subject, artifactType: 'application/vnd.example.signature' });

describe('a cleanup policy for untagged images', () => {
  it('deletes what no tag leads to, and frees exactly the estimate', async () => {
    const replaced = await pushImage(client, 'docker-local/app', 'latest', { layer: 'old'.repeat(100) });
    await pushImage(client, 'docker-local/app', 'latest', { layer: 'new'.repeat(100) });
    // Kept: a part of a tagged index, and its signature.
    const part = await pushUntagged('app', 'part');
    const signature = await pushUntagged('app', 'signature', signatureOf(part.descriptor));
    await pushIndex('app', 'many', [part.descriptor]);
    // Deleted: an index without a tag, its part, and the signature of its part.
    const lost = await pushUntagged('app', 'lost');
    const lostSignature = await pushUntagged('app', 'lost signature', signatureOf(lost.descriptor));
    const lostIndex = await pushIndex('app', undefined, [lost.descriptor]);
    const excluded = await pushUntagged('release', 'excluded');
    await age(40);
    const young = await pushUntagged('app', 'young');
    await save('untagged', { olderThanDays: 30, exclude: ['release/**'] });

    const expected = [replaced.digest, lost.digest, lostSignature.digest, lostIndex]
      .map((digest) => pathOf('app', digest))
      .sort();
    const dry = await run('untagged', true);
    expect(await pathsOf(dry, 'selected')).toEqual(expected);
    for (const digest of [replaced.digest, lostIndex]) expect(await status('app', digest)).toBe(200);
    const done = await run('untagged', false);
    expect(await pathsOf(done, 'deleted')).toEqual(expected);
    expect(done).toMatchObject({ deleted: 4, kept: 0, failed: 0, files: dry.files, bytes: dry.bytes });
    expect(done.freeableBytes).toBe(dry.freeableBytes);
    expect(done.freedBytes).toBe(dry.freeableBytes);
    expect(dry.freeableBytes).toBeGreaterThan(3 * 300);
    for (const { digest } of [replaced, lost, lostSignature]) expect(await status('app', digest)).toBe(404);
    for (const { digest } of [part, signature, young]) expect(await status('app', digest)).toBe(200);
    expect(await status('release', excluded.digest)).toBe(200);
    for (const { layer } of [part, signature])
      expect((await client.ask('GET', `/v2/docker-local/app/blobs/${layer.digest}`)).status).toBe(200);
    expect(await pathsOf(await run('untagged', true), 'selected')).toEqual([]);
  });

  it('keeps images of builds and release bundles with their parts, and images in use', async () => {
    const built = await pushUntagged('kept', 'built');
    const bundled = await pushUntagged('kept', 'bundled');
    const bundledIndex = await pushIndex('kept', undefined, [bundled.descriptor]);
    const pulled = await pushUntagged('kept', 'pulled');
    const free = await pushUntagged('kept', 'free');
    const artifact = {
      name: 'manifest.json',
      sha256: built.digest.slice('sha256:'.length),
      sha1: 'x',
      md5: 'x',
    };
    const build = {
      ...{ name: 'web', number: '7', started: '2026-01-02T03:04:05.000+0000' },
      modules: [{ id: 'web', artifacts: [artifact] }],
    };
    expect((await world.call('PUT', '/artifactory/api/build', build)).status).toBe(204);
    const path = `docker-local/${pathOf('kept', bundledIndex)}`;
    const bundle = await world.create('images', '1.0.0', [path]);
    expect([bundle.status, bundle.message]).toEqual([201, '']);
    await age(40);
    expect((await client.ask('GET', `/v2/docker-local/kept/manifests/${pulled.digest}`)).status).toBe(200);
    const downloads = sql`SELECT FROM files WHERE path = ${pathOf('kept', pulled.digest)} AND last_downloaded IS NOT NULL`;
    await vi.waitFor(() => within(async () => expect((await db().execute(downloads)).rowCount).toBe(1)));
    await save('kept', { notDownloadedDays: 30, include: ['kept/**'] });
    const done = await run('kept', false);
    expect(await pathsOf(done, 'deleted')).toEqual([pathOf('kept', free.digest)]);
    const reasons = (await items(done, 'kept')).map((each) => [each.path, each.reason]);
    expect(reasons).toContainEqual([pathOf('kept', built.digest), 'Build web 7 refers to it']);
    expect(reasons).toContainEqual([
      pathOf('kept', bundledIndex),
      expect.stringContaining('Release bundle images 1.0.0 contains it'),
    ]);
    for (const { digest } of [built, bundled, pulled]) expect(await status('kept', digest)).toBe(200);
  });

  it('continues an interrupted run, and keeps what was tagged, pushed, or indexed since', async () => {
    const seeds = ['gone', 'tagged', 'again', 'indexed'] as const;
    const [gone, tagged, again, indexed] = await Promise.all(seeds.map((seed) => pushUntagged('race', seed)));
    if (!gone || !tagged || !again || !indexed) throw new Error('An image is missing');
    const signature = await pushUntagged('race', 'signature', signatureOf(tagged.descriptor));
    await age(40);
    const settings = { ...base, include: ['race/**'] };
    await within(async () => {
      const id = await addRun('race', settings, { dry: false, by: 'admin' });
      const first = await nextRun();
      if (first?.id !== id) throw new Error('Another run is open');
      // Interrupted between the selection and the deletion, then after one item.
      await performRun({ ...first, dry: true }, options);
      await db().execute(
        sql`UPDATE cleanup_runs SET state = 'deleting', ended = NULL WHERE id = ${id}::bigint`,
      );
      const open = await openItems(id, 10);
      expect(open).toHaveLength(5);
      const item = open.find(({ path }) => path === pathOf('race', gone.digest));
      if (item) await removeItem(id, item, new Conditions(settings, Date.now()));
      await client.pushManifest('docker-local/race', 'v1', tagged.manifest);
      await db().execute(sql`UPDATE docker_manifests SET pushed = now() - interval '40 days'`);
      await client.pushManifest('docker-local/race', again.digest, again.manifest);
      await pushIndex('race', undefined, [indexed.descriptor]);
      const next = await nextRun();
      if (next) await performRun(next, options);
    });
    const { json } = await world.call('GET', `${prefix}/policies/race/runs`);
    expect(json[0]).toMatchObject({ state: 'finished', deleted: 1, kept: 4, failed: 0 });
    const reasons = (await items(json[0], 'kept')).map(({ path, reason }) => [path, reason]);
    expect(Object.fromEntries(reasons)).toEqual({
      [pathOf('race', tagged.digest)]: 'The tag v1 refers to it',
      [pathOf('race', again.digest)]: 'It was pushed again after the selection',
      [pathOf('race', indexed.digest)]: expect.stringContaining('The index sha256:'),
      [pathOf('race', signature.digest)]: `It belongs to the image ${tagged.digest}, which is kept`,
    });
    for (const { digest } of [tagged, again, indexed, signature])
      expect(await status('race', digest)).toBe(200);
    expect(await status('race', gone.digest)).toBe(404);
  });

  it('requires repositories of images, and has no versions to keep', async () => {
    const refused = async (settings: Partial<CleanupSettings>) => {
      const { status: code, message } = await save('refused', settings);
      return `${code} ${message}`;
    };
    expect(await refused({ repositories: ['libs'] })).toMatch(/^400 .*Repository libs contains no images/);
    expect(await refused({ packageTypes: ['npm'] })).toMatch(/^400 .*Package type "npm" has no images/);
    expect(await refused({ keepNewest: 3 })).toMatch(/^400 .*Untagged images have no versions/);
  });
});

const options = { collects: true, signal: new AbortController().signal };
