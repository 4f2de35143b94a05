import { readdirSync, readFileSync } from 'node:fs';
import type { Webhook, WebhookDeliveries, WebhookDeliveryDetails } from '@lading/contract/rest';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { compileServer, freePort, ServerProcess, temporaryHome } from '../../testing/serverProcess.ts';
import { Receiver } from '../testing/Receiver.ts';

const password = 'a-password-of-tests-alone';
const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
const secret = 'whsec_aGFyYm91ciBvZiBhIHNlY3JldCB0aWRl';
const fast = Array.from({ length: 30 }, (_none, at) => `fast-${at}`);
let server: ServerProcess;
let home: string;
let remove: () => Promise<void>;
let receiver: Receiver;

beforeAll(async () => {
  compileServer();
  receiver = await Receiver.start();
  receiver.answer = ({ path, headers }) =>
    path === '/away'
      ? { status: 302, headers: { location: receiver.url } }
      : { status: 200, after: 50, body: `your key is ${headers['x-key']}` };
  ({ home, remove } = await temporaryHome());
  await start('127.0.0.0/8');
}, 120_000);
afterAll(async () => {
  await server?.stop();
  await receiver?.stop();
  await remove?.();
});

async function start(allowedNetworks: string): Promise<void> {
  server = new ServerProcess(home, await freePort(), {
    LADING_ADMIN_PASSWORD: password,
    LADING_ALLOWED_NETWORKS: allowedNetworks,
  });
  expect(await server.answers()).toBe(true);
}
const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  fetch(`${server.url}${path}`, {
    method,
    headers: { authorization, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
async function subscribe(key: string, url: string): Promise<void> {
  const { status } = await call('POST', '/event/api/v1/subscriptions', {
    key,
    event_filter: {
      domain: 'artifact',
      event_types: ['deployed'],
      criteria: { repoKeys: ['generic-local'] },
    },
    handlers: [
      {
        ...{ handler_type: 'webhook', url, secret, use_secret_for_signing: true },
        custom_http_headers: [{ name: 'X-Key', value: 'open-the-harbour' }],
      },
    ],
  });
  expect(status).toBe(201);
}
const webhook = async (key: string) =>
  (await call('GET', `/event/api/v1/subscriptions/${key}`)).json() as Promise<Webhook>;
const threads = () =>
  readdirSync(`/proc/${server.pid}/task`).map((id) => {
    try {
      return readFileSync(`/proc/${server.pid}/task/${id}/comm`, 'utf8').trim();
    } catch (error) {
      // The thread has ended since.
      if (['ENOENT', 'ESRCH'].includes(String((error as NodeJS.ErrnoException).code))) return '';
      throw error;
    }
  });

it('sends the events of many webhooks, by the same rules [hook-05]', { timeout: 120_000 }, async () => {
  for (const key of fast) await subscribe(key, `${receiver.url}${key}`);
  await subscribe('redirected', `${receiver.url}away`);
  await subscribe('blocked', receiver.url.replace('127.0.0.1', '127.0.0.2'));
  // An address that is saved is checked again when a request is sent.
  await server.stop();
  await start('127.0.0.1');
  expect(threads()).not.toContain('webhooks');
  for (let file = 0; file < 5; file++)
    expect((await call('PUT', `/artifactory/generic-local/file-${file}`, { file })).status).toBe(201);

  const namesOf = (key: string) =>
    receiver.received
      .filter(({ path }) => path === `/${key}`)
      .map(({ body }) => (JSON.parse(body) as { data: { name: string } }).data.name);
  await vi.waitFor(
    () => {
      for (const key of fast)
        expect(namesOf(key)).toEqual(['file-0', 'file-1', 'file-2', 'file-3', 'file-4']);
    },
    { timeout: 60_000, interval: 50 },
  );
  await vi.waitFor(() => expect(threads()).toContain('webhooks'), { timeout: 30_000, interval: 50 });

  const { headers, body } = receiver.last;
  expect(headers['x-key']).toBe('open-the-harbour');
  const signed = {
    'webhook-id': String(headers['webhook-id']),
    'webhook-timestamp': String(headers['webhook-timestamp']),
    'webhook-signature': String(headers['webhook-signature']),
  };
  expect(new StandardWebhook(secret).verify(body, signed)).toMatchObject({ event_type: 'deployed' });

  const errorOf = async (key: string) => (await webhook(key)).health?.last_error;
  await vi.waitFor(
    async () =>
      expect([await errorOf('redirected'), await errorOf('blocked')]).toEqual([
        'The server returned a redirect, and redirects are not followed',
        expect.stringContaining('Such addresses are blocked'),
      ]),
    { timeout: 30_000, interval: 100 },
  );
  const base = '/event/api/v1/subscriptions/fast-0/deliveries';
  // A delivery is recorded after the answer of the receiver.
  const { deliveries } = await vi.waitFor(
    async () => {
      const found = (await (await call('GET', `${base}?state=delivered`)).json()) as WebhookDeliveries;
      expect(found.deliveries).toHaveLength(5);
      return found;
    },
    { timeout: 30_000, interval: 100 },
  );
  const details = await call('GET', `${base}/${deliveries[0]?.id}`);
  const { request, response, status } = (await details.json()) as WebhookDeliveryDetails;
  expect([status, response]).toEqual([200, 'your key is ***']);
  expect(request?.headers).toContainEqual({ name: 'X-Key', value: '***' });
});
