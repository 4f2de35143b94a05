import type {
  AuditPage,
  NewWebhook,
  Webhook,
  WebhookDeliveries,
  WebhookDeliveryDetails,
  WebhookPreview,
} from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { db, withStorage } from '../database/db.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { cleanDeliveries } from './deliveries.ts';
import { Receiver } from './testing/Receiver.ts';

const url = '/event/api/v1/subscriptions';
let platform: TestPlatform;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await Receiver.start();
  platform = await testPlatform({ env: { LADING_ALLOWED_NETWORKS: '127.0.0.1' } });
});
afterAll(async () => {
  await platform.close();
  await receiver.stop();
});

const call = (method: 'GET' | 'POST' | 'DELETE', path = '', payload?: object) =>
  platform.app.inject({
    method,
    url: `${url}${path}`,
    headers: { authorization: platform.adminAuth },
    ...(payload ? { payload } : {}),
  });
const deploy = (path: string) =>
  platform.app.inject({
    method: 'PUT',
    url: `/artifactory/generic-local/${path}`,
    headers: { authorization: platform.adminAuth },
    payload: 'x',
  });
const webhook = (handler: object = {}): NewWebhook => ({
  key: 'deploys',
  event_filter: { domain: 'artifact', event_types: ['deployed'], criteria: { anyLocal: true } },
  handlers: [{ handler_type: 'webhook', url: receiver.url, secret: 'hush', ...handler }],
});
const deliveries = async (query = '') =>
  (await call('GET', `/deploys/deliveries${query}`)).json<WebhookDeliveries>();
const inside = <T>(work: () => Promise<T>) => withStorage(platform.storage, work);

describe('the history of a webhook', () => {
  it('contains the request without secrets, the response, and the timing of each delivery', async () => {
    receiver.answer = { status: 200, body: 'thanks' };
    await call('POST', '', webhook());
    for (const path of ['a', 'b', 'c']) await deploy(path);
    await vi.waitFor(
      async () => expect((await deliveries('?state=delivered')).deliveries).toHaveLength(3),
      5000,
    );
    const first = await deliveries('?limit=2');
    const second = await deliveries(`?limit=2&cursor=${first.cursor}`);
    expect([first.deliveries.length, second.deliveries.length, second.cursor]).toEqual([2, 1, undefined]);
    const [{ id = '' } = {}] = first.deliveries;
    const details = (await call('GET', `/deploys/deliveries/${id}`)).json<WebhookDeliveryDetails>();
    expect(details).toMatchObject({
      domain: 'artifact',
      event_type: 'deployed',
      state: 'delivered',
      attempts: 1,
      status: 200,
      response: 'thanks',
      duration: expect.any(Number),
      attempted: expect.any(String),
    });
    expect(JSON.parse(details.request?.body ?? '')).toMatchObject({ data: { name: 'c' } });
    expect(details.request?.headers).toContainEqual({ name: 'x-jfrog-event-auth', value: '***' });
    expect(JSON.stringify(details)).not.toContain('hush');
  });

  it('repeats a delivery on request, with the same event ID', async () => {
    const { deliveries: before } = await deliveries();
    const oldest = before.at(-1);
    const answer = await call('POST', `/deploys/deliveries/${oldest?.id}/redeliver`);
    expect([answer.statusCode, answer.json()]).toMatchObject([202, { redelivery_of: oldest?.id }]);
    await vi.waitFor(
      async () => expect((await deliveries('?state=delivered')).deliveries).toHaveLength(4),
      5000,
    );
    expect(receiver.last.headers['webhook-id']).toBe(oldest?.event_id);
    const unknown = await call('POST', '/deploys/deliveries/999999/redeliver');
    expect([unknown.statusCode, unknown.json().errors[0].code]).toEqual([404, 'DELIVERY_NOT_FOUND']);
  });

  it('is limited in age, and events that wait too long are given up', async () => {
    await inside(() =>
      db().execute(sql`UPDATE webhook_deliveries SET created = now() - interval '8 days' WHERE id < 3`),
    );
    await inside(() =>
      db().execute(sql`INSERT INTO webhook_deliveries (webhook, event_id, type, data, source, created)
        SELECT id, gen_random_uuid(), 'artifact.deployed', '{}', 'x', now() - interval '80 hours' FROM webhooks`),
    );
    await inside(cleanDeliveries);
    const { deliveries: left } = await deliveries();
    expect(left.map(({ state }) => state)).toEqual(['failed', 'delivered', 'delivered']);
    expect(left[0]?.error).toBe('Not delivered within 3 days');
  });

  it('keeps events of a pause, and delivers them when an administrator resumes the webhook', async () => {
    await inside(() =>
      db().execute(
        sql`UPDATE webhooks SET paused = now(), failing_since = now() - interval '4 days', version = version + 1`,
      ),
    );
    await platform.app.webhooks.changed();
    await deploy('while-paused');
    const waiting = (await deliveries('?state=waiting')).deliveries;
    expect(waiting.map(({ attempts }) => attempts)).toEqual([0]);
    const before = receiver.received.length;
    const resumed = (await call('POST', '/deploys/resume')).json<Webhook>();
    expect(resumed.health.state).toBe('healthy');
    const log = await platform.app.inject({
      url: '/access/api/v1/audit?event=webhook-changed&limit=1',
      headers: { authorization: platform.adminAuth },
    });
    expect(log.json<AuditPage>().events[0]).toMatchObject({
      detail: 'Webhook deploys was resumed',
      changes: [{ field: 'paused', before: 'true', after: 'false' }],
    });
    await deploy('after-pause');
    await vi.waitFor(() => expect(receiver.last.body).toContain('after-pause'), 5000);
    const bodies = receiver.received.slice(before).map(({ body }) => body);
    expect(bodies).toEqual([expect.stringContaining('while-paused'), expect.stringContaining('after-pause')]);
  });
});

describe('the preview of a custom webhook', () => {
  const custom = {
    handler_type: 'custom-webhook',
    secret: undefined,
    secrets: [{ name: 'chat', value: 'sesame' }],
    http_headers: [{ name: 'X-Path', value: '{{ .data.path }}' }],
    payload:
      '{"text": "{{ .event_type }} {{ .data.path }} of {{ .data.size }} bytes {{ .data.nothing }}", "key": "{{ .secrets.chat }}"}',
  };
  const preview = async (body: NewWebhook) => (await call('POST', '/preview', body)).json<WebhookPreview>();

  it('is rendered from the last real event, with secrets masked [hook-02]', async () => {
    await deploy('say-"hello"\u00e9.txt');
    await vi.waitFor(() => expect(receiver.last.body).toContain('hello'), 5000);
    const { request, event_time: time } = await preview({ ...webhook(custom), key: 'chat' });
    expect(JSON.parse(request.body)).toEqual({
      text: 'deployed say-"hello"\u00e9.txt of 1 bytes ',
      key: '***',
    });
    expect(request.headers).toContainEqual({ name: 'X-Path', value: 'say-"hello"\u00e9.txt' });
    expect(Date.parse(time ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  it('is rendered from a sample without such an event [hook-02]', async () => {
    const body = webhook(custom);
    const { request, event_time: time } = await preview({
      ...body,
      key: 'chat',
      event_filter: { domain: 'build', event_types: ['promoted'] },
    });
    expect([JSON.parse(request.body).text, time]).toEqual(['promoted  of  bytes ', undefined]);
  });

  it.each([
    ['{{ .data.name', '"{{" has no "}}"'],
    ['{{ data.name }}', 'is not a field'],
    ['{{ .secrets.other }}', 'the secret "other" does not exist'],
    ['{{ .constructor.name }}', 'is not a field'],
  ])('rejects the template %s', async (payload, reason) => {
    const answer = await call('POST', '/preview', { ...webhook({ ...custom, payload }), key: 'chat' });
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([400, 'BAD_WEBHOOK_TEMPLATE']);
    expect(answer.json().errors[0].message).toContain(reason);
  });
});
