import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { collectImages } from '../../formats/oci/collection/collectImages.ts';
import { digestOf, ociIndex, pushImage, RegistryClient } from '../../formats/oci/testing/RegistryClient.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';

let platform: TestPlatform;
let client: RegistryClient;
beforeAll(async () => {
  platform = await testPlatform({ listen: true });
  client = new RegistryClient(platform.baseUrl, { user: 'admin', password: platform.adminPassword });
});
afterAll(() => platform.close());

const within = <T>(work: () => Promise<T>) => withStorage(platform.storage, work);
const gc = async (
  method: 'GET' | 'POST',
  query = '',
  headers: object = { authorization: platform.adminAuth },
) => {
  const url = `/artifactory/api/system/storage/gc${query}`;
  const answer = await platform.app.inject({ method, url, headers: { ...headers } });
  return { status: answer.statusCode, body: answer.json() };
};
/** Makes all content old. */
const age = () =>
  within(async () => {
    await db().execute(sql`UPDATE docker_blobs SET touched = now() - interval '3 days'`);
    await db().execute(sql`UPDATE docker_manifests SET pushed = now() - interval '3 days'`);
    await db().execute(sql`UPDATE docker_images SET created = now() - interval '3 days'`);
    await db().execute(sql`UPDATE blobs SET touched = now() - interval '3 days'`);
  });
const pathsOf = ({ body }: { body: { files: { path: string }[] } }) =>
  body.files.map(({ path }) => path).sort();
const layerFile = (image: string, digest: string) => `${image}/_layers/${digest.replace(':', '__')}`;

describe('garbage collection', () => {
  it('requires an administrator', async () => {
    for (const method of ['GET', 'POST'] as const) expect((await gc(method, '', {})).status).toBe(401);
    expect((await gc('GET', '?untagged=maybe')).status).toBe(400);
  });

  it('lists content before deleting it, and keeps recently used content', async () => {
    const name = 'docker-local/collected';
    const kept = await pushImage(client, name, 'kept', { layer: 'kept' });
    const gone = await pushImage(client, name, 'gone', { layer: 'gone', config: { author: 'gone' } });
    await client.ask('DELETE', `/v2/${name}/manifests/${gone.digest}`);
    expect(pathsOf(await gc('GET'))).toEqual([]);
    await age();
    const would = await gc('GET');
    expect(would.body.dryRun).toBe(true);
    const expected = [gone.layer.digest, gone.config.digest]
      .map((digest) => layerFile('collected', digest))
      .sort();
    expect(pathsOf(would)).toEqual(expected);
    expect(would.body.summary.files).toEqual({ count: 2, size: gone.layer.size + gone.config.size });
    expect((await client.ask('HEAD', `/v2/${name}/blobs/${gone.layer.digest}`)).status).toBe(200);

    // A client that was just told that the layer exists continues its push.
    expect(pathsOf(await gc('GET'))).toEqual([layerFile('collected', gone.config.digest)]);
    const done = await gc('POST');
    expect([done.body.dryRun, pathsOf(done)]).toEqual([false, [layerFile('collected', gone.config.digest)]]);
    expect((await client.ask('HEAD', `/v2/${name}/blobs/${gone.config.digest}`)).status).toBe(404);
    expect((await client.ask('HEAD', `/v2/${name}/blobs/${gone.layer.digest}`)).status).toBe(200);
    const { text } = await client.ask('GET', `/v2/${name}/blobs/${kept.layer.digest}`);
    expect(text).toBe('kept');
  });

  it('deletes untagged images only on request', async () => {
    const name = 'docker-local/untagged';
    const first = await pushImage(client, name, 'latest', { layer: 'first' });
    const second = await pushImage(client, name, 'latest', { layer: 'second' });
    const size = JSON.stringify(second.manifest).length;
    const descriptor = { mediaType: second.manifest.mediaType, digest: second.digest, size };
    const index = { schemaVersion: 2, mediaType: ociIndex, manifests: [descriptor] };
    await client.pushManifest(name, 'many', index);
    const signature = { more: { subject: descriptor, artifactType: 'application/vnd.example.signature' } };
    const signed = await pushImage(client, name, 'signature', signature);
    await client.ask('DELETE', `/v2/${name}/manifests/signature`);
    await client.ask('DELETE', `/v2/${name}/manifests/latest`);
    await age();
    const path = (digest: string) => `untagged/_manifests/${digest.replace(':', '__')}.json`;
    expect(pathsOf(await gc('GET')).filter((each) => each.includes('_manifests'))).toEqual([]);
    const would = pathsOf(await gc('GET', '?untagged=true')).filter((each) => each.includes('_manifests'));
    expect(would).toEqual([path(first.digest)]);
    await gc('POST', '?untagged=true');
    expect((await client.ask('HEAD', `/v2/${name}/manifests/${first.digest}`)).status).toBe(404);
    expect((await client.ask('HEAD', `/v2/${name}/manifests/${second.digest}`)).status).toBe(200);
    expect((await client.ask('HEAD', `/v2/${name}/manifests/${signed.digest}`)).status).toBe(200);
    await client.ask('DELETE', `/v2/${name}/manifests/${digestOf(JSON.stringify(index))}`);
    await age();
    const all = await gc('GET', '?untagged=true');
    const done = await gc('POST', '?untagged=true');
    // The index, its images, their signatures, and all of their layers.
    expect(pathsOf(all)).toEqual(pathsOf(done));
    expect(all.body.summary.files).toEqual(done.body.summary.files);
    for (const { digest } of [second, signed]) {
      expect((await client.ask('HEAD', `/v2/${name}/manifests/${digest}`)).status).toBe(404);
    }
    // No content of the image is left.
    expect((await client.ask('GET', `/v2/${name}/tags/list`)).status).toBe(404);
  });

  it('breaks no concurrent push', async () => {
    const name = 'docker-local/raced';
    const collect = () =>
      within(async () => {
        for await (const _ of collectImages({ graceSeconds: 0, remove: true }));
      });
    let running = true;
    const collecting = (async () => {
      while (running) await collect();
    })();
    // Without a grace period, layers may be deleted before they are referenced, and continuous
    // collection keeps rows locked. Then the push gets an error (such as 503 with a retry), but no
    // image is left without its layers.
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, (_, at) => pushImage(client, name, `tag-${at}`, { layer: `layer ${at}` })),
    );
    running = false;
    await collecting;
    for (const [at, outcome] of outcomes.entries()) {
      if (outcome.status === 'rejected') {
        expect(String(outcome.reason)).toMatch(/MANIFEST_BLOB_UNKNOWN|503/);
        continue;
      }
      const { layer, config } = outcome.value;
      for (const { digest } of [layer, config]) {
        const there = await client.ask('GET', `/v2/${name}/blobs/${digest}`);
        expect([at, digest, there.status]).toEqual([at, digest, 200]);
      }
    }
  });
});
