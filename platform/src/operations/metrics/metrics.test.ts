import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
  // Some metrics are missing before the first backup.
  await withStorage(platform.storage, () =>
    db().execute(sql`INSERT INTO backup_runs (target, state, started, ended, database_bytes, blob_bytes, missing_blobs)
      VALUES ('/mnt/backups', 'succeeded', now(), now(), 1, 1, 0)`),
  );
});
afterAll(() => platform.close());

const read = async (headers: object = { authorization: platform.adminAuth }) =>
  platform.app.inject({ url: '/metrics', headers: { ...headers } });

/** Returns the samples by name and labels. Throws for an invalid line. */
function parse(text: string): Map<string, number> {
  const samples = new Map<string, number>();
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [, sample, value] =
      /^([a-z\d_]+(?:\{(?:[a-z]+="(?:[^"\\\n]|\\.)*",?)+\})?) (\S+)$/.exec(line) ?? [];
    if (sample === undefined || Number.isNaN(Number(value))) throw new Error(`No sample: ${line}`);
    if (samples.has(sample)) throw new Error(`Twice: ${line}`);
    samples.set(sample, Number(value));
  }
  return samples;
}

const metrics = async () => parse((await read()).body);

describe('metrics', () => {
  it('count requests by route, status, and latency, without package names', async () => {
    const url = '/artifactory/api/npm/npm-local/no-such-package-of-mine';
    const before = await metrics();
    for (let count = 0; count < 3; count++) await platform.app.inject({ url });
    await platform.app.inject({ url: '/no/such/address' });
    const text = (await read()).body;
    const after = parse(text);
    expect(text).not.toContain('no-such-package');
    const added = [...after].filter(
      ([name, value]) => name.startsWith('lading_http_requests_total') && value > (before.get(name) ?? 0),
    );
    const npm = added.find(([name]) => name.includes('api/npm'));
    expect(npm?.[0]).toMatch(/method="GET",route="\/artifactory\/api\/npm\/:repo[^"]*",status="40[14]"/);
    expect(npm?.[1]).toBe(3);
    expect(added.some(([name]) => name.includes('method="",route="",status="404"'))).toBe(true);
    const route = /route="([^"]*)"/.exec(npm?.[0] ?? '')?.[1];
    const ofRoute = `{method="GET",route="${route}"`;
    const buckets = [...after].filter(([name]) =>
      name.startsWith(`lading_http_request_duration_seconds_bucket${ofRoute}`),
    );
    const counts = buckets.map(([, value]) => value);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(buckets.at(-1)).toEqual([expect.stringContaining('le="+Inf"'), 3]);
    expect(after.get(`lading_http_request_duration_seconds_count${ofRoute}}`)).toBe(3);
    expect(after.get(`lading_http_request_duration_seconds_sum${ofRoute}}`)).toBeGreaterThan(0);
    expect(after.get('lading_http_requests_in_flight')).toBe(1);
  });

  it('count sign-ins and downloads', async () => {
    const before = await metrics();
    const login = (password: string) =>
      platform.app.inject({
        method: 'POST',
        url: '/ui/api/v1/ui/auth/login',
        payload: { user: 'admin', password, type: 'login' },
      });
    await login(platform.adminPassword);
    await login('wrong');
    const headers = { authorization: platform.adminAuth };
    const url = '/artifactory/generic-local/a/file.txt';
    await platform.app.inject({ method: 'PUT', url, headers, payload: 'content' });
    await platform.app.inject({ url, headers });
    const after = await metrics();
    const rise = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    expect(rise('lading_sign_ins_total{outcome="success"}')).toBe(1);
    expect(rise('lading_sign_ins_total{outcome="failure"}')).toBe(1);
    expect(rise('lading_downloads_total')).toBe(1);
    expect(rise('lading_sent_bytes_total')).toBe(7);
  });

  it('show the process, the database, the jobs, and the storage', async () => {
    const shown = await metrics();
    expect(shown.get('lading_database_up')).toBe(1);
    expect(shown.get('lading_database_connections_max')).toBeGreaterThan(0);
    expect(shown.get('lading_job_failures{job="delete-sessions",node=""}')).toBe(0);
    expect(shown.get('lading_disk_free_bytes{disk="data"}')).toBeGreaterThan(0);
    expect(shown.get('lading_storage_blobs')).toBeGreaterThanOrEqual(0);
    expect(shown.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
    expect(shown.get('process_resident_memory_bytes')).toBeGreaterThan(1e7);
    const failures = [...shown].filter(([name]) =>
      name.startsWith('lading_metrics_collector_failures_total'),
    );
    expect(failures.length).toBeGreaterThan(5);
    expect(failures.filter(([, value]) => value > 0)).toEqual([]);
  });

  it('are still returned without a failing group', async () => {
    platform.app.metrics.add('broken', () => Promise.reject(new Error('broken')));
    const shown = await metrics();
    expect(shown.get('lading_metrics_collector_failures_total{collector="broken"}')).toBe(1);
    expect(shown.get('lading_database_up')).toBe(1);
  });

  it('escape labels', async () => {
    const labels = { name: 'a "b" \\ c\nd' };
    platform.app.metrics.add('odd', () => [
      { name: 'lading_odd', help: 'Odd.', type: 'gauge', samples: [{ labels, value: 1 }] },
    ]);
    expect((await read()).body).toContain('lading_odd{name="a \\"b\\" \\\\ c\\nd"} 1\n');
  });

  it('include the names that the dashboard and the alert rules use', async () => {
    const names = new Set([...(await read()).body.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));
    for (const file of ['grafana-dashboard.json', 'alert-rules.yml']) {
      const text = readFileSync(new URL(`../../../../docs/monitoring/${file}`, import.meta.url), 'utf8');
      const used = text.match(/\b(lading|process|nodejs)_[a-z\d_]+/g) ?? [];
      expect(used.length).toBeGreaterThan(5);
      const unknown = used.filter((name) => !names.has(name.replace(/_(bucket|sum|count)$/, '')));
      expect([file, [...new Set(unknown)]]).toEqual([file, []]);
    }
  });
});

it('docs/reference/metrics.md lists all metrics with their types, and the values of fixed labels', async () => {
  const page = readFileSync(new URL('../../../../docs/reference/metrics.md', import.meta.url), 'utf8');
  const { body } = await read();
  const returned = [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => `${name} ${type}`);
  const listed = [...page.matchAll(/^\| `([a-z\d_]+)` \| (counter|gauge|histogram) \|/gm)].map(
    ([, name, type]) => `${name} ${type}`,
  );
  const ofTests = /^lading_odd /;
  expect(returned.filter((each) => !ofTests.test(each)).sort()).toEqual(listed.sort());
  for (const label of ['cache', 'queue']) {
    const values = [...body.matchAll(new RegExp(`^[a-z_]+\\{${label}="([^"]+)"\\}`, 'gm'))].map(
      ([, value = '']) => value,
    );
    const [, rows = ''] =
      new RegExp(`^\\| \`${label}\` \\| entries \\|\n\\|-+\\|-+\\|\n((?:\\|.*\n)+)`, 'm').exec(page) ?? [];
    const shown = [...rows.matchAll(/^\| `([^`]+)`/gm)].map(([, value = '']) => value);
    expect([label, [...new Set(values)].sort()]).toEqual([label, shown.sort()]);
  }
});

describe('access to metrics', () => {
  it.each(['/metrics', '/artifactory/api/v1/metrics'])('%s is denied by default', async (url) => {
    expect((await platform.app.inject({ url })).statusCode).toBe(401);
    const token = await platform.createToken('prometheus');
    const answer = await platform.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
  });

  it('is allowed only for networks of the settings', async () => {
    const env = { LADING_METRICS_NETWORKS: '192.0.2.0/24, 2001:db8::7', LADING_TRUSTED_PROXIES: '127.0.0.1' };
    const other = await testPlatform({ env });
    const from = async (ip: string, url = '/metrics') =>
      (await other.app.inject({ url, headers: { 'x-forwarded-for': ip } })).statusCode;
    try {
      expect(await from('192.0.2.77')).toBe(200);
      expect(await from('2001:db8::7')).toBe(200);
      expect(await from('192.0.3.1')).toBe(401);
      expect(await from('2001:db8::8')).toBe(401);
      expect(await from('192.0.2.77', '/artifactory/api/system/jobs')).toBe(401);
    } finally {
      await other.close();
    }
  });
});
