import type { ProjectStorage, StorageDay, StorageInfo, StorageSummary } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createUser } from '../../access/users.ts';
import { db, withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { storeOf } from './summary.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
});
afterAll(() => platform.close());

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: string) =>
  platform.app.inject({
    ...{ method, url, headers: { authorization: platform.adminAuth } },
    ...(payload === undefined ? {} : { payload }),
  });
const info = '/artifactory/api/storageinfo';
const summary = async () => (await call('GET', '/ui/api/v1/ui/storage/summary')).json<StorageSummary>();
const calculate = async () => {
  const before = (await summary()).calculated;
  await call('POST', `${info}/calculate`);
  await vi.waitFor(async () => expect((await summary()).calculated).not.toBe(before));
};

describe('storage usage', () => {
  it('is calculated in the background, and reported as pending until then', async () => {
    expect(await summary()).toMatchObject({ calculated: null, total: { files: 0, bytes: 0 } });
    const first = await call('GET', info);
    expect([first.statusCode, first.json().errors[0].code]).toEqual([503, 'NOT_CALCULATED']);
    await vi.waitFor(async () => expect((await summary()).calculated).not.toBeNull());
  });

  it('counts shared content once, by repository, project, and package type', async () => {
    await platform.createRepository('tea-generic', { rclass: 'local', packageType: 'generic' });
    const before = await summary();
    await call('PUT', '/artifactory/generic-local/a/b/one.bin', 'x'.repeat(1000));
    await call('PUT', '/artifactory/generic-local/a/two.bin', 'x'.repeat(1000));
    await call('PUT', '/artifactory/tea-generic/a/three.bin', 'x'.repeat(1000));
    await call('PUT', '/artifactory/tea-generic/four.bin', 'y'.repeat(50));
    // Reading the summary triggers no calculation.
    expect((await summary()).total).toEqual(before.total);
    const started = await call('POST', `${info}/calculate`);
    expect([started.statusCode, started.json()]).toEqual([
      202,
      { info: 'Calculating storage summary in progress' },
    ]);
    await vi.waitFor(async () => expect((await summary()).total.files).toBe(4));
    const now = await summary();
    expect(now.total).toEqual({ files: 4, bytes: 3050, blobs: 2, storedBytes: 1050 });
    const of = (key: string) => now.repositories.find((each) => each.key === key);
    expect(of('generic-local')).toMatchObject({ files: 2, bytes: 2000, storedBytes: 1000, folders: 2 });
    expect(of('tea-generic')).toMatchObject({ files: 2, bytes: 1050, storedBytes: 1050, folders: 1 });
    expect(now.projects).toEqual([{ key: 'default', files: 4, bytes: 3050, blobs: 2, storedBytes: 1050 }]);
    expect(now.packageTypes).toEqual([
      { key: 'generic', files: 4, bytes: 3050, blobs: 2, storedBytes: 1050 },
    ]);
    expect(now.history).toEqual([
      { day: new Date().toISOString().slice(0, 10), files: 4, bytes: 3050, blobs: 2, storedBytes: 1050 },
    ]);
  });

  it('includes content without files until garbage collection deletes it', async () => {
    await call('DELETE', '/artifactory/tea-generic/four.bin');
    await call('POST', `${info}/calculate`);
    await vi.waitFor(async () => expect((await summary()).total.files).toBe(3));
    expect((await summary()).unreferenced).toEqual({ blobs: 1, bytes: 50 });
  });

  it('is available in Artifactory’s format', async () => {
    const answer = (await call('GET', info)).json<StorageInfo>();
    expect(answer.binariesSummary).toEqual({
      ...{ binariesCount: '1', binariesSize: '1000 bytes', artifactsSize: '2.93 KB', optimization: '33.33%' },
      ...{ itemsCount: '6', artifactsCount: '3' },
    });
    expect(answer.fileStoreSummary).toMatchObject({
      storageType: 'file-system',
      storageDirectory: expect.stringMatching(/^\/./),
    });
    expect(answer.repositoriesSummaryList[0]).toEqual({
      ...{
        repoKey: 'generic-local',
        repoType: 'LOCAL',
        foldersCount: 2,
        filesCount: 2,
        usedSpace: '1.95 KB',
      },
      ...{ usedSpaceInBytes: 2000, itemsCount: 4, packageType: 'Generic', projectKey: 'default' },
      percentage: '66.67%',
    });
    expect(answer.repositoriesSummaryList.at(-1)).toMatchObject({ repoKey: 'TOTAL', repoType: 'NA' });
  });

  it('names an object store by bucket and prefix, without settings of its URL', () => {
    expect(storeOf('s3://bucket/prefix?endpoint=https://store.example.org')).toEqual({
      type: 's3',
      location: 's3://bucket/prefix',
    });
  });

  it('records the growth of each repository, project, and package type by day', async () => {
    const days = async (kind: string, key: string) =>
      (await call('GET', `/ui/api/v1/ui/storage/history?kind=${kind}&key=${key}`)).json<StorageDay[]>();
    const shift = (by: number) =>
      withStorage(platform.storage, () =>
        db().execute(sql`UPDATE storage_growth SET day = day - ${by}::integer`),
      );
    const grown = async () =>
      (await summary()).repositories.flatMap(({ key, grownBytes }) =>
        grownBytes === undefined ? [] : [[key, grownBytes]],
      );
    const today = { files: 2, storedBytes: 1000 };
    expect(await days('repository', 'generic-local')).toMatchObject([today]);
    expect(await days('type', 'generic')).toHaveLength(1);
    expect(await days('repository', 'none')).toEqual([]);
    expect(await grown()).toEqual([]);
    // Unchanged days need no row.
    await shift(40);
    await calculate();
    const all = await days('repository', 'generic-local');
    expect([all.length, all[0], all.at(-1)]).toMatchObject([41, today, today]);
    await call('PUT', '/artifactory/generic-local/a/five.bin', 'z'.repeat(500));
    await call('DELETE', '/artifactory/tea-generic/a/three.bin');
    await calculate();
    await calculate();
    expect(new Map((await grown()) as [string, number][])).toEqual(new Map([['generic-local', 500]]));
    expect((await days('repository', 'generic-local')).at(-1)).toMatchObject({ files: 3, storedBytes: 1500 });
    expect((await days('repository', 'tea-generic')).at(-1)).toMatchObject({ files: 0, storedBytes: 0 });
    expect((await days('repository', 'tea-generic')).at(-2)).toMatchObject({ files: 1 });
    await shift(1200);
    await calculate();
    expect(await days('repository', 'generic-local')).toHaveLength(366);
  });

  it('of a project is for its administrators, and contains nothing of others', async () => {
    const password = 'an old tune of the sea';
    await withStorage(platform.storage, async () => {
      for (const user of ['ada', 'bea']) await createUser(user, { password, groups: [] });
    });
    const json = { authorization: platform.adminAuth, 'content-type': 'application/json' };
    const send = (method: 'POST' | 'PUT', url: string, payload: object) =>
      platform.app.inject({ method, url: `/access/api/v1/projects${url}`, headers: json, payload });
    const project = { display_name: 'Sea', project_key: 'sea', storage_quota_bytes: 4096 };
    expect((await send('POST', '', project)).statusCode).toBe(201);
    expect((await send('PUT', '/sea/users/ada', { roles: ['Project Admin'] })).statusCode).toBe(200);
    expect((await send('PUT', '/sea/users/bea', { roles: ['Developer'] })).statusCode).toBe(200);
    const generic = { rclass: 'local', packageType: 'generic' };
    await platform.createRepository('sea-generic', { ...generic, projectKey: 'sea' });
    await call('PUT', '/artifactory/sea-generic/a.bin', 'x'.repeat(100));
    await calculate();
    const of = (user: string) =>
      platform.app.inject({
        url: '/ui/api/v1/ui/storage/projects/sea',
        headers: { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` },
      });
    const found = (await of('ada')).json<ProjectStorage>();
    expect(found).toMatchObject({ usage: { key: 'sea', files: 1, bytes: 100, quotaBytes: 4096 } });
    expect(found.repositories.map(({ key }) => key)).toEqual(['sea-generic']);
    expect(found.history.at(-1)).toMatchObject({ files: 1 });
    expect((await of('bea')).statusCode).toBe(403);
  });

  it('requires an administrator', async () => {
    for (const url of [info, '/ui/api/v1/ui/storage/summary'])
      expect((await platform.app.inject({ url })).statusCode).toBe(401);
  });
});
