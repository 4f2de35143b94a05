import type { PluginHealthList, PluginHealthReport } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { HealthCounts } from './HealthCounts.ts';
import { ReportLimit } from './ReportLimit.ts';
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
    ['another error class', report({ failures: [{ ...failure, error: 'a b' }] })],
  ])('is rejected with %s', async (_what, body) => {
    expect((await post(body)).statusCode).toBe(400);
  });

  it('is read by administrators only', async () => {
    expect((await platform.app.inject(path)).statusCode).toBe(401);
  });
});

describe('counts of reports', () => {
  it('have no more rows for a message with a random part, a made-up version, or an unknown plugin', () => {
    const counts = new HealthCounts();
    for (let at = 0; at < 100; at += 1) {
      counts.add(report({ failures: [{ ...failure, message: `failure ${at}` }] }), () => true);
      counts.add(report({ loads: [{ ...load, plugin: 'ebb', version: `1.0.${at}` }] }), () => true);
      counts.add(report({ loads: [{ ...load, plugin: `p${at}` }] }), (name) => name === 'tide');
    }
    const { loads, failures } = counts.take();
    expect(loads).toHaveLength(20);
    expect(failures).toHaveLength(26);
    expect(failures.reduce((sum, row) => sum + row.failures, 0)).toBe(100);
    expect(failures.at(-1)).toMatchObject({ message: 'Other messages', failures: 75 });
  });

  it('take 500 browsers at once without a database query', () => {
    const counts = new HealthCounts();
    const many = report({ loads: Array.from({ length: 15 }, () => load), failures: [failure] });
    const began = performance.now();
    for (let at = 0; at < 500; at += 1) counts.add(many, () => true);
    expect(performance.now() - began).toBeLessThan(500);
    expect(counts.take().loads).toMatchObject([{ loads: 7500 }]);
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
