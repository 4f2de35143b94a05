import type { NewWebhook, Webhook, WebhookDomain, WebhookTest } from '@lading/contract/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
const webhook = (more: Partial<NewWebhook> = {}, handler: object = {}): NewWebhook => ({
  key: 'deploys',
  description: 'Tells the build server',
  event_filter: { domain: 'artifact', event_types: ['deployed'], criteria: { anyLocal: true } },
  handlers: [{ handler_type: 'webhook', url: receiver.url, ...handler }],
  ...more,
});
const errorOf = (answer: { json(): { errors: { code: string; message: string }[] } }) =>
  answer.json().errors[0];

it('lists 13 domains with their event types [hook-03]', async () => {
  const answer = await platform.app.inject({
    url: '/event/api/v1/domains',
    headers: { authorization: platform.adminAuth },
  });
  const domains = answer.json<WebhookDomain[]>();
  expect(domains.map(({ domain }) => domain).sort()).toEqual([
    ...['artifact', 'artifact_lifecycle', 'artifact_property', 'artifactory_release_bundle', 'build'],
    ...['destination', 'distribution', 'docker', 'policy', 'release_bundle', 'release_bundle_v2'],
    ...['release_bundle_v2_promotion', 'user'],
  ]);
  const build = domains.find(({ domain }) => domain === 'build');
  expect(build).toEqual({
    domain: 'build',
    criteria: 'builds',
    event_types: ['uploaded', 'deleted', 'promoted'].map((name) => ({ name, produced: true })),
  });
});

describe('a webhook that could not work', () => {
  it.each([
    ['artifact', { anyLocal: false, repoKeys: [] }, 'Select repositories'],
    ['build', { anyBuild: false, selectedBuilds: [] }, 'Select builds'],
    ['release_bundle_v2', { anyReleaseBundle: false }, 'Select bundles'],
  ])('is rejected: criteria of %s that select nothing', async (domain, criteria, hint) => {
    const [type] = { artifact: ['deployed'], build: ['uploaded'] }[domain] ?? ['release_bundle_v2_completed'];
    const event_filter = { domain, event_types: [`${type}`], criteria };
    const answer = await call('POST', '', webhook({ key: 'nothing-selected', event_filter }));
    expect([answer.statusCode, errorOf(answer)?.code]).toEqual([400, 'BAD_WEBHOOK']);
    expect(errorOf(answer)?.message).toContain(
      `The criteria select nothing, so no event would be sent. ${hint}`,
    );
  });

  it('is rejected: headers without a value, and two secrets with one name', async () => {
    const custom = { handler_type: 'custom-webhook', method: 'POST', payload: '{}' };
    const secrets = ['first', 'second'].map((value) => ({ name: 'token', value }));
    for (const [handler, message] of [
      [{ custom_http_headers: [{ name: 'X-Team', value: '' }] }, 'Header must contain name and value'],
      [{ ...custom, http_headers: [{ name: 'X-Team', value: ' ' }] }, 'Header must contain name and value'],
      [{ ...custom, secrets }, 'Two secrets have the name "token". Rename or remove one of them'],
    ] as const) {
      const answer = await call('POST', '', webhook({ key: 'incomplete' }, handler));
      expect([answer.statusCode, errorOf(answer)?.message]).toEqual([400, message]);
    }
  });
});

describe('a webhook', () => {
  it('is created, listed, read, replaced without its key, and deleted [hook-05]', async () => {
    const created = await call('POST', '', webhook({}, { secret: 'hush', use_secret_for_signing: true }));
    expect(created.statusCode).toBe(201);
    const expected = {
      key: 'deploys',
      description: 'Tells the build server',
      enabled: true,
      event_filter: { domain: 'artifact', event_types: ['deployed'], criteria: { anyLocal: true } },
      handlers: [
        {
          handler_type: 'webhook',
          url: receiver.url,
          use_secret_for_signing: true,
          custom_http_headers: [],
        },
      ],
      has_secret: true,
      health: { state: 'unused', waiting: 0 },
    };
    expect(created.json()).toEqual(expected);
    expect((await call('GET')).json()).toEqual([expected]);
    expect((await call('GET', '/deploys')).json()).toEqual(expected);
    const { key: _key, ...body } = webhook({ enabled: false });
    expect((await call('PUT', '/deploys', body)).json()).toMatchObject({ enabled: false, has_secret: true });
    expect(errorOf(await call('PUT', '/nothing', body))?.code).toBe('WEBHOOK_NOT_FOUND');
    expect((await call('DELETE', '/deploys')).statusCode).toBe(204);
    expect((await call('GET')).json()).toEqual([]);
  });

  it('is rejected with the reason if invalid [hook-04]', async () => {
    const rejected = async (body: NewWebhook) => {
      const answer = await call('POST', '', body);
      return [answer.statusCode, errorOf(answer)?.code, errorOf(answer)?.message ?? ''] as const;
    };
    for (const key of ['x', '9lives', 'with space', 'a/b', ''])
      expect(await rejected(webhook({ key }))).toEqual([400, 'BAD_WEBHOOK_KEY', expect.any(String)]);
    expect(await rejected(webhook({}, { url: 'nonsense' }))).toEqual([
      400,
      'BAD_WEBHOOK_URL',
      expect.any(String),
    ]);
    expect(await rejected(webhook({}, { url: 'http://10.1.2.3/x' }))).toEqual([
      400,
      'BAD_WEBHOOK_URL',
      'Enter a valid URL. 10.1.2.3 is on a private network. Such addresses are blocked. An operator can allow the network with LADING_ALLOWED_NETWORKS',
    ]);
    const filter = { domain: 'artifact', event_types: [] as string[] };
    expect(await rejected(webhook({ event_filter: filter }))).toEqual([
      400,
      'BAD_WEBHOOK',
      expect.any(String),
    ]);
    expect(await rejected(webhook({ event_filter: { ...filter, event_types: ['signed'] } }))).toEqual([
      400,
      'BAD_WEBHOOK',
      expect.any(String),
    ]);
    await call('POST', '', webhook());
    expect(await rejected(webhook())).toEqual([409, 'WEBHOOK_EXISTS', 'This name already exist']);
    await call('DELETE', '/deploys');
  });

  it('is rejected with an unknown criterion, which would select everything [hook-04]', async () => {
    const misspelled = { anyLocl: true, includePatterns: ['a/**'] } as object;
    const event_filter = { domain: 'artifact', event_types: ['deployed'], criteria: misspelled };
    const answer = await call('POST', '', webhook({ key: 'odd', event_filter }));
    expect(answer.statusCode).toBe(400);
    expect(errorOf(answer)?.message).toContain('criteria');
    expect((await call('GET', '/odd')).statusCode).toBe(404);
  });

  it('never returns secrets, and sends stored ones to no other host [hook-02]', async () => {
    const custom = {
      handler_type: 'custom-webhook',
      method: 'PUT',
      secrets: [{ name: 'chat', value: 'open sesame' }],
      http_headers: [
        { name: 'Authorization', value: 'Bearer abracadabra' },
        { name: 'Content-Type', value: 'text/plain' },
      ],
      payload: '{"text": "{{ .data.name }}", "key": "{{ .secrets.chat }}"}',
    };
    const created = await call('POST', '', webhook({}, custom));
    expect(created.json<Webhook>().handlers).toEqual([
      {
        handler_type: 'custom-webhook',
        url: receiver.url,
        method: 'PUT',
        secrets: [{ name: 'chat' }],
        http_headers: [{ name: 'Authorization' }, { name: 'Content-Type', value: 'text/plain' }],
        payload: custom.payload,
      },
    ]);
    expect(`${created.body}${(await call('GET')).body}`).not.toMatch(/sesame|abracadabra/);
    const kept = { ...custom, secrets: [{ name: 'chat' }], http_headers: [{ name: 'Authorization' }] };
    const tested = await call('POST', '/test', webhook({}, kept));
    expect([receiver.last.method, receiver.last.body]).toEqual([
      'PUT',
      '{"text": "file.txt", "key": "open sesame"}',
    ]);
    expect(receiver.last.headers.authorization).toBe('Bearer abracadabra');
    const { request } = tested.json<WebhookTest>();
    expect(request.body).toBe('{"text": "file.txt", "key": "***"}');
    expect(request.headers).toContainEqual({ name: 'Authorization', value: '***' });
    const { key: _key, ...moved } = webhook({}, { ...kept, url: 'https://elsewhere.example.org/' });
    expect(errorOf(await call('PUT', '/deploys', moved))?.code).toBe('SECRETS_REQUIRED');
    const [secret, ...others] = [{ name: 'chat', value: '' }, { name: 'chats' }];
    for (const each of [secret, ...others]) {
      const answer = await call('PUT', '/deploys', {
        ...moved,
        handlers: [{ ...kept, url: receiver.url, secrets: [each] }],
      });
      expect(errorOf(answer)).toMatchObject({
        code: 'BAD_WEBHOOK',
        message: expect.stringContaining('secret "chat'),
      });
    }
    await call('DELETE', '/deploys');
  });
});

describe('the test of a webhook [hook-05]', () => {
  const test = (path: string) => call('POST', '/test', webhook({}, { url: `${receiver.url}${path}` }));

  it('sends a dummy event and returns the response', async () => {
    receiver.answer = { status: 200, body: 'thanks'.repeat(1000) };
    const answer = await test('hook');
    expect(answer.json<WebhookTest>()).toMatchObject({
      status: 200,
      response: 'thanks'.repeat(200).slice(0, 1024),
      request: { method: 'POST', url: `${receiver.url}hook` },
    });
    expect(receiver.last.path).toBe('/hook');
    expect(JSON.parse(receiver.last.body)).toEqual({
      domain: 'artifact',
      event_type: 'deployed',
      data: {
        repo_key: 'example-local',
        path: 'example/file.txt',
        name: 'file.txt',
        sha256: '0'.repeat(64),
        size: 1024,
      },
      subscription_key: 'deploys',
      jpd_origin: expect.stringMatching(/^http/),
      source: 'lading/admin',
    });
  });

  it.each([500, 404, 302])('returns 502 if the receiver returns %i', async (status) => {
    receiver.answer = { status, body: 'no', headers: { location: 'http://169.254.169.254/' } };
    const answer = await test('hook');
    expect([answer.statusCode, errorOf(answer)?.code]).toEqual([502, 'RECEIVER_FAILED']);
    receiver.answer = { status: 200, body: '' };
  });

  it('opens no connection to a network that is not allowed', async () => {
    for (const address of [
      'http://[::1]:1/',
      'http://169.254.169.254/',
      'http://0x7f.0.0.2/',
      'http://2130706434/',
    ]) {
      const answer = await call('POST', '/test', webhook({}, { url: address }));
      expect([address, answer.statusCode]).toEqual([address, 400]);
    }
  });
});

it('is for administrators', async () => {
  const answer = await platform.app.inject({ url });
  expect(answer.statusCode).toBe(401);
});

it('lists the builds that patterns match [hook-06]', async () => {
  const headers = { authorization: platform.adminAuth };
  for (const name of ['tea-app', 'tea/api', 'coffee'])
    await platform.app.inject({
      method: 'PUT',
      url: '/artifactory/api/build',
      headers,
      payload: { name, number: '1', started: '2026-01-01T00:00:00.000+0000', modules: [] },
    });
  const ask = (kind: string, payload: object) =>
    platform.app.inject({
      method: 'POST',
      url: `/ui/api/v1/ui/permissiontargets/${kind}`,
      headers,
      payload,
    });
  const matched = async (includePatterns: string[], excludePatterns: string[]) =>
    (await ask('buildPatterns', { includePatterns, excludePatterns })).json();
  expect(await matched(['tea*'], [])).toEqual(['tea-app']);
  expect(await matched(['tea*/**'], [])).toEqual(['tea-app', 'tea/api']);
  expect(await matched([], ['tea/**'])).toEqual(['coffee', 'tea-app']);
  expect(
    errorOf(await ask('buildPatterns', { includePatterns: ['*?'.repeat(30)], excludePatterns: [] }))?.code,
  ).toBe('BAD_PATTERN');
  expect((await ask('releaseBundles', { includePatterns: ['**'], excludePatterns: [] })).json()).toEqual([]);
});

it('goes through a configured proxy, which is then not deleted [hook-06]', async () => {
  const proxies = '/ui/api/v1/ui/proxies';
  const headers = { authorization: platform.adminAuth };
  const rejected = await call('POST', '', webhook({}, { proxy: 'office' }));
  expect([rejected.statusCode, errorOf(rejected)?.code]).toEqual([400, 'PROXY_NOT_FOUND']);
  const made = await platform.app.inject({
    method: 'POST',
    url: `${proxies}/crud`,
    headers,
    payload: {
      ...{ key: 'office', host: '127.0.0.1', port: receiver.port, username: '', services: [] },
      ...{ platformDefault: false, noProxy: [], resolvesNames: true },
    },
  });
  expect(made.statusCode, made.body).toBeLessThan(300);
  const through = webhook({}, { proxy: 'office', url: 'http://hooks.example.org/there' });
  expect((await call('POST', '/test', through)).json<WebhookTest>().status).toBe(200);
  // As HTTP has it for proxies: the whole URL.
  expect(receiver.last.path).toBe('http://hooks.example.org/there');
  expect((await call('POST', '', through)).json<Webhook>().handlers[0]?.proxy).toBe('office');
  const kept = await platform.app.inject({
    method: 'POST',
    url: `${proxies}/deleteProxies`,
    headers,
    payload: { proxyKeys: ['office'] },
  });
  expect([kept.statusCode, errorOf(kept)?.message]).toMatchObject([409, expect.stringContaining('deploys')]);
  await call('DELETE', '/deploys');
});
