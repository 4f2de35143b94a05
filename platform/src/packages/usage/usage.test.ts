import type { PlatformUsage } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { dependentsPage } from '../dependents/dependentsPage.ts';
import { publish } from '../testing/publish.ts';
import { nextSlice } from './migrateIndex.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform({
    env: { LADING_TRANSFER_QUOTA: '0.5', LADING_SUBSCRIPTION_URL: 'https://subscriptions.example.org/' },
  });
});
afterAll(() => platform?.close());

const get = (url: string) => platform.app.inject({ url, headers: { authorization: platform.adminAuth } });
const usage = async () => (await get('/ui/api/v1/ui/usage')).json<PlatformUsage>();

describe('usage of the platform', () => {
  it('shows the bytes sent this month and their limit [pkg-08] [pkg-10]', async () => {
    await withStorage(platform.storage, () =>
      publish({ name: 'heavy', version: '1.0.0', content: 'x'.repeat(5000) }),
    );
    const before = await usage();
    expect(before).toMatchObject({
      transfer: { month: expect.stringMatching(/^\d{4}-\d\d$/), quota: 536_870_912 },
      upgradeUrl: 'https://subscriptions.example.org/',
      migrations: [],
    });
    expect((await get('/artifactory/npm-local/heavy/-/heavy-1.0.0.tgz')).statusCode).toBe(200);
    expect((await usage()).transfer.bytes - before.transfer.bytes).toBe(5000);
  });

  it('shows the progress of migrations after an upgrade [pkg-10]', async () => {
    await withStorage(platform.storage, async () => {
      await publish({ name: 'user', version: '1.0.0', dependencies: { heavy: '1' } });
      await db().execute(sql`DELETE FROM package_dependents`);
      await db().execute(sql`UPDATE index_migrations SET finished = NULL, total = 2, done = 0, after_id = 0`);
    });
    expect((await usage()).migrations).toEqual([{ name: 'dependents', done: 0, total: 2 }]);
    await withStorage(platform.storage, async () => {
      while (await nextSlice());
    });
    expect((await usage()).migrations).toEqual([]);
    const view = { scope: ['*'], partial: new Set<string>(), mayRead: async () => true };
    const { dependents } = await withStorage(platform.storage, () =>
      dependentsPage({ type: 'npm', name: 'heavy' }, view, 10),
    );
    expect(dependents.map(({ name }) => name)).toEqual(['user']);
  });

  it('requires permission to use the console', async () => {
    expect((await platform.app.inject({ url: '/ui/api/v1/ui/usage' })).statusCode).toBe(401);
  });
});
