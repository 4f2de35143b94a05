import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Outcome } from '../../outgoing/Outcomes.ts';
import { OutgoingClient } from '../../outgoing/OutgoingClient.ts';
import type { Task } from './messages.ts';
import { runTask } from './runTask.ts';

const { signal } = new AbortController();
let late: AbortController;
let origin: string;
let client: OutgoingClient;
const server = createServer(async (request, response) => {
  await text(request);
  // Without an answer.
  if (request.url === '/slow') return late.abort();
  if (request.url !== '/broken') return response.writeHead(500).end();
  response.writeHead(200, { 'content-length': '100' }).write('part', () => response.socket?.end());
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  client = new OutgoingClient({ allowedNetworks: ['127.0.0.1'] });
  late = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => late.signal);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await client.close();
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const taskOf = (url: string): Task => ({
  id: 1,
  receiver: { key: 'tide', handler: { handler_type: 'webhook', url }, origin: 'http://console.test' },
  secrets: { named: {}, headers: [] },
  event: { id: 'event', type: 'artifact.deployed', data: {}, source: 'lading/admin' },
  through: undefined,
});
const shown = ({ success, failure }: Outcome = {}) => ({
  success: success !== undefined,
  ...failure,
  time: 0,
});

it.each([
  { path: '/error', fault: 'status', success: true },
  // The host answered.
  { path: '/broken', fault: 'unreachable', success: true },
  // Says nothing about the host.
  { path: '/slow', fault: 'timeout', success: false },
])('notes the same outcome of $path as without the thread', async ({ path, fault, success }) => {
  const done = await runTask(client, taskOf(`${origin}${path}`), signal);
  expect(done).toMatchObject({ id: 1, attempt: { fault } });
  expect('outcome' in done && shown(done.outcome)).toEqual({ success, time: 0 });
  expect('outcome' in done && shown(done.outcome)).toEqual(shown(client.outcomes.of(origin)));
});

it('notes the failure of an address that is blocked', async () => {
  const done = await runTask(client, taskOf('http://127.0.0.2:9/'), signal);
  const message = expect.stringContaining('Such addresses are blocked');
  expect(done).toMatchObject({ outcome: { failure: { message } } });
});
