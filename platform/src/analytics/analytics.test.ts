import type { AnalyticsEvent, AnalyticsHistory, AnalyticsSettings } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createUser } from '../access/users.ts';
import { db, withStorage } from '../database/db.ts';
import { signIn } from '../testing/signIn.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';

const password = 'an old tune of the sea';
const base = '/ui/api/v1/ui/analytics';
let platform: TestPlatform;
let rosa: Awaited<ReturnType<typeof signIn>>;
beforeAll(async () => {
  platform = await testPlatform();
  await within(() => createUser('rosa', { password }));
  rosa = await signIn(platform.app, 'rosa', password);
});
afterAll(() => platform?.close());
beforeEach(async () => {
  await within(() => db().execute(sql`TRUNCATE analytics_counts`));
  await set({ enabled: true, days: 90 });
});

const within = <T>(work: () => Promise<T>) => withStorage(platform.storage, work);
const admin = (method: 'GET' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  platform.app.inject({
    ...{ method, url: base + url, headers: { authorization: platform.adminAuth } },
    ...(payload ? { payload } : {}),
  });
const set = (settings: AnalyticsSettings) => admin('PUT', '/settings', settings);
const report = (events: object[], by = rosa) =>
  by.inject({ method: 'POST', url: `${base}/events`, payload: { events } });
const history = async (query = '') => (await admin('GET', `/history${query}`)).json<AnalyticsHistory>();
const today = new Date().toISOString().slice(0, 10);
const signedIn: AnalyticsEvent = { event: 'sign-in', count: 1, first: true };
const page = (route: string, count = 1, first = true): AnalyticsEvent => ({
  ...{ event: 'page', data: { route }, count, first },
});
const features = async () => {
  const { body } = await platform.app.inject('/ui/api/v1/system/features');
  return JSON.parse(body).features.find(({ name }: { name: string }) => name === 'COMMON.ANALYTICS');
};

describe('usage analytics', () => {
  it('are off until an administrator turns them on, and store nothing while they are off', async () => {
    await within(() => db().execute(sql`DELETE FROM platform_settings WHERE name = 'analytics'`));
    expect((await admin('GET', '/settings')).json()).toEqual({ enabled: false, days: 90 });
    expect(await features()).toEqual({ name: 'COMMON.ANALYTICS', supported: false });
    const refused = await report([signedIn]);
    expect([refused.statusCode, refused.json().errors[0].code]).toEqual([409, 'ANALYTICS_OFF']);
    expect(await history()).toEqual({ enabled: false, counts: [] });

    await set({ enabled: true, days: 90 });
    expect(await features()).toEqual({ name: 'COMMON.ANALYTICS', supported: true });
    expect((await report([signedIn])).statusCode).toBe(204);
    expect(await history()).toEqual({
      enabled: true,
      counts: [{ day: today, event: 'sign-in', detail: '', count: 1, sessions: 1 }],
    });
  });

  it('count events by day and value, with the sessions in which they happened', async () => {
    const personalization: AnalyticsEvent = {
      event: 'personalization',
      data: { purpose: 'Personal', role: '', features: 'CI/CD, SBOM' },
      ...{ count: 1, first: true },
    };
    await report([page('packages', 3), page('admin.trash'), personalization]);
    await report([page('packages', 2, false)]);
    await report([page('packages')]);
    expect((await history()).counts).toEqual([
      { day: today, event: 'page', detail: 'route: packages', count: 6, sessions: 2 },
      { day: today, event: 'page', detail: 'route: admin.trash', count: 1, sessions: 1 },
      {
        ...{ day: today, event: 'personalization', count: 1, sessions: 1 },
        detail: 'purpose: Personal; features: CI/CD, SBOM',
      },
    ]);
  });

  it.each([
    ['free text', { ...signedIn, data: { name: 'Rosa' } }],
    ['a URL', page('/packages/npm://secret-project')],
    ['another purpose', { ...signedIn, event: 'personalization', data: { purpose: 'Rosa Lima' } }],
    ['a company', { event: 'personalization', data: { companyName: 'Acme' }, count: 1, first: true }],
    ['an email address as name', { ...signedIn, event: 'rosa@example.com' }],
    ['a negative count', { ...signedIn, count: -1 }],
  ])('reject %s', async (_what, event) => {
    expect((await report([event])).statusCode).toBe(400);
    expect((await history()).counts).toEqual([]);
  });

  it('limit the events of a report, their size, and the different events of a day', async () => {
    expect((await report(Array.from({ length: 51 }, () => signedIn))).statusCode).toBe(400);
    const long = await rosa.inject({
      ...{ method: 'POST', url: `${base}/events` },
      payload: { events: [signedIn], padding: 'x'.repeat(40_000) },
    });
    expect(long.statusCode).toBe(413);
    await within(() =>
      db().execute(sql`INSERT INTO analytics_counts
        SELECT (now() AT TIME ZONE 'UTC')::date, 'e' || n, '', 1, 1 FROM generate_series(1, 500) n`),
    );
    await report([page('one'), page('two'), { ...signedIn, event: 'e7' }]);
    const { counts } = await history();
    expect(counts).toHaveLength(501);
    expect(counts.slice(0, 2).map(({ event, count }) => [event, count])).toEqual([
      ['e7', 2],
      ['other', 2],
    ]);
  });

  it('limit the reports of a user per minute', async () => {
    await within(() => createUser('busy', { password }));
    const busy = await signIn(platform.app, 'busy', password);
    const statuses: number[] = [];
    for (let sent = 0; sent < 61; sent += 1) statuses.push((await report([signedIn], busy)).statusCode);
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(204));
    expect(statuses[60]).toBe(429);
    expect((await report([signedIn])).statusCode).toBe(204);
  });

  it('store no user, address, session, or time of day', async () => {
    await report([signedIn, page('packages')]);
    const { rows } = await within(() =>
      db().execute(sql`SELECT column_name AS name FROM information_schema.columns
        WHERE table_name = 'analytics_counts' ORDER BY ordinal_position`),
    );
    expect(rows.map(({ name }) => name)).toEqual(['day', 'event', 'detail', 'count', 'sessions']);
    const { rows: stored } = await within(() => db().execute(sql`SELECT * FROM analytics_counts`));
    expect(JSON.stringify(stored)).not.toMatch(/rosa|127\.0\.0\.1|T\d\d:/);
  });

  it('are readable for administrators only, and counted for signed-in users', async () => {
    for (const url of ['/history', '/settings'])
      expect((await rosa.inject({ url: base + url })).statusCode).toBe(403);
    const unknown = await platform.app.inject({
      ...{ method: 'POST', url: `${base}/events`, payload: { events: [signedIn] } },
    });
    expect(unknown.statusCode).toBe(401);
  });

  it('expire, and are deleted on request', async () => {
    await report([signedIn]);
    await within(() =>
      db().execute(sql`INSERT INTO analytics_counts
        SELECT (now() AT TIME ZONE 'UTC')::date - n, 'sign-in', '', 1, 1 FROM generate_series(1, 120) n`),
    );
    expect((await history('?days=400')).counts).toHaveLength(121);
    expect((await history('?days=7')).counts).toHaveLength(7);
    await set({ enabled: true, days: 10 });
    await platform.app.jobs.runNow('expire-analytics');
    await expect.poll(async () => (await history('?days=400')).counts.length).toBe(10);
    expect((await admin('DELETE', '/history')).json()).toEqual({ deleted: 10 });
    expect((await history('?days=400')).counts).toEqual([]);
  });
});
