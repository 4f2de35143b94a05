import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JobReport, JobsReport } from '@lading/contract/rest';
import pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { compileServer, freePort, ServerProcess } from '../testing/serverProcess.ts';
import { emptyDatabase, type TestDatabase } from '../testing/testDatabase.ts';

const password = 'a-password-of-tests-alone';
const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
const name = 'delete-sessions';

let place: string;
let database: TestDatabase;
let client: pg.Client;
const nodes: ServerProcess[] = [];
beforeEach(async () => {
  compileServer();
  place = await mkdtemp(join(tmpdir(), 'lading-jobs-'));
  await mkdir(join(place, 'blobs'));
  database = await emptyDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterEach(async () => {
  await Promise.all(nodes.splice(0).map((node) => node.stop()));
  await client.end();
  await database.drop();
  await rm(place, { recursive: true, force: true });
});

async function start(home: string): Promise<ServerProcess> {
  const node = new ServerProcess(join(place, home), await freePort(), {
    LADING_DATABASE_URL: database.url,
    LADING_BLOB_URL: pathToFileURL(join(place, 'blobs')).href,
    LADING_SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
    LADING_ADMIN_PASSWORD: password,
  });
  nodes.push(node);
  expect(await node.answers()).toBe(true);
  return node;
}

const call = (node: ServerProcess, method: string, path: string) =>
  fetch(`${node.url}/artifactory/api/system/jobs${path}`, { method, headers: { authorization } });

async function jobAt(node: ServerProcess): Promise<JobReport | undefined> {
  const { jobs } = (await (await call(node, 'GET', '')).json()) as JobsReport;
  return jobs.find((job) => job.name === name);
}

it('takes over a running job of a killed node', { timeout: 240_000 }, async () => {
  const [one, other] = [await start('one'), await start('other')];
  await client.query('BEGIN');
  await client.query('LOCK TABLE sessions');
  expect((await call(one, 'POST', `/${name}/run`)).status).toBe(202);
  await vi.waitFor(async () => expect((await jobAt(other))?.state).toBe('running'), { timeout: 4000 });
  const before = await jobAt(other);
  one.kill();
  expect(await one.ended).toBe('SIGKILL');
  await client.query('ROLLBACK');
  expect(before?.ended).toBeUndefined();
  // The lease takes 30 s, and the check for killed nodes runs every 60 s.
  const done = await vi.waitFor(
    async () => {
      const job = await jobAt(other);
      expect(job?.ended).toBeDefined();
      return job;
    },
    { timeout: 100_000, interval: 250 },
  );
  expect(done).toMatchObject({ state: 'idle', failures: 0 });
  expect(done?.started).not.toBe(before?.started);
});
