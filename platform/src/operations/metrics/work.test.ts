import type { NewWebhook } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { blobEnvironment, startS3rver } from '../../blobs/s3/testing/S3Server.ts';
import { db, transaction, withStorage } from '../../database/db.ts';
import { type StubFiles, stubFiles } from '../../plainFiles/testing/stubFiles.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';

let upstream: StubFiles;
let platform: TestPlatform;
beforeAll(async () => {
  upstream = await stubFiles();
  platform = await testPlatform({ env: { LADING_ALLOWED_NETWORKS: '127.0.0.0/8' } });
});
afterAll(async () => {
  await platform?.close();
  await upstream?.stop();
});
afterEach(() => vi.unstubAllEnvs());

const call = (of: TestPlatform, method: 'GET' | 'PUT' | 'POST', url: string, payload?: object | string) =>
  of.app.inject({
    ...{ method, url, headers: { authorization: of.adminAuth } },
    ...(payload === undefined ? {} : { payload }),
  });
const get = (url: string) => call(platform, 'GET', url);

/** Returns the value of a sample, such as `name{label="value"}`; undefined if it is missing. */
async function sample(name: string, of = platform): Promise<number | undefined> {
  const { body } = await call(of, 'GET', '/metrics');
  const line = body.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}

/** Returns the hits and misses of a cache that the work adds. */
async function usesOf(cache: string, work: () => Promise<unknown>): Promise<(number | undefined)[]> {
  const read = () =>
    Promise.all(['hits', 'misses'].map((use) => sample(`lading_cache_${use}_total{cache="${cache}"}`)));
  const before = await read();
  await work();
  const after = await read();
  return after.map((value, at) => (value ?? Number.NaN) - (before[at] ?? Number.NaN));
}

describe('metrics of caches', () => {
  it('count files of remote repositories that are served with and without their upstream', async () => {
    upstream.files.set('a/file.txt', 'content');
    await platform.createRepository('far', { rclass: 'remote', packageType: 'generic', url: upstream.url });
    const fetch = async (path: string, status: number) =>
      expect((await get(`/artifactory/far/${path}`)).statusCode).toBe(status);
    expect(await usesOf('remote-files', () => fetch('a/file.txt', 200))).toEqual([0, 1]);
    expect(await usesOf('remote-files', () => fetch('a/file.txt', 200))).toEqual([1, 0]);
    // That a file is missing is cached, too.
    expect(await usesOf('remote-files', () => fetch('a/other.txt', 404))).toEqual([0, 1]);
    expect(await usesOf('remote-files', () => fetch('a/other.txt', 404))).toEqual([1, 0]);
  });

  it('count compressed responses and queries', async () => {
    const query = { query: '{ packages(filter: {}, first: 1) { edges { node { name } } } }' };
    const ask = () => call(platform, 'POST', '/metadata/api/v1/query', query);
    expect((await ask()).statusCode).toBe(200);
    // Entries expire after a second.
    const [hits = 0, misses = 0] = await usesOf('queries', () => Promise.all([ask(), ask(), ask()]));
    expect([hits + misses, hits >= 2]).toEqual([3, true]);
    const list = () =>
      platform.app.inject({
        url: '/openapi.json',
        headers: { authorization: platform.adminAuth, 'accept-encoding': 'br' },
      });
    await list();
    expect(await usesOf('compressed-json', list)).toEqual([1, 0]);
  });
});

describe('metrics of queues', () => {
  it('show the number of waiting events, and the age of the oldest one', async () => {
    await platform.createRepository('tea-local', { rclass: 'local', packageType: 'generic' });
    const webhook: NewWebhook = {
      key: 'deaf',
      enabled: true,
      event_filter: { domain: 'artifact', event_types: ['deployed'], criteria: { repoKeys: ['tea-local'] } },
      // No server listens there.
      handlers: [{ handler_type: 'webhook', url: 'http://127.0.0.1:1/' }],
    } as NewWebhook;
    expect((await call(platform, 'POST', '/event/api/v1/subscriptions', webhook)).statusCode).toBe(201);
    for (const name of ['a', 'b'])
      expect((await call(platform, 'PUT', `/artifactory/tea-local/${name}.txt`, name)).statusCode).toBe(201);
    await withStorage(platform.storage, () =>
      db().execute(sql`UPDATE webhook_deliveries SET created = created - interval '2 hours'`),
    );
    // The figures are cached for some seconds.
    await expect
      .poll(() => sample('lading_queue_length{queue="webhooks"}'), { timeout: 10_000, interval: 200 })
      .toBe(2);
    const age = await sample('lading_queue_oldest_seconds{queue="webhooks"}');
    expect(age).toBeGreaterThanOrEqual(7200);
    expect(age).toBeLessThan(7300);
    expect(await sample('lading_queue_length{queue="jobs"}')).toBeGreaterThanOrEqual(0);
    expect(await sample('lading_queue_oldest_seconds{queue="jobs"}')).toBeUndefined();
    expect(await sample('lading_queue_oldest_seconds{queue="distribution"}')).toBe(0);
  });

  it('count rows of the tables of each queue', async () => {
    const other = await testPlatform();
    try {
      const rolledBack = new Error('rolled back');
      // In a transaction, so that jobs don't see the rows.
      const read = withStorage(other.storage, () =>
        transaction(async () => {
          await db().execute(sql`INSERT INTO scan_queue (package_id) VALUES (-1), (-2), (-3)`);
          await db().execute(sql`INSERT INTO maven_pom_queue (repo, pom) VALUES ('a', 'b')`);
          await db().execute(sql`
            INSERT INTO npm_index_queue (repo, name, version) VALUES ('a', 'b', '1'), ('a', 'b', '2')`);
          await db().execute(sql`
            INSERT INTO archive_queue (sha256, kind, queued) VALUES ('a', 'zip', now() - interval '1 hour')`);
          await db().execute(sql`
            WITH edge AS (INSERT INTO edge_targets (id, name, url, sealed, paired_by)
              VALUES (gen_random_uuid(), 'edge', 'https://edge.example.org', '', 'admin') RETURNING id)
            INSERT INTO distributions (edge_id, name, version, kind, create_repositories, state, created, created_by)
            SELECT id, 'app', n::text, 'distribute', false, (ARRAY['waiting', 'running', 'completed'])[n],
              now() - n * interval '1 minute', 'admin' FROM edge, generate_series(1, 3) n`);
          const figures = await other.app.metrics.queues.read();
          throw Object.assign(rolledBack, { figures: Object.fromEntries(figures) });
        }),
      );
      await expect(read).rejects.toBe(rolledBack);
      expect(rolledBack).toMatchObject({
        figures: {
          scan: { waiting: 3 },
          'maven-poms': { waiting: 1 },
          'npm-index': { waiting: 2 },
          'archive-index': { waiting: 1, oldest: expect.closeTo(3600, 0) },
          distribution: { waiting: 2, oldest: expect.closeTo(120, 0) },
          webhooks: { waiting: 0, oldest: null },
        },
      });
    } finally {
      await other.close();
    }
  });
});

describe('metrics of the object store', () => {
  it('count its requests by operation and outcome, with their durations', async () => {
    const store = await startS3rver();
    vi.stubEnv('AWS_ACCESS_KEY_ID', store.credentials.accessKeyId);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', store.credentials.secretAccessKey);
    const stored = await testPlatform({ env: blobEnvironment(store, 'c4nary-prefix') });
    try {
      const requests = (operation: string, outcome: string) =>
        sample(`lading_s3_requests_total{operation="${operation}",outcome="${outcome}"}`, stored);
      const url = '/artifactory/generic-local/c4nary.txt';
      expect((await call(stored, 'PUT', url, 'content')).statusCode).toBe(201);
      expect((await call(stored, 'GET', url)).body).toBe('content');
      expect(await requests('PutObject', 'success')).toBeGreaterThan(0);
      expect(await requests('GetObject', 'success')).toBeGreaterThan(0);
      expect(await requests('GetObject', 'failure')).toBe(0);
      expect(
        await sample('lading_s3_request_duration_seconds_count{operation="PutObject"}', stored),
      ).toBeGreaterThan(0);
      const { body } = await call(stored, 'GET', '/metrics');
      for (const secret of ['c4nary', store.credentials.secretAccessKey, store.endpoint])
        expect(body).not.toContain(secret);
    } finally {
      await stored.close();
      await store.stop();
    }
  });
});
