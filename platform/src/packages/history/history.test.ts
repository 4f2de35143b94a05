import type { DownloadHistory, TotalDownloads, VersionDownloads } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../../access/users.ts';
import { db, withStorage } from '../../database/db.ts';
import { signIn } from '../../testing/signIn.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { publish } from '../testing/publish.ts';
import { firstDayOf, storedDays } from './days.ts';

let platform: TestPlatform;
const password = 'an old tune of the sea';
const own = <T>(work: () => Promise<T>) => withStorage(platform.storage, work);

beforeAll(async () => {
  platform = await testPlatform();
  await own(async () => {
    await publish({ name: 'pad', version: '1.0.0' });
    await publish({ name: 'pad', version: '2.0.0' });
    await createUser('rosa', { password, groups: [] });
  });
});
afterAll(() => platform?.close());

const path = '/ui/api/v1/ui/v1/native/downloads';
const get = (url: string) => platform.app.inject({ url, headers: { authorization: platform.adminAuth } });
const history = async (more = '') =>
  (await get(`${path}?packageId=npm://pad${more}`)).json<DownloadHistory>();
const download = async (repo: string, version: string) =>
  expect((await get(`/artifactory/api/npm/${repo}/pad/-/pad-${version}.tgz`)).statusCode).toBe(200);
const counted = async (expected: number) => {
  await expect.poll(async () => (await history()).downloads.at(-1), { timeout: 5000 }).toBe(expected);
};

describe('downloads over time', () => {
  it('are counted by day and version, from local and virtual repositories [pkg-02] [pkg-03]', async () => {
    await download('npm-local', '1.0.0');
    await download('npm-local', '2.0.0');
    await download('npm', '2.0.0');
    await counted(3);
    const all = await history();
    expect(all).toMatchObject({ since: firstDayOf(1), from: firstDayOf(90) });
    expect(all.downloads).toHaveLength(90);
    expect((await history('&version=2.0.0&days=7')).downloads).toEqual([0, 0, 0, 0, 0, 0, 2]);
    const { versions } = (await get(`${path}/versions?packageId=npm://pad&days=2`)).json<VersionDownloads>();
    expect(versions).toEqual([
      { version: '2.0.0', downloads: [0, 2] },
      { version: '1.0.0', downloads: [0, 1] },
    ]);
  });

  it('include earlier days, and the job deletes days after 400 [pkg-02]', async () => {
    await own(() =>
      db().execute(sql`
        INSERT INTO version_downloads (version_id, day, downloads)
        SELECT id, d::date, 5 FROM versions, unnest(ARRAY[${firstDayOf(2)}, ${firstDayOf(401)}]) d WHERE name = '1.0.0'`),
    );
    expect((await history('&days=3')).downloads).toEqual([0, 5, 3]);
    const started = await platform.app.inject({
      method: 'POST',
      url: '/artifactory/api/system/jobs/expire-download-history/run',
      headers: { authorization: platform.adminAuth },
    });
    expect(started.statusCode).toBeLessThan(300);
    const oldest = async () => {
      const { rows } = await own(() =>
        db().execute<{ day: string }>(sql`SELECT min(day)::text AS day FROM version_downloads`),
      );
      return rows[0]?.day;
    };
    await expect.poll(oldest, { timeout: 5000 }).toBe(firstDayOf(2));
    expect((await get(`${path}?packageId=npm://pad&days=${storedDays + 1}`)).statusCode).toBe(400);
  });

  it('are summed up over all packages, or those of a project, and say what is not counted', async () => {
    const total = async (query: string, app = get) =>
      (await app(`${path}/total?${query}`)).json<TotalDownloads>();
    expect(await total('days=3')).toMatchObject({ downloads: [0, 5, 3], incomplete: false });
    expect((await total('days=3&project=tide')).downloads).toEqual([0, 0, 0]);
    const rosa = await signIn(platform.app, 'rosa', password);
    const asRosa = (url: string) => rosa.inject({ url });
    expect((await total('days=3', asRosa)).downloads).toEqual([0, 0, 0]);
    const call = (method: 'POST' | 'DELETE', url: string, payload?: object) =>
      platform.app.inject({
        method,
        url: `/access/api/v2/permissions${url}`,
        headers: { authorization: platform.adminAuth },
        ...(payload ? { payload } : {}),
      });
    const readers = (name: string, pattern: string) => {
      const actions = { users: { rosa: ['READ'] }, groups: {} };
      const targets = { 'npm-local': { include_patterns: [pattern] } };
      return call('POST', '', { name, resources: { artifact: { actions, targets } } });
    };
    expect((await readers('some', 'pad/-/pad-1*')).statusCode).toBe(201);
    expect(await total('days=3', asRosa)).toMatchObject({ downloads: [0, 0, 0], incomplete: true });
    expect((await readers('all', '**')).statusCode).toBe(201);
    expect(await total('days=3', asRosa)).toMatchObject({ downloads: [0, 5, 3], incomplete: false });
    for (const name of ['some', 'all'])
      expect((await call('DELETE', `/${name}`)).statusCode).toBeLessThan(300);
  });

  it('of repositories without read permission are not shown', async () => {
    const rosa = await signIn(platform.app, 'rosa', password);
    const answer = await rosa.inject({ url: `${path}?packageId=npm://pad` });
    expect(answer.statusCode).toBe(200);
    expect(answer.json<DownloadHistory>().downloads.every((count) => count === 0)).toBe(true);
  });
});
