import type { NodeLoad } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { db, withStorage } from '../../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../../testing/testPlatform.ts';
import { Durations } from '../../metrics/Durations.ts';
import { NodeTokens, nodeHeader } from '../../nodes/NodeTokens.ts';

let platform: TestPlatform;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  platform = await testPlatform();
});
afterEach(async () => {
  await platform.close();
  vi.useRealTimers();
});

async function read(): Promise<NodeLoad> {
  const headers = { authorization: platform.adminAuth };
  const answer = await platform.app.inject({ url: '/ui/api/v1/system/status/load', headers });
  expect(answer.statusCode).toBe(200);
  return answer.json<NodeLoad>();
}

it('shows requests, connections, and queues of the last hour, one value per 10 seconds', async () => {
  expect(await read()).toMatchObject({ interval_seconds: 10, time: null, requests: [] });
  for (let count = 0; count < 20; count++) await platform.app.inject({ url: '/artifactory/api/system/ping' });
  vi.advanceTimersByTime(10_000);
  await expect
    .poll(async () => (await read()).queues.every(({ waiting }) => waiting.length === 1))
    .toBe(true);
  const first = await read();
  expect(first.node_id).toBe(platform.app.platform.node);
  expect(Date.now() - (first.time ?? 0)).toBeLessThan(60_000);
  const { requests, latency, lag, connections, waiting_queries } = first;
  expect([requests, latency, lag, connections, waiting_queries].map(({ length }) => length)).toEqual([
    1, 1, 1, 1, 1,
  ]);
  expect(requests[0]).toBeGreaterThan(0);
  expect(latency[0]).toBeGreaterThan(0);
  expect(first.queues.map(({ name }) => name)).toEqual(expect.arrayContaining(['jobs', 'scan', 'webhooks']));
  expect(first.queues.find(({ name }) => name === 'webhooks')?.waiting).toEqual([0]);
});

it('keeps an hour', async () => {
  vi.advanceTimersByTime(2 * 3_600_000);
  await expect.poll(async () => (await read()).queues[0]?.waiting.length).toBe(60);
  const { requests, latency } = await read();
  expect([requests.length, latency.length]).toEqual([360, 360]);
});

it('shows the response time of an interval without requests, and the queues without database, as unknown', async () => {
  platform.app.metrics.queues.read = () => Promise.reject(new Error('The database is away'));
  vi.advanceTimersByTime(20_000);
  await expect.poll(async () => (await read()).queues[0]?.waiting).toEqual([null]);
  expect((await read()).latency[1]).toBeNull();
});

describe('the load of another node', () => {
  const other = 'lading-00000000000b';
  const get = (nodeId: string, headers: Record<string, string> = { authorization: platform.adminAuth }) =>
    platform.app.inject({ url: pathOf(nodeId), headers });
  const pathOf = (nodeId: string) => `/ui/api/v1/system/status/load?nodeId=${nodeId}`;
  const announce = (address: string, age: number) =>
    withStorage(platform.storage, () =>
      db().execute(sql`insert into nodes (id, started, heartbeat, version, services, url)
        values (${other}, now(), now() - make_interval(secs => ${age}), '0.1.0', '{artifactory}', ${address})
        on conflict (id) do update set url = excluded.url, heartbeat = excluded.heartbeat`),
    );
  const errorOf = async (nodeId: string) => {
    const answer = await get(nodeId);
    const [{ code, message }] = answer.json().errors;
    return [answer.statusCode, code, message];
  };

  it('that is unknown, offline, or not reachable is an error, not a load of 0', async () => {
    expect(await errorOf(other)).toEqual([404, 'NODE_NOT_FOUND', expect.any(String)]);
    await announce('http://127.0.0.1:1', 120);
    expect(await errorOf(other)).toEqual([502, 'NODE_UNREACHABLE', expect.stringContaining('It is offline')]);
    await announce('http://127.0.0.1:1', 0);
    expect(await errorOf(other)).toEqual([502, 'NODE_UNREACHABLE', expect.stringContaining(':1 failed')]);
  });

  it('is read by a node for its administrator, and by no other caller', async () => {
    const { seal, node } = platform.app.platform;
    const tokenFor = (path: string) => ({ [nodeHeader]: new NodeTokens(seal).create(node, path) });
    const own = await get(node, tokenFor(pathOf(node)));
    expect([own.statusCode, own.json<NodeLoad>().node_id]).toEqual([200, node]);
    expect((await get(node)).json<NodeLoad>().node_id).toBe(node);
    const circle = await get(other, tokenFor(pathOf(other)));
    expect(circle.json().errors[0].code).toBe('OTHER_NODE');
    expect((await get(node, tokenFor(pathOf(other)))).statusCode).toBe(401);
    expect((await get(node, {})).statusCode).toBe(401);
  });
});

it('interpolates percentiles of durations', () => {
  const durations = new Durations();
  expect(durations.percentile(0.95)).toBeUndefined();
  for (let count = 0; count < 100; count++) durations.add(0.2);
  expect(durations.percentile(0.5)).toBeCloseTo(0.175);
  durations.add(20);
  expect(durations.percentile(1)).toBe(10);
  expect(Durations.sum([durations, durations]).since(durations).count).toBe(101);
});
