import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { type StubRegistry, stubRegistry } from '../../formats/cargo/testing/stubRegistry.ts';
import { type StubFeed, stubFeed } from '../../formats/nuget/testing/stubFeed.ts';
import { sampleWheel } from '../../formats/pypi/testing/samples.ts';
import { type StubIndex, stubIndex } from '../../formats/pypi/testing/stubIndex.ts';
import { collectBlobs } from '../../storage/collectBlobs.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';

let platform: TestPlatform;
let crates: StubRegistry;
let python: StubIndex;
let feed: StubFeed;
beforeAll(async () => {
  platform = await testPlatform({ env: { LADING_ALLOWED_NETWORKS: '127.0.0.0/8' } });
  [crates, python, feed] = await Promise.all([stubRegistry(), stubIndex(), stubFeed()]);
  await crates.add({ name: 'teapot', vers: '1.0.0' });
  python.add('teapot', sampleWheel({ name: 'teapot', version: '1.0' }));
  feed.packages.push({ id: 'Teapot', version: '1.0.0' });
});
afterAll(async () => {
  await platform.close();
  await Promise.all([crates.stop(), python.stop(), feed.stop()]);
});

const call = (url: string, payload?: object, method: 'GET' | 'POST' | 'PUT' | 'DELETE' = 'GET') =>
  platform.app.inject({
    method,
    url,
    headers: { authorization: platform.adminAuth },
    ...(payload ? { payload } : {}),
  });

describe('an index file cached by a remote repository', () => {
  it.each([
    [
      'cargo',
      () => `${crates.url}/index/`,
      '/artifactory/api/cargo/KEY/index/te/ap/teapot',
      '.cargo/index/te/ap/teapot',
    ],
    ['pypi', () => python.url, '/artifactory/api/pypi/KEY/simple/teapot/', '.pypi/simple/teapot'],
    [
      'nuget',
      () => feed.url,
      '/artifactory/api/nuget/v3/KEY/registration-semver2/teapot/index.json',
      '.v3/registration/teapot/index.json',
    ],
  ])('is not visible as a file: %s', async (packageType, url, address, path) => {
    const key = `aside-${packageType}`;
    const configuration = { rclass: 'remote', packageType, url: url(), retrievalCachePeriodSecs: 0 };
    const made = await call(`/artifactory/api/repositories/${key}`, configuration, 'PUT');
    expect(made.statusCode, made.body).toBe(201);
    const first = await call(address.replace('KEY', key));
    expect([first.statusCode, first.body]).toEqual([200, expect.stringMatching(/teapot/i)]);

    expect((await call(`/artifactory/api/storage/${key}`)).json().children).toEqual([]);
    expect((await call(`/artifactory/api/storage/${key}?list&deep=1`)).json().files).toEqual([]);
    const tree = { type: 'junction', repoType: 'remote', repoKey: key, path: '', text: key };
    expect((await call('/ui/api/v1/ui/v2/treebrowser', tree, 'POST')).json().data).toEqual([]);
    expect(
      (await call(`/artifactory/api/search/artifact?name=*teapot*&repos=${key}`)).json().results,
    ).toEqual([]);
    for (const given of [path, `/${path}`, `//${path}`])
      expect((await call(`/artifactory/${key}/${given}`)).statusCode).toBeGreaterThanOrEqual(400);

    // It exists for its format and for garbage collection.
    const count = () =>
      withStorage(platform.storage, async () => {
        const { rows } = await db().execute<{ n: number }>(
          sql`SELECT count(*)::integer AS n FROM upstream_pages WHERE repo = ${key}`,
        );
        return rows[0]?.n ?? 0;
      });
    expect(await count()).toBeGreaterThan(0);
    await withStorage(platform.storage, () => collectBlobs(0));
    const change = { offline: true };
    expect((await call(`/artifactory/api/repositories/${key}`, change, 'POST')).statusCode).toBe(200);
    expect((await call(address.replace('KEY', key))).body).toBe(first.body);
    expect((await call(`/artifactory/api/repositories/${key}`, undefined, 'DELETE')).statusCode).toBe(204);
    expect(await count()).toBe(0);
  });
});
