import type { RemovalOutcome, RemovalPlan } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { collectImages } from './garbageCollection/collectImages.ts';
import { ociIndex, ociManifest, pushImage, RegistryClient } from './testing/RegistryClient.ts';

let platform: TestPlatform;
let client: RegistryClient;
beforeAll(async () => {
  platform = await testPlatform({ listen: true });
  client = new RegistryClient(platform.baseUrl, { user: 'admin', password: platform.adminPassword });
});
afterAll(() => platform?.close());

const url = '/ui/api/v1/ui/v1/native/removal';
const post = (path: string, payload: object) =>
  platform.app.inject({
    method: 'POST',
    url: url + path,
    payload,
    headers: { authorization: platform.adminAuth },
  });
const plan = async (image: string, ...versions: string[]) =>
  (await post('/plan', { packages: [{ id: `docker://${image}`, versions }] })).json<RemovalPlan>();
const kinds = ({ lines }: RemovalPlan) =>
  lines.map(({ version, files }) => [version, ...files.map(({ path }) => kindOf(path)).sort()]);
const kindOf = (path: string) => /_layers|_manifests/.exec(path)?.[0] ?? 'tag';

/** Deletes the tags. Returns the paths that are gone after garbage collection. */
async function gone(image: string, ...versions: string[]): Promise<string[]> {
  const files = () =>
    withStorage(platform.storage, async () => {
      const { rows } = await db().execute<{ path: string }>(
        sql`SELECT path FROM files WHERE repo = 'docker-local' AND path LIKE ${`${image}/%`}`,
      );
      return rows.map(({ path }) => path);
    });
  const before = await files();
  const { digest } = await plan(image, ...versions);
  const done = (
    await post('', { packages: [{ id: `docker://${image}`, versions }], digest })
  ).json<RemovalOutcome>();
  expect(done.failed).toEqual([]);
  await withStorage(platform.storage, async () => {
    for await (const _each of collectImages({ graceSeconds: 0, untagged: false, remove: true }));
  });
  const after = new Set(await files());
  return before.filter((path) => !after.has(path)).sort();
}
const pathsOf = ({ lines }: RemovalPlan) =>
  lines.flatMap(({ files }) => files.map(({ path }) => path)).sort();

describe('the preview of deleting tags', () => {
  it('excludes an image that another tag refers to', async () => {
    for (const tag of ['1.0', '1.1', '1.2']) await pushImage(client, 'docker-local/same', tag);
    const one = await plan('same', '1.1');
    expect(kinds(one)).toEqual([['1.1', 'tag']]);
    expect(await gone('same', '1.1')).toEqual(pathsOf(one));
    expect((await client.ask('GET', '/v2/docker-local/same/manifests/1.0')).status).toBe(200);
    const both = await plan('same', '1.0', '1.2');
    expect(kinds(both)).toEqual([
      ['1.0', 'tag'],
      ['1.2', '_layers', '_layers', '_manifests', 'tag'],
    ]);
    expect(await gone('same', '1.0', '1.2')).toEqual(pathsOf(both));
  });

  it('includes layers that no other manifest of the image requires', async () => {
    await pushImage(client, 'docker-local/shared', '1', { config: { a: 1 }, layer: 'shared' });
    await pushImage(client, 'docker-local/shared', '2', { config: { a: 2 }, layer: 'shared' });
    const one = await plan('shared', '1');
    expect(kinds(one)).toEqual([['1', '_layers', '_manifests', 'tag']]);
    expect(await gone('shared', '1')).toEqual(pathsOf(one));
  });

  it('includes only the tag of an image that an index requires', async () => {
    const { digest, manifest } = await pushImage(client, 'docker-local/many', 'amd64');
    const part = { mediaType: ociManifest, digest, size: Buffer.byteLength(JSON.stringify(manifest)) };
    const index = { schemaVersion: 2, mediaType: ociIndex, manifests: [part] };
    expect((await client.pushManifest('docker-local/many', 'all', index)).status).toBe(201);
    const one = await plan('many', 'amd64');
    expect(kinds(one)).toEqual([['amd64', 'tag']]);
    expect(await gone('many', 'amd64')).toEqual(pathsOf(one));
    const last = await plan('many', 'all');
    expect(kinds(last)).toEqual([['all', '_manifests', 'tag']]);
    expect(await gone('many', 'all')).toEqual(pathsOf(last));
  });
});
