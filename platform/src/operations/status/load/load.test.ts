import type { NodeLoad } from '@lading/contract/rest';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type TestPlatform, testPlatform } from '../../../testing/testPlatform.ts';
import { Durations } from '../../metrics/Durations.ts';

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

it('interpolates percentiles of durations', () => {
  const durations = new Durations();
  expect(durations.percentile(0.95)).toBeUndefined();
  for (let count = 0; count < 100; count++) durations.add(0.2);
  expect(durations.percentile(0.5)).toBeCloseTo(0.175);
  durations.add(20);
  expect(durations.percentile(1)).toBe(10);
  expect(Durations.sum([durations, durations]).since(durations).count).toBe(101);
});
