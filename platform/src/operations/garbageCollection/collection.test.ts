import type { CollectionRun } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { collectImages } from '../../formats/oci/garbageCollection/collectImages.ts';
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

  it('keeps untagged images that a build refers to, and those of read-only repositories', async () => {
    const name = 'docker-local/built';
    const built = await pushImage(client, name, 'built', { layer: 'of a build' });
    const other = await pushImage(client, name, 'other', { layer: 'of no build' });
    for (const tag of ['built', 'other']) await client.ask('DELETE', `/v2/${name}/manifests/${tag}`);
    const artifact = { type: 'json', name: 'manifest.json', sha256: built.digest.slice('sha256:'.length) };
    const info = {
      ...{ version: '1.0.1', name: 'images', number: '1', started: '2026-11-01T10:00:00.000+0000' },
      modules: [{ id: 'images', artifacts: [artifact] }],
    };
    const uploaded = await platform.app.inject({
      ...{ method: 'PUT', url: '/artifactory/api/build', payload: info },
      headers: { authorization: platform.adminAuth },
    });
    expect(uploaded.statusCode, uploaded.body).toBeLessThan(300);
    await age();
    const isThere = async (digest: string) =>
      (await client.ask('HEAD', `/v2/${name}/manifests/${digest}`)).status === 200;
    const readOnly = async (isReadOnly: boolean) => {
      const changed = await platform.app.inject({
        ...{ method: 'POST', url: '/artifactory/api/repositories/docker-local' },
        ...{ payload: { readOnly: isReadOnly }, headers: { authorization: platform.adminAuth } },
      });
      expect(changed.statusCode, changed.body).toBe(200);
    };
    await readOnly(true);
    await gc('POST', '?untagged=true');
    expect([await isThere(built.digest), await isThere(other.digest)]).toEqual([true, true]);
    await readOnly(false);
    await gc('POST', '?untagged=true');
    expect([await isThere(built.digest), await isThere(other.digest)]).toEqual([true, false]);
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

describe('garbage collection in the background', () => {
  const url = '/ui/api/v1/ui/storage/collections';
  const ask = (method: 'GET' | 'POST', payload?: object) =>
    platform.app.inject({
      ...{ method, url, headers: { authorization: platform.adminAuth } },
      ...(payload ? { payload } : {}),
    });
  const runs = async (): Promise<CollectionRun[]> => (await ask('GET')).json();
  const finish = async (payload: object) => {
    const started = await ask('POST', payload);
    expect(started.statusCode).toBe(202);
    const { id } = started.json();
    return vi.waitFor(async () => {
      const run = (await runs()).find((each) => each.id === id);
      if (!run || /waiting|running/.test(run.state)) throw new Error(`The run is ${run?.state}`);
      return run;
    });
  };

  it('counts first, then deletes, with progress, result, and audit record [adm-01]', async () => {
    const name = 'docker-local/background';
    const gone = await pushImage(client, name, 'gone', { layer: 'in the background' });
    await client.ask('DELETE', `/v2/${name}/manifests/${gone.digest}`);
    await age();
    const would = await finish({ dry: true });
    expect(would).toMatchObject({ dry: true, requestedBy: 'admin', state: 'finished', error: null });
    expect(would.examples.map(({ path }) => path)).toContain(layerFile('background', gone.layer.digest));
    expect(would.files.count).toBe(would.examples.length);
    const done = await finish({ dry: false });
    expect([done.files, done.state]).toEqual([would.files, 'finished']);
    expect((await client.ask('HEAD', `/v2/${name}/blobs/${gone.layer.digest}`)).status).toBe(404);
    const log = await platform.app.inject({
      url: '/access/api/v1/audit?event=garbage-collected&limit=1',
      headers: { authorization: platform.adminAuth },
    });
    const detail = `Garbage collection deleted ${done.files.count} files of ${done.files.size} bytes`;
    expect(log.json().events[0]).toMatchObject({ user: 'admin', detail: expect.stringContaining(detail) });
    expect((await runs())[0]?.id).toBe(done.id);
  });

  it('refuses a second one meanwhile, and continues one that a killed node left', async () => {
    await within(() =>
      db().execute(sql`INSERT INTO collection_runs (dry, untagged, requested_by, state, files, file_bytes)
        VALUES (false, false, 'ann', 'running', 5, 50)`),
    );
    const refused = await ask('POST', { dry: true });
    expect([refused.statusCode, refused.json().errors[0]]).toEqual([
      409,
      expect.objectContaining({
        code: 'COLLECTION_RUNNING',
        message: 'Garbage collection is running, requested by ann. Wait until the run has ended.',
      }),
    ]);
    await platform.app.jobs.runNow('collect-garbage-on-request');
    const [run] = await vi.waitFor(async () => {
      const all = await runs();
      if (all[0]?.state !== 'finished') throw new Error('The run has not ended');
      return all;
    });
    expect(run?.files.count).toBeGreaterThanOrEqual(5);
  });
});
