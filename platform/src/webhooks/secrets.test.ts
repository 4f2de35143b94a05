import type {
  NewWebhook,
  Webhook,
  WebhookDeliveries,
  WebhookDeliveryDetails,
  WebhookTest,
} from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { db, withStorage } from '../database/db.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
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

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', payload?: object) =>
  platform.app.inject({
    method,
    url: `${url}${path}`,
    headers: { authorization: platform.adminAuth },
    ...(payload ? { payload } : {}),
  });
const webhook = (handler: object): NewWebhook => ({
  key: 'deploys',
  event_filter: { domain: 'artifact', event_types: ['deployed'], criteria: { anyLocal: true } },
  handlers: [{ handler_type: 'webhook', url: receiver.url, ...handler }],
});
const deploy = (path: string) =>
  platform.app.inject({
    method: 'PUT',
    url: `/artifactory/generic-local/${path}`,
    headers: { authorization: platform.adminAuth },
    payload: 'x',
  });
const inside = <T>(work: () => Promise<T>) => withStorage(platform.storage, work);
const headers = [
  { name: 'X-Functions-Key', value: 'abracadabra' },
  { name: 'Ocp-Apim-Subscription-Key', value: 'hocus pocus' },
  { name: 'Authorization', value: 'Bearer alakazam' },
  { name: 'Accept', value: 'text/plain' },
];
const hidden = /abracadabra|pocus|alakazam|sesame|hush|alohomora/;

describe('values of custom headers [hook-02]', () => {
  it('are secret, except those of a few standard headers', async () => {
    const created = await call('POST', '', webhook({ custom_http_headers: headers }));
    expect(created.json<Webhook>().handlers[0]?.custom_http_headers).toEqual([
      { name: 'X-Functions-Key' },
      { name: 'Ocp-Apim-Subscription-Key' },
      { name: 'Authorization' },
      { name: 'Accept', value: 'text/plain' },
    ]);
    const tested = await call('POST', '/test', webhook({ custom_http_headers: headers.map(nameOf) }));
    expect(receiver.last.headers).toMatchObject({
      'x-functions-key': 'abracadabra',
      'ocp-apim-subscription-key': 'hocus pocus',
      accept: 'text/plain',
    });
    expect(tested.body).not.toMatch(hidden);
    expect(tested.json<WebhookTest>().request.headers).toContainEqual({
      name: 'X-Functions-Key',
      value: '***',
    });
    await call('DELETE', '/deploys');
  });

  it('are shown if they consist of templates only', async () => {
    const templates = [
      { name: 'X-Key', value: 'Bearer {{ .secrets.chat }}' },
      { name: 'X-Path', value: '{{ .data.path }}' },
      { name: 'X-Mixed', value: 'alohomora {{ .data.path }}' },
    ];
    const custom = {
      ...{ handler_type: 'custom-webhook', payload: '{}', http_headers: templates },
      secrets: [{ name: 'chat', value: 'sesame' }],
    };
    const created = await call('POST', '', webhook(custom));
    expect(created.json<Webhook>().handlers[0]?.http_headers).toEqual([
      ...templates.slice(0, 2),
      { name: 'X-Mixed' },
    ]);
    const { request } = (await call('POST', '/test', webhook(custom))).json<WebhookTest>();
    expect(request.headers).toEqual(
      expect.arrayContaining([
        { name: 'X-Key', value: 'Bearer ***' },
        { name: 'X-Path', value: 'example/file.txt' },
        { name: 'X-Mixed', value: '***' },
      ]),
    );
    await call('DELETE', '/deploys');
  });

  it('are kept separately for headers of the same name', async () => {
    const twice = ['first one', 'second one'].map((value) => ({ name: 'X-Key', value }));
    await call('POST', '', webhook({ custom_http_headers: twice }));
    await call('POST', '/test', webhook({ custom_http_headers: twice.map(nameOf) }));
    expect(receiver.last.headers['x-key']).toBe('second one');
    await call('DELETE', '/deploys');
  });
});

describe('a secret that the receiver returns [hook-02]', () => {
  const custom = {
    ...{ handler_type: 'custom-webhook', http_headers: headers },
    secrets: [{ name: 'chat', value: 'say "sesame"' }],
    payload: '{"key": "{{ .secrets.chat }}"}',
  };

  it('is masked in the test', async () => {
    receiver.answer = ({ body, headers: sent }) => ({
      status: 200,
      body: JSON.stringify({ body, sent, all: 'tea' }),
    });
    const { response } = (await call('POST', '/test', webhook(custom))).json<WebhookTest>();
    expect(response).not.toMatch(hidden);
    expect(response).toContain('"x-functions-key":"***"');
    expect(response).toContain('"tea"');
    receiver.answer = ({ headers: sent }) => ({ status: 502, body: `${sent['x-jfrog-event-auth']}` });
    expect((await call('POST', '/test', webhook({ secret: 'hush hush' }))).body).not.toMatch(hidden);
  });

  it('is masked if only its start fits in the kilobyte', async () => {
    receiver.answer = { status: 200, body: `${'.'.repeat(1024 - 6)}abracadabra` };
    const { response } = (await call('POST', '/test', webhook(custom))).json<WebhookTest>();
    expect(response).toBe(`${'.'.repeat(1024 - 6)}***`);
  });

  it('is neither stored nor shown in deliveries', async () => {
    receiver.answer = ({ body, headers: sent }) => ({ status: 200, body: JSON.stringify({ body, sent }) });
    await call('POST', '', webhook(custom));
    await deploy('echo.txt');
    const details = await delivered();
    expect(details.response).toContain('***');
    const { rows } = await inside(() =>
      db().execute<{ all: string }>(sql`SELECT request::text || response AS all FROM webhook_deliveries`),
    );
    expect(rows.map(({ all }) => all).join()).not.toMatch(hidden);
  });

  it('is masked in deliveries that an earlier version stored', async () => {
    const old = { method: 'POST', url: receiver.url, body: '{}', headers: headers.concat(own) };
    await inside(() =>
      db().execute(sql`UPDATE webhook_deliveries SET request = ${JSON.stringify(old)}::jsonb,
        response = 'Your key is abracadabra'`),
    );
    const details = await delivered();
    expect(details.request?.headers).toEqual([
      ...headers.slice(0, 3).map(({ name }) => ({ name, value: '***' })),
      { name: 'Accept', value: 'text/plain' },
      own,
    ]);
    expect(details.response).toBe('Your key is ***');
    await call('DELETE', '/deploys');
  });
});

it('a stored secret is not sent through a proxy that was selected later, without TLS [hook-02]', async () => {
  const proxy = (key: string) =>
    platform.app.inject({
      method: 'POST',
      url: '/ui/api/v1/ui/proxies/crud',
      headers: { authorization: platform.adminAuth },
      payload: {
        ...{ key, host: '127.0.0.1', port: receiver.port, username: '', services: [] },
        ...{ platformDefault: false, noProxy: [], resolvesNames: true },
      },
    });
  for (const key of ['office', 'other']) expect((await proxy(key)).statusCode).toBeLessThan(300);
  const at = 'http://hooks.example.org/';
  await call('POST', '', webhook({ url: at, secret: 'open sesame', proxy: 'office' }));
  const before = receiver.received.length;
  for (const change of [{ proxy: 'other' }, {}]) {
    const { key: _key, ...body } = webhook({ url: at, ...change });
    for (const answer of [
      await call('PUT', '/deploys', body),
      await call('POST', '/test', { key: 'deploys', ...body }),
    ])
      expect([answer.statusCode, answer.json().errors[0]]).toMatchObject([
        400,
        { code: 'SECRETS_REQUIRED', message: expect.stringContaining('has another proxy. Enter the secret') },
      ]);
  }
  expect(receiver.received).toHaveLength(before);
  const { key: _key, ...kept } = webhook({ url: `${at}elsewhere`, proxy: 'office' });
  expect((await call('PUT', '/deploys', kept)).statusCode).toBe(200);
  const { key: _same, ...again } = webhook({ url: at, proxy: 'other', secret: 'open sesame' });
  expect((await call('PUT', '/deploys', again)).statusCode).toBe(200);
  // A proxy of TLS sees only the host.
  await call('DELETE', '/deploys');
  const secure = 'https://hooks.example.org/';
  await call('POST', '', webhook({ url: secure, secret: 'open sesame' }));
  const { key: _other, ...through } = webhook({ url: secure, proxy: 'office' });
  expect((await call('PUT', '/deploys', through)).statusCode).toBe(200);
  await call('DELETE', '/deploys');
});

const own = { name: 'webhook-id', value: 'an-id' };
const nameOf = ({ name }: { name: string }) => ({ name });

async function delivered(): Promise<WebhookDeliveryDetails> {
  const found = await vi.waitFor(async () => {
    const { deliveries } = (
      await call('GET', '/deploys/deliveries?state=delivered')
    ).json<WebhookDeliveries>();
    expect(deliveries).toHaveLength(1);
    return deliveries[0];
  });
  return (await call('GET', `/deploys/deliveries/${found?.id}`)).json<WebhookDeliveryDetails>();
}
