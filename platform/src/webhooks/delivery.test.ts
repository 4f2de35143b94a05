import { type AddressInfo, createServer } from 'node:net';
import type { NewWebhook, Webhook } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { TestMailServer } from '../access/mail/testing/TestMailServer.ts';
import { db, withStorage } from '../database/db.ts';
import { recordStatements } from '../database/testing/recordStatements.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { Receiver } from './testing/Receiver.ts';

const url = '/event/api/v1/subscriptions';
let platform: TestPlatform;
let receiver: Receiver;
beforeAll(async () => {
  platform = await testPlatform({
    env: { LADING_ALLOWED_NETWORKS: '127.0.0.1', LADING_PUBLIC_URL: 'https://packages.example.org' },
  });
  await platform.createRepository('tea-local', { rclass: 'local', packageType: 'generic' });
  await platform.createRepository('other-local', { rclass: 'local', packageType: 'generic' });
});
afterAll(() => platform.close());
afterEach(async () => {
  const failed = (await platform.app.jobs.states()).filter(
    ({ name, error }) => /webhook/.test(name) && error,
  );
  expect(failed.map(({ error }) => error)).toEqual([]);
  for (const { key } of (await call('GET')).json<Webhook[]>()) await call('DELETE', `/${key}`);
  await receiver?.stop();
});

const headers = () => ({ authorization: platform.adminAuth });
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', payload?: object) =>
  platform.app.inject({
    method,
    url: `${url}${path}`,
    headers: headers(),
    ...(payload ? { payload } : {}),
  });
const deploy = (path: string, payload = 'x') =>
  platform.app.inject({ method: 'PUT', url: `/artifactory/${path}`, headers: headers(), payload });
const subscribe = async (key: string, more: Partial<NewWebhook> = {}, handler: object = {}) => {
  const answer = await call('POST', '', {
    key,
    event_filter: { domain: 'artifact', event_types: ['deployed'], criteria: { repoKeys: ['tea-local'] } },
    handlers: [{ handler_type: 'webhook', url: receiver.url, ...handler }],
    ...more,
  });
  expect(answer.statusCode, answer.body).toBe(201);
};
const names = (received = receiver.received) =>
  received.map(({ body }) => (JSON.parse(body) as { data: { name: string } }).data.name);
const health = async (key: string) => (await call('GET', `/${key}`)).json<Webhook>().health;
const inside = <T>(work: () => Promise<T>) => withStorage(platform.storage, work);
/** Schedules the next attempt of all webhooks for now. */
const retryNow = async () => {
  await inside(() => db().execute(sql`UPDATE webhooks SET retry_at = now()`));
  platform.app.webhooks.wake();
};

describe('a webhook', () => {
  it('signs with the old and the new secret for a day after a change [hook-02]', async () => {
    receiver = await Receiver.start();
    await subscribe('rotated', {}, { secret: 'first' });
    const saved = (await call('GET', '/rotated')).json<Webhook>();
    const { key: _key, health: _health, ...fields } = saved as Webhook & { health: unknown };
    const handlers = [{ handler_type: 'webhook', url: receiver.url, secret: 'second' }];
    const changed = await call('PUT', '/rotated', { ...fields, handlers });
    expect(changed.statusCode, changed.body).toBe(200);
    await deploy('tea-local/rotated.txt');
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), 5000);
    const { body, headers: sent } = receiver.last;
    for (const secret of ['first', 'second'])
      expect(new StandardWebhook(secret, { format: 'raw' }).verify(body, sent as never)).toBeTruthy();
    expect(() => new StandardWebhook('third', { format: 'raw' }).verify(body, sent as never)).toThrow();
    expect(changed.body).not.toMatch(/first|second/);
  });

  it('sends exactly the documented body when a file is deployed [hook-05]', async () => {
    receiver = await Receiver.start();
    await subscribe('deploys', {}, { secret: 'hush' });
    await deploy('tea-local/green/sencha.txt', 'leaves');
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), 5000);
    const { body, headers: sent, method } = receiver.last;
    expect(method).toBe('POST');
    expect(JSON.parse(body)).toEqual({
      domain: 'artifact',
      event_type: 'deployed',
      data: {
        repo_key: 'tea-local',
        path: 'green/sencha.txt',
        name: 'sencha.txt',
        sha256: '5ed0a10b951bfe152c4facd9448d686a1d4a7dc79efded33a31329eb98b85c85',
        size: 6,
      },
      subscription_key: 'deploys',
      jpd_origin: 'https://packages.example.org',
      source: 'lading/admin',
    });
    expect(sent).toMatchObject({
      'content-type': 'application/json',
      'x-jfrog-event-auth': 'hush',
      'webhook-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'webhook-signature': expect.stringMatching(/^v1,/),
    });
    await vi.waitFor(async () =>
      expect(await health('deploys')).toEqual({
        state: 'healthy',
        waiting: 0,
        last_delivered: expect.any(String),
      }),
    );
  });

  it('receives only what its filters select [hook-02]', async () => {
    receiver = await Receiver.start();
    const filter = (criteria: object) => ({
      event_filter: { domain: 'artifact', event_types: ['deployed'], criteria },
    });
    await subscribe(
      'patterns',
      filter({ anyLocal: true, includePatterns: ['in/**'], excludePatterns: ['**/*.tmp'] }),
    );
    await subscribe('remotes', filter({ anyRemote: true }));
    await subscribe('another', filter({ repoKeys: ['generic-local'], anyLocal: false }));
    await subscribe('off', { ...filter({ anyLocal: true }), enabled: false });
    for (const path of ['in/a', 'out/b', 'in/c.tmp']) await deploy(`tea-local/${path}`);
    await deploy('other-local/in/deep/d');
    await vi.waitFor(() => expect(names()).toEqual(['a', 'd']), 5000);
  });

  it('keeps the order of events, and delivers them after an outage', async () => {
    receiver = await Receiver.start();
    const { port } = receiver;
    await subscribe('deploys');
    await receiver.stop();
    for (let at = 0; at < 20; at++) await deploy(`tea-local/order/${at}`);
    await vi.waitFor(async () =>
      expect(await health('deploys')).toMatchObject({
        state: 'failing',
        waiting: 20,
        last_error: 'No server listens at this address and port (ECONNREFUSED)',
        next_attempt: expect.any(String),
      }),
    );
    receiver = await Receiver.start(port);
    await retryNow();
    await vi.waitFor(() => expect(names()).toEqual(Array.from({ length: 20 }, (_, at) => String(at))), 5000);
    await vi.waitFor(async () =>
      expect(await health('deploys')).toMatchObject({ state: 'healthy', waiting: 0 }),
    );
  });

  it('does not wait for the slow receiver of another webhook', async () => {
    receiver = await Receiver.start();
    receiver.answer = ({ path }) => ({ status: 200, ...(path === '/slow' ? { after: 15_000 } : {}) });
    await subscribe('slow', {}, { url: `${receiver.url}slow` });
    await subscribe('quick', {}, { url: `${receiver.url}quick` });
    for (let at = 0; at < 5; at++) await deploy(`tea-local/slow/${at}`);
    const receivedAt = (address: string) => receiver.received.filter(({ path }) => path === address);
    await vi.waitFor(() => expect(receivedAt('/quick')).toHaveLength(5), 5000);
    // Its deliveries are in order, 15 s each.
    expect(receivedAt('/slow').length).toBeLessThan(3);
  });

  it('gives up an event that the receiver rejects, and continues with the next one', async () => {
    receiver = await Receiver.start();
    receiver.answer = ({ body }) => ({ status: body.includes('poison') ? 422 : 200, body: 'no thanks' });
    await subscribe('deploys');
    await deploy('tea-local/poison');
    await deploy('tea-local/good');
    await vi.waitFor(
      async () => {
        await retryNow();
        expect(names().at(-1)).toBe('good');
      },
      { timeout: 8000, interval: 200 },
    );
    expect(names().filter((name) => name === 'poison')).toHaveLength(5);
  });

  it('stops deliveries when it is deleted', async () => {
    receiver = await Receiver.start();
    receiver.answer = { status: 503 };
    await subscribe('deploys');
    for (let at = 0; at < 3; at++) await deploy(`tea-local/end/${at}`);
    await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(0), 5000);
    await call('DELETE', '/deploys');
    const before = receiver.received.length;
    await retryNow();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(receiver.received).toHaveLength(before);
    const { rows } = await inside(() => db().execute(sql`SELECT id FROM webhook_deliveries`));
    expect(rows).toEqual([]);
  });

  it('is paused after three days of failures, with an email to the administrators', async () => {
    receiver = await Receiver.start();
    receiver.answer = { status: 500 };
    const mail = await TestMailServer.start();
    const settings = { enabled: true, host: '127.0.0.1', port: mail.port, security: 'none' };
    for (const [method, path, payload] of [
      ['PATCH', '/access/api/v2/users/admin', { email: 'admin@example.org' }],
      ['PUT', '/access/api/v1/mail', { ...settings, username: '', from: 'a@example.org', subjectPrefix: '' }],
    ] as const) {
      const done = await platform.app.inject({ method, url: path, headers: headers(), payload });
      expect(done.statusCode, done.body).toBe(200);
    }
    await subscribe('deploys');
    await deploy('tea-local/pause');
    await vi.waitFor(async () => expect(await health('deploys')).toMatchObject({ state: 'failing' }));
    await inside(() => db().execute(sql`UPDATE webhooks SET failing_since = now() - interval '73 hours'`));
    await retryNow();
    await vi.waitFor(async () => expect(await health('deploys')).toMatchObject({ state: 'paused' }));
    const notice = await mail.mail(0);
    expect(notice.to).toEqual(['admin@example.org']);
    expect(notice.text).toContain('Webhook deploys was paused, because no delivery succeeded for 3 days');
    await mail.close();
    const url = '/ui/api/v1/ui/notifications';
    const bell = await platform.app.inject({ url, headers: headers() });
    expect(bell.json().notifications).toMatchObject([
      {
        kind: 'webhook',
        subject: 'deploys',
        changes: 1,
        read: false,
        items: [{ message: expect.stringContaining('500') }],
      },
    ]);
  });

  it('sends nothing to this machine unless allowed', async () => {
    receiver = await Receiver.start();
    // Listens on an address of this machine that is not allowed.
    let connections = 0;
    const other = createServer((socket) => {
      connections++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.2', resolve));
    const { port } = other.address() as AddressInfo;
    await subscribe('deploys');
    // Saved URLs are checked again at each delivery: a name can get another address.
    await inside(() =>
      db().execute(sql`UPDATE webhooks SET version = version + 1,
        handler = jsonb_set(handler, '{url}', to_jsonb(${`http://127.0.0.2:${port}/`}::text))`),
    );
    await platform.app.webhooks.changed();
    await deploy('tea-local/ssrf');
    await vi.waitFor(async () =>
      expect(await health('deploys')).toMatchObject({
        state: 'failing',
        last_error: expect.stringContaining('127.0.0.2'),
      }),
    );
    expect(connections).toBe(0);
    await new Promise((resolve) => other.close(resolve));
  });
});

it('a platform without webhooks runs no additional statement for a deployment', async () => {
  receiver = await Receiver.start();
  await deploy('tea-local/count/before');
  // Statements of other work can be recorded, too, but not each time.
  const expectNone = (name: string) =>
    vi.waitFor(async () => {
      const statements = await recordStatements(() => deploy(`tea-local/count/${name}`));
      expect(statements.join(' ')).not.toContain('webhook');
    });
  await expectNone('without');
  await subscribe('deploys');
  const withOne = await recordStatements(() => deploy('tea-local/count/with'));
  expect(withOne.join(' ')).toContain('webhook_deliveries');
  await call('DELETE', '/deploys');
  await expectNone('after');
});
