import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ServerProcess } from '../../testing/serverProcess.ts';
import { TwoNodes } from '../../testing/TwoNodes.ts';

const logs = '/ui/api/v1/system/logs';
const log = 'jfrt:artifactory-request.log';

let nodes: TwoNodes;
let ids: string[];
beforeAll(async () => {
  nodes = await TwoNodes.start();
  ids = await nodes.ids();
});
afterAll(() => nodes?.stop());

const get = (server: ServerProcess, path: string, signal?: AbortSignal) =>
  nodes.call(server, path, signal ? { signal } : {});
const ping = (server: ServerProcess, from: string) =>
  get(server, `/artifactory/api/system/ping?from=${from}`).then(({ body }) => body.dump());

it('shows the logs of all nodes at each node, polled and live [logs-01] [logs-02]', async () => {
  const [one, other] = nodes.servers;
  await ping(other, 'before');
  const path = `${logs}/data/jfrt?id=artifactory-request.log&nodeId=${ids[1]}`;
  const polled = await get(one, path);
  expect(polled.statusCode).toBe(200);
  const { log_content } = (await polled.body.json()) as { log_content: string };
  expect(log_content).toContain('from=before');
  const file = await get(one, path.replace('/data/', '/download/'));
  expect(file.headers['content-disposition']).toBe(
    `attachment; filename="${ids[1]}-artifactory-request.log"`,
  );
  expect(await file.body.text()).toContain('from=before');

  const closing = new AbortController();
  const query = new URLSearchParams(ids.map((id): [string, string] => ['log', `${id}/${log}`]));
  const stream = await get(one, `${logs}/stream?${query}`, closing.signal);
  expect(stream.statusCode).toBe(200);
  let text = '';
  const reading = (async () => {
    for await (const part of stream.body.setEncoding('utf8')) text += part;
  })().catch(() => undefined);
  await vi.waitUntil(() => ids.every((id) => text.includes(`{"log":"${id}/${log}"`)), 10_000);
  await Promise.all([ping(one, 'live-one'), ping(other, 'live-other')]);
  await vi.waitUntil(() => text.includes('from=live-one') && text.includes('from=live-other'), 10_000);

  other.kill();
  await vi.waitUntil(() => text.includes(`event: unreachable\ndata: {"node":"${ids[1]}"`), 10_000);
  expect(text).toContain(`"message":"Node ${ids[1]} is not reachable. `);
  await ping(one, 'alone');
  await vi.waitUntil(() => text.includes('from=alone'), 10_000);
  closing.abort();
  await reading;
  const failed = await get(one, path);
  expect(failed.statusCode).toBe(502);
  expect(await failed.body.text()).toContain(`Node ${ids[1]} is not reachable`);
});
