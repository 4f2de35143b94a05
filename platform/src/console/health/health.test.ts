import type { NotificationEntry, PluginHealthList, PluginHealthReport } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { ReportLimit } from '../../http/ReportLimit.ts';
import { processorMs } from '../../testing/processorMs.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { notifyOfFailing } from './alerts.ts';
import { type CountedFailures, HealthCounts } from './HealthCounts.ts';
import { KnownVersions } from './KnownVersions.ts';
import { storeHealth } from './storeHealth.ts';

const path = '/ui/api/v1/lading/plugin-health';
const browser = { shell: '0.1.0', browser: 'Chrome', major: 141 } as const;
const of = { plugin: 'tide', version: '1.0.0' };
const load = { ...of, loadMs: 100, mountMs: 20 };
const failure: PluginHealthReport['failures'][number] = {
  ...of,
  ...{ stage: 'mount', class: 'mount', error: 'TypeError', message: 'is broken', count: 1 },
};
const report = (more: Partial<PluginHealthReport>): PluginHealthReport => ({
  ...{ ...browser, loads: [], failures: [] },
  ...more,
});

describe('what browsers report about plugins', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await testPlatform();
  });
  afterAll(() => platform.close());
  const within = <T>(work: () => Promise<T>) => withStorage(platform.storage, work);
  beforeEach(() => within(() => db().execute(sql`TRUNCATE plugin_loads, plugin_failures`)));

  const post = (payload: object, headers: Record<string, string> = {}) =>
    platform.app.inject({ method: 'POST', url: path, payload, headers });
  const list = async (query = ''): Promise<PluginHealthList> =>
    (await platform.app.inject({ url: path + query, headers: { authorization: platform.adminAuth } })).json();
  const store = (counts: HealthCounts) => within(() => storeHealth(counts.take()));

  it('is listed by version, with the share of failed loads, times, and first and last report [mfe-03] [mfe-04]', async () => {
    const now = Date.now();
    const counts = new HealthCounts();
    counts.add(report({ loads: [load, { ...load, loadMs: 300 }, load] }), () => true, now - 60_000);
    counts.add(report({ failures: [failure] }), () => true, now);
    await store(counts);
    // Another node, and another browser, add to the same rows.
    const other = new HealthCounts();
    const late = report({
      browser: 'Firefox',
      major: 143,
      failures: [{ ...failure, stage: 'run', class: 'render' }, failure],
    });
    other.add(late, () => true, now);
    other.add(report({ loads: [{ ...load, plugin: 'good' }] }), () => true, now);
    await store(other);
    const { plugins } = await list();
    expect(plugins.map(({ plugin }) => plugin)).toEqual(['tide', 'good']);
    expect(plugins[0]).toMatchObject({
      ...of,
      ...{ loads: 5, failedLoads: 2, failureCount: 3, loadMs: 167, mountMs: 20, longestMs: 320 },
      firstSeen: expect.stringMatching(/Z$/),
      failures: [
        {
          ...{ stage: 'mount', class: 'mount', error: 'TypeError', message: 'is broken', count: 2 },
          ...{ browsers: ['Chrome 141', 'Firefox 143'], shells: ['0.1.0'] },
        },
        { stage: 'run', count: 1, browsers: ['Firefox 143'] },
      ],
    });
    expect(Date.parse(plugins[0]?.firstSeen ?? '')).toBeLessThan(Date.parse(plugins[0]?.lastSeen ?? ''));
    expect(plugins[1]).toMatchObject({ loads: 1, failedLoads: 0, failures: [] });
  });

  it('is listed with the browsers that turned a version off, less those that turned it on again', async () => {
    const counts = new HealthCounts();
    const off = { ...of, off: true };
    counts.add(report({ failures: [failure], switches: [off] }), () => true);
    counts.add(report({ switches: [off] }), () => true);
    await store(counts);
    expect((await list()).plugins).toMatchObject([{ ...of, loads: 1, failedLoads: 1, turnedOff: 2 }]);
    expect((await list()).plugins[0]).not.toHaveProperty('loadMs');
    const on = { ...of, off: false };
    counts.add(report({ loads: [load], switches: [on] }), () => true);
    await store(counts);
    expect((await list()).plugins).toMatchObject([{ loads: 2, loadMs: 100, turnedOff: 1 }]);
    counts.add(report({ switches: [on, on] }), () => true);
    await store(counts);
    expect((await list()).plugins).toMatchObject([{ turnedOff: 0 }]);
    expect(counts.totals).toMatchObject([{ turnedOff: 2 }]);
  });

  it('is listed for the selected period, and deleted after 30 days', async () => {
    const counts = new HealthCounts();
    counts.add(report({ loads: [load] }), () => true, Date.now() - 3 * 24 * 3_600_000);
    counts.add(
      report({ failures: [{ ...failure, plugin: 'old' }] }),
      () => true,
      Date.now() - 31 * 24 * 3_600_000,
    );
    await store(counts);
    expect((await list('?days=1')).plugins).toEqual([]);
    expect((await list()).plugins).toHaveLength(1);
    await platform.app.jobs.runNow('expire-plugin-health');
    await vi.waitFor(async () => {
      const { rows } = await within(() => db().execute(sql`SELECT plugin FROM plugin_failures`));
      expect(rows).toEqual([]);
    });
  });

  it('is stored with characters that a database rejects', async () => {
    const counts = new HealthCounts();
    for (const message of ['a\0b', 'a\ud800b'])
      counts.add(report({ failures: [{ ...failure, message }] }), () => true);
    await store(counts);
    const { plugins } = await list();
    expect(plugins[0]?.failures).toMatchObject([{ message: 'a\ufffdb', count: 2 }]);
  });

  it('is listed with the 50 most frequent failures, and counts all', async () => {
    const counts = new HealthCounts();
    const stages = ['load', 'mount', 'run'] as const;
    for (const stage of stages)
      for (let at = 0; at < 25; at += 1) {
        const counted = stage === 'mount' && at === 7 ? 9 : 1;
        const each = { ...failure, version: stage, stage, message: `m${at}`, count: counted };
        counts.add(report({ failures: [each] }), () => true);
      }
    await store(counts);
    await within(() => db().execute(sql`UPDATE plugin_failures SET version = '1.0.0'`));
    const { plugins } = await list();
    expect(plugins).toMatchObject([{ version: '1.0.0', loads: 58, failedLoads: 58, failureCount: 83 }]);
    expect(plugins[0]?.failures).toHaveLength(50);
    expect(plugins[0]?.failures[0]).toMatchObject({ stage: 'mount', message: 'm7', count: 9 });
  });

  it('is accepted without a session, and ignored for plugins that the console does not have', async () => {
    const reply = await post(report({ loads: [load], failures: [failure] }));
    expect(reply.statusCode).toBe(204);
    await platform.app.jobs.runNow('store-plugin-health');
    expect((await list()).plugins).toEqual([]);
    const metrics = await platform.app.inject({
      url: '/metrics',
      headers: { authorization: platform.adminAuth },
    });
    expect(metrics.body).toContain('lading_plugin_reports_total{outcome="accepted"} 1\n');
  });

  it.each([
    ['another field', { ...report({}), user: 'ada' }],
    ['a long message', report({ failures: [{ ...failure, message: 'x'.repeat(301) }] })],
    ['too many failures', report({ failures: Array.from({ length: 51 }, () => failure) })],
    ['an invalid name', report({ loads: [{ ...load, plugin: '../tide' }] })],
    ['a negative time', report({ loads: [{ ...load, loadMs: -1 }] })],
    ['too many switches', report({ switches: Array.from({ length: 51 }, () => ({ ...of, off: true })) })],
    ['another error class', report({ failures: [{ ...failure, error: 'a b' }] })],
  ])('is rejected with %s', async (_what, body) => {
    expect((await post(body)).statusCode).toBe(400);
  });

  it('is read by administrators only', async () => {
    expect((await platform.app.inject(path)).statusCode).toBe(401);
  });
});

describe('a version that fails in browsers', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await testPlatform();
  });
  afterAll(() => platform.close());
  const within = <T>(work: () => Promise<T>) => withStorage(platform.storage, work);
  beforeEach(() =>
    within(() => db().execute(sql`TRUNCATE plugin_loads, plugin_failures, plugin_notices, notifications`)),
  );

  const call = (method: 'GET' | 'PUT', url: string, payload?: object, headers = {}) =>
    platform.app.inject({
      ...{ method, url, headers: { authorization: platform.adminAuth, ...headers } },
      ...(payload ? { payload } : {}),
    });
  const notices = async (): Promise<NotificationEntry[]> =>
    (await call('GET', '/ui/api/v1/ui/notifications')).json().notifications;
  /** Runs the job to its end. */
  const look = () => within(notifyOfFailing);
  const seen = async (loads: number, failures: number) => {
    const counts = new HealthCounts();
    counts.add(report({ loads: Array.from({ length: loads }, () => load) }), () => true);
    if (failures > 0) counts.add(report({ failures: [{ ...failure, count: failures }] }), () => true);
    await within(() => storeHealth(counts.take()));
    await look();
  };

  it('is a notification for administrators, once a day, from the set share on', async () => {
    await seen(3, 1);
    expect(await notices()).toEqual([]);
    await seen(5, 0);
    expect(await notices()).toEqual([]);
    await seen(0, 2);
    const about = { problem: 'failing', version: '1.0.0', share: 27, loads: 11 };
    expect(await notices()).toMatchObject([{ kind: 'plugin', subject: 'tide', changes: 1, items: [about] }]);
    await seen(0, 20);
    expect(await notices()).toMatchObject([{ changes: 1 }]);
    await within(() => db().execute(sql`UPDATE plugin_notices SET noticed = now() - interval '25 hours'`));
    await look();
    expect(await notices()).toMatchObject([{ changes: 2, items: [{ share: 74 }, about] }]);
  });

  it('is a notification by the setting of administrators, which two of them do not overwrite', async () => {
    const setting = `${path}/alerts`;
    const opened = await call('GET', setting);
    expect(opened.json()).toEqual({ failedPercent: 20 });
    const based = { 'if-match': String(opened.headers.etag) };
    expect((await call('PUT', setting, { failedPercent: 0 }, based)).statusCode).toBe(200);
    const late = await call('PUT', setting, { failedPercent: 5 }, based);
    expect([late.statusCode, late.json().errors[0].code]).toEqual([412, 'CHANGED_SINCE']);
    await seen(0, 10);
    expect(await notices()).toEqual([]);
    expect((await call('PUT', setting, { failedPercent: 101 })).statusCode).toBe(400);
    await call('PUT', setting, { failedPercent: 100 });
    await look();
    expect(await notices()).toMatchObject([{ items: [{ share: 100 }] }]);
  });
});

describe('counts of reports', () => {
  it('have no more rows for a message with a random part or an unknown version, also after they are stored', () => {
    const counts = new HealthCounts();
    const taken: CountedFailures[] = [];
    for (let at = 0; at < 100; at += 1) {
      counts.add(report({ failures: [{ ...failure, message: `failure ${at}` }] }), () => true, 3_600_000);
      counts.add(
        report({ loads: [{ ...load, version: `1.0.${at}` }] }),
        ({ version }) => version === '1.0.1',
        3_600_000,
      );
      if (at % 10 === 9) taken.push(...counts.take().failures);
    }
    expect(new Set(taken.map(({ hash }) => hash)).size).toBe(26);
    expect(taken.reduce((sum, row) => sum + row.failures, 0)).toBe(100);
    expect(taken.at(-1)).toMatchObject({ message: 'Other messages', failures: 10 });
    expect(counts.totals.map(({ version }) => version)).toEqual(['1.0.0', '1.0.1']);
  });

  it('are added to later ones if they could not be stored', () => {
    const counts = new HealthCounts();
    counts.add(report({ loads: [load], failures: [failure] }), () => true, 7_200_000);
    const taken = counts.take();
    const later = { ...report({ loads: [load], failures: [failure] }), major: 142 };
    counts.add(later, () => true, 7_300_000);
    counts.giveBack(taken);
    const again = counts.take();
    expect(again.loads).toMatchObject([{ loads: 2, loadMs: 200, firstSeen: 7_200_000, lastSeen: 7_300_000 }]);
    expect(again.failures).toMatchObject([{ failures: 2, browsers: ['Chrome 142', 'Chrome 141'] }]);
  });

  it('take 500 browsers at once without a database query', () => {
    const counts = new HealthCounts();
    const many = report({ loads: Array.from({ length: 15 }, () => load), failures: [failure] });
    const taken = processorMs(() => {
      for (let at = 0; at < 500; at += 1) counts.add(many, () => true);
    });
    expect(taken).toBeLessThan(500);
    expect(counts.take().loads).toMatchObject([{ loads: 7500 }]);
  });
});

describe('versions in reports', () => {
  it('are known if they were served or published, with a limited number of queries', async () => {
    let queries = 0;
    const versions = new KnownVersions({
      served: async ({ plugin, version }) =>
        plugin !== 'tide' ? 'neither' : version === '1.0.0' ? 'version' : 'plugin',
      published: async ({ version }) => {
        queries += 1;
        return version === '0.9.0';
      },
    });
    const about = (plugin: string, version: string) => ({ plugin, version, loadMs: 1, mountMs: 1 });
    const loads = [
      about('tide', '1.0.0'),
      about('tide', '0.9.0'),
      about('tide', '6.6.6'),
      about('ebb', '0.9.0'),
    ];
    const known = await versions.of(report({ loads }), 0);
    expect(loads.map(known)).toEqual([true, true, false, false]);
    for (let at = 0; at < 200; at += 1) await versions.of(report({ loads: [about('tide', `7.0.${at}`)] }), 0);
    expect(queries).toBe(100);
    expect((await versions.of(report({ loads }), 0))(about('tide', '1.0.0'))).toBe(true);
    expect((await versions.of(report({ loads }), 3_600_000))(about('tide', '0.9.0'))).toBe(true);
  });
});

describe('the limit of reports', () => {
  it('rejects an address that sends too many, until the minute has passed', () => {
    const limit = new ReportLimit(2, 3);
    expect([limit.admit('a', 101_000), limit.admit('a', 101_000), limit.admit('a', 131_000)]).toEqual([
      undefined,
      undefined,
      30,
    ]);
    expect([limit.admit('b', 131_000), limit.admit('c', 131_000)]).toEqual([undefined, 30]);
    expect(limit.admit('a', 161_000)).toBeUndefined();
  });
});
