import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { compileServer, freePort, ServerProcess } from '../../testing/serverProcess.ts';
import { emptyDatabase, type TestDatabase } from '../../testing/testDatabase.ts';

const password = 'a-password-of-tests-alone';
const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
const logs = '/ui/api/v1/system/logs';
const log = 'jfrt:artifactory-request.log';

let place: string;
let database: TestDatabase;
let nodes: [ServerProcess, ServerProcess];
let ids: string[];
beforeAll(async () => {
  compileServer();
  place = await mkdtemp(join(tmpdir(), 'lading-log-nodes-'));
  await mkdir(join(place, 'blobs'));
  database = await emptyDatabase();
  nodes = [await start('one'), await start('other')];
  expect(await Promise.all(nodes.map((node) => node.answers()))).toEqual([true, true]);
  ids = await Promise.all(nodes.map(async ({ url }) => (await config(url)).node_id));
  await vi.waitUntil(async () => (await config(nodes[0].url)).nodes.length === 2, 20_000);
}, 120_000);
afterAll(async () => {
  await Promise.all((nodes ?? []).map((node) => node.stop()));
  await database?.drop();
  await rm(place, { recursive: true, force: true });
});

const start = async (home: string) =>
  new ServerProcess(join(place, home), await freePort(), {
    LADING_DATABASE_URL: database.url,
    LADING_BLOB_URL: pathToFileURL(join(place, 'blobs')).href,
    LADING_SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
    LADING_ADMIN_PASSWORD: password,
    LADING_LOG_LEVEL: 'info',
    LADING_PUBLIC_URL: 'https://packages.example.org',
  });
/** Nodes accept only the public host name. `fetch` cannot set it. */
const get = async (base: string, path: string, signal?: AbortSignal) => {
  const { request } = await import('undici');
  return request(`${base}${path}`, {
    headers: { authorization, host: 'packages.example.org' },
    ...(signal ? { signal } : {}),
  });
};
const config = async (base: string) =>
  (await (await get(base, `${logs}/config/jfrt`)).body.json()) as { node_id: string; nodes: string[] };
const ping = (base: string, from: string) =>
  get(base, `/artifactory/api/system/ping?from=${from}`).then(({ body }) => body.dump());

it('shows the logs of all nodes at each node, polled and live [logs-01] [logs-02]', async () => {
  const [one, other] = nodes;
  await ping(other.url, 'before');
  const path = `${logs}/data/jfrt?id=artifactory-request.log&nodeId=${ids[1]}`;
  const polled = await get(one.url, path);
  expect(polled.statusCode).toBe(200);
  const { log_content } = (await polled.body.json()) as { log_content: string };
  expect(log_content).toContain('from=before');
  const file = await get(one.url, path.replace('/data/', '/download/'));
  expect(file.headers['content-disposition']).toBe(
    `attachment; filename="${ids[1]}-artifactory-request.log"`,
  );
  expect(await file.body.text()).toContain('from=before');

  const closing = new AbortController();
  const query = new URLSearchParams(ids.map((id): [string, string] => ['log', `${id}/${log}`]));
  const stream = await get(one.url, `${logs}/stream?${query}`, closing.signal);
  expect(stream.statusCode).toBe(200);
  let text = '';
  const reading = (async () => {
    for await (const part of stream.body.setEncoding('utf8')) text += part;
  })().catch(() => undefined);
  await vi.waitUntil(() => ids.every((id) => text.includes(`{"log":"${id}/${log}"`)), 10_000);
  await Promise.all([ping(one.url, 'live-one'), ping(other.url, 'live-other')]);
  await vi.waitUntil(() => text.includes('from=live-one') && text.includes('from=live-other'), 10_000);

  other.kill();
  await vi.waitUntil(() => text.includes(`event: unreachable\ndata: {"node":"${ids[1]}"`), 10_000);
  expect(text).toContain(`"message":"Node ${ids[1]} is not reachable. `);
  await ping(one.url, 'alone');
  await vi.waitUntil(() => text.includes('from=alone'), 10_000);
  closing.abort();
  await reading;
  const failed = await get(one.url, path);
  expect(failed.statusCode).toBe(502);
  expect(await failed.body.text()).toContain(`Node ${ids[1]} is not reachable`);
}, 60_000);
