import type { UserWebhook, WebhookDelivery } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createUser } from '../../access/users.ts';
import { type BundleWorld, basic, bundleWorld } from '../../bundles/testing/bundleWorld.ts';
import { db, withStorage } from '../../database/db.ts';
import { notifyOfVersions } from '../../notifications/newVersions.ts';
import { publish } from '../../packages/testing/publish.ts';
import { Receiver } from '../testing/Receiver.ts';

const url = '/ui/api/v1/ui/notifications/webhook';
const { signal } = new AbortController();
let world: BundleWorld;
let receiver: Receiver;
const inside = <T>(work: () => Promise<T>) => withStorage(world.platform.storage, work);
const as = (user: string) => basic(user);
const put = (user: string, more: object = {}) =>
  world.call('PUT', url, { url: receiver.url, kinds: ['version', 'vulnerability'], ...more }, as(user));
const deliveries = async (user: string): Promise<WebhookDelivery[]> =>
  (await world.call('GET', `${url}/deliveries`, undefined, as(user))).json.deliveries;
const stateOf = async (user: string) => (await world.call('GET', url, undefined, as(user))).json;
const permission = (users: object) => ({
  name: 'readers',
  resources: { artifact: { actions: { users, groups: {} }, targets: { 'npm-local': {} } } },
});
const grant = (users: object) => world.call('PUT', '/access/api/v2/permissions/readers', permission(users));
async function release(version: string): Promise<void> {
  await inside(async () => {
    await publish({ name: 'kite', version });
    await notifyOfVersions(signal);
  });
  world.platform.app.webhooks.wake();
}
const nextAttempt = async (user: string) => (await stateOf(user)).webhook.health.next_attempt;
/** A failed attempt is recorded before the time of the next one. */
const willRetry = (user: string) =>
  vi.waitFor(async () => expect(await nextAttempt(user)).toBeTruthy(), 15_000);
async function attemptNow(): Promise<void> {
  await inside(() => db().execute(sql`UPDATE webhooks SET retry_at = NULL`));
  world.platform.app.webhooks.wake();
}
const isDelivered = async (user: string) =>
  vi.waitFor(async () => expect((await deliveries(user))[0]?.state).toBe('delivered'), 15_000);
/** The health is recorded after the delivery. */
const isHealthy = async (user: string) =>
  vi.waitFor(async () => {
    const healthy = { allowed: true, webhook: { health: { state: 'healthy' } } };
    expect(await stateOf(user)).toMatchObject(healthy);
  });

beforeAll(async () => {
  world = await bundleWorld({ LADING_ALLOWED_NETWORKS: '127.0.0.1' });
  const password = 'an old tune of the sea';
  await inside(() => createUser('bea', { password, email: 'bea@example.org' }));
  await inside(() => db().execute(sql`DELETE FROM group_members`));
  const readers = permission({ ada: ['READ'], bea: ['READ'] });
  expect((await world.call('POST', '/access/api/v2/permissions', readers)).status).toBe(201);
  await inside(() => publish({ name: 'kite', version: '1.0.0' }));
  await inside(() => notifyOfVersions(signal));
  for (const user of ['ada', 'bea'])
    await world.call('PUT', '/ui/api/v1/ui/stars/package?packageId=npm://kite', undefined, as(user));
});
afterAll(() => world?.close());
beforeEach(async () => {
  receiver = await Receiver.start();
});
afterEach(async () => {
  await world.call('DELETE', url, undefined, as('ada'));
  await receiver.stop();
});

describe('the webhook of a user', () => {
  it('receives a signed request about a new version of a starred package', async () => {
    const { status, json } = await put('ada');
    expect(status).toBe(200);
    const { secret = '', ...shown } = json as UserWebhook;
    expect(shown).toMatchObject({ url: receiver.url, enabled: true, health: { state: 'unused' } });
    expect(secret).toMatch(/^whsec_/);
    await release('1.1.0');
    await isDelivered('ada');
    const { method, body, headers } = receiver.last;
    expect([method, JSON.parse(body)]).toEqual([
      'POST',
      {
        ...{ domain: 'notification', event_type: 'version', source: 'lading/ada' },
        ...{ subscription_key: 'notifications:ada', jpd_origin: expect.any(String) },
        data: { user: 'ada', subject: 'npm://kite', changes: 1, items: [{ version: '1.1.0' }] },
      },
    ]);
    expect(new StandardWebhook(secret).verify(body, headers as never)).toBeTruthy();
    await isHealthy('ada');
    expect(JSON.stringify([await stateOf('ada'), await deliveries('ada')])).not.toContain(secret);
    // The other user who starred the package has no webhook.
    expect(receiver.received).toHaveLength(1);
  });

  it('keeps its secret, unless the host changes or the user wants a new one', async () => {
    const first = (await put('ada')).json.secret;
    expect((await put('ada', { kinds: ['version'] })).json.secret).toBeUndefined();
    const second = (await put('ada', { new_secret: true })).json.secret;
    const third = (await put('ada', { url: 'https://hooks.example.org/x' })).json.secret;
    expect(new Set([first, second, third]).size).toBe(3);
    expect([second, third]).toEqual([expect.stringMatching(/^whsec_/), expect.stringMatching(/^whsec_/)]);
  });

  it('sends nothing that the user can no longer read when it is sent', async () => {
    await put('ada');
    receiver.answer = { status: 500 };
    await release('1.2.0');
    await willRetry('ada');
    await grant({ bea: ['READ'] });
    receiver.answer = { status: 200 };
    await attemptNow();
    await vi.waitFor(async () => expect((await deliveries('ada'))[0]?.state).toBe('failed'), 15_000);
    expect((await deliveries('ada'))[0]?.error).toMatch(/no longer have permission/);
    expect(receiver.received).toHaveLength(1);
    await grant({ ada: ['READ'], bea: ['READ'] });
  });

  it('sends only selected kinds, also if the console shows none', async () => {
    const off = { version: 'off', vulnerability: 'off', promotion: 'off', distribution: 'off' };
    await world.call('PUT', '/ui/api/v1/ui/notifications/preferences', off, as('ada'));
    await put('ada', { kinds: ['vulnerability'] });
    await release('1.3.0');
    await put('ada', { kinds: ['version'] });
    await release('1.4.0');
    await isDelivered('ada');
    expect(receiver.bodies).toMatchObject([{ data: { items: [{ version: '1.4.0' }] } }]);
  });

  it('sends a test, and a second one only after a while', async () => {
    await put('ada');
    const sent = await world.call('POST', `${url}/tests`, undefined, as('ada'));
    expect([sent.status, sent.json]).toMatchObject([202, { event_type: 'test' }]);
    const again = await world.call('POST', `${url}/tests`, undefined, as('ada'));
    expect([again.status, again.code]).toEqual([429, 'TOO_MANY']);
    await isDelivered('ada');
    expect(receiver.bodies).toMatchObject([{ domain: 'notification', event_type: 'test' }]);
  });

  it('sends a failed delivery again, and a waiting one at once', async () => {
    await put('ada');
    const resend = (id = '', user = 'ada') =>
      world.call('POST', `${url}/deliveries/${id}/redeliver`, undefined, as(user));
    const last = async () => (await deliveries('ada'))[0];
    receiver.answer = { status: 500 };
    await release('1.6.0');
    await willRetry('ada');
    await inside(() => db().execute(sql`UPDATE webhooks SET retry_at = now() + interval '1 hour'`));
    const { id: waiting, attempts = 0 } = (await last()) ?? {};
    expect([(await resend(waiting, 'bea')).code, (await resend('999')).code]).toEqual([
      'WEBHOOK_NOT_FOUND',
      'DELIVERY_NOT_FOUND',
    ]);
    expect((await resend(waiting)).json).toMatchObject({ id: waiting, state: 'waiting' });
    const soon = Date.now() + 30 * 60_000;
    expect(Date.parse((await nextAttempt('ada')) ?? new Date().toISOString())).toBeLessThan(soon);
    await vi.waitFor(async () => expect((await last())?.attempts).toBeGreaterThan(attempts), 15_000);
    await willRetry('ada');
    await grant({ bea: ['READ'] });
    await attemptNow();
    await vi.waitFor(async () => expect((await last())?.state).toBe('failed'), 15_000);
    await grant({ ada: ['READ'], bea: ['READ'] });
    const [again, twice] = await Promise.all([resend(waiting), resend(waiting)]);
    expect([again.status, again.json]).toMatchObject([202, { redelivery_of: waiting }]);
    expect(twice.json.id).toBe(again.json.id);
    await willRetry('ada');
    receiver.answer = { status: 200 };
    await attemptNow();
    await isDelivered('ada');
    expect(receiver.last.body).toContain('1.6.0');
    await isHealthy('ada');
    await put('ada', { enabled: false });
    const test = await world.call('POST', `${url}/tests`, undefined, as('ada'));
    expect([(await resend(waiting)).code, test.code]).toEqual(['WEBHOOK_DISABLED', 'WEBHOOK_DISABLED']);
    expect(await deliveries('ada')).toHaveLength(2);
  });

  it('tells its user alone when it is paused', async () => {
    await put('ada');
    receiver.answer = { status: 500 };
    await inside(() => db().execute(sql`UPDATE webhooks SET failing_since = now() - interval '4 days'`));
    await release('1.5.0');
    await vi.waitFor(async () => expect((await stateOf('ada')).webhook.health.state).toBe('paused'), 15_000);
    const listed = async (user?: string) =>
      (await world.call('GET', '/ui/api/v1/ui/notifications', undefined, user)).json.notifications;
    const paused = expect.objectContaining({ kind: 'webhook', subject: 'notifications:ada' });
    expect(await listed(as('ada'))).toContainEqual(paused);
    for (const other of [as('bea'), undefined]) expect(await listed(other)).not.toContainEqual(paused);
  });

  it('reaches no address that is not allowed, and does not reveal addresses', async () => {
    for (const wrong of ['http://10.0.0.1/', 'http://169.254.169.254/latest', 'http://[::1]/', 'ftp://a.b/'])
      expect([wrong, (await put('ada', { url: wrong })).code]).toEqual([wrong, 'BAD_WEBHOOK_URL']);
    expect((await put('ada', { url: 'http://user:password@example.org/' })).code).toBe('BAD_WEBHOOK_URL');
    // The name is only resolved when a request is sent.
    await put('ada', { url: `http://127.0.0.2.nip.example:${receiver.port}/` });
    await inside(() =>
      db().execute(
        sql`UPDATE webhooks SET failing_since = now(), last_error = '10.1.2.3 is on a private network. Such addresses are blocked'`,
      ),
    );
    const { health } = (await stateOf('ada')).webhook;
    expect(health.last_error).toBe(
      "The receiver's address is on a private network. Such addresses are blocked",
    );
  });

  it('is for its user alone, and is deleted with the user', async () => {
    await put('ada');
    expect((await stateOf('bea')).webhook).toBeUndefined();
    expect((await world.call('GET', `${url}/deliveries`, undefined, as('bea'))).code).toBe(
      'WEBHOOK_NOT_FOUND',
    );
    expect((await world.call('GET', url, undefined, '')).status).toBe(401);
    const ofAdministrators = '/event/api/v1/subscriptions';
    expect((await world.call('GET', ofAdministrators)).json).toEqual([]);
    expect((await world.call('DELETE', `${ofAdministrators}/notifications:ada`)).status).toBe(404);
    await inside(() => createUser('cy', { password: 'an old tune of the sea', email: 'cy@example.org' }));
    expect((await put('cy')).status).toBe(200);
    expect((await world.call('DELETE', '/access/api/v2/users/cy')).status).toBe(204);
    const { rows } = await inside(() => db().execute(sql`SELECT FROM webhooks WHERE owner = 'cy'`));
    expect(rows).toEqual([]);
  });
});

it('is unavailable if the operator does not allow it', async () => {
  const closed = await bundleWorld({ LADING_USER_WEBHOOKS: 'false' });
  const body = { url: 'https://hooks.example.org/', kinds: ['version'] };
  const { status, code } = await closed.call('PUT', url, body, as('ada'));
  expect([status, code]).toEqual([403, 'WEBHOOKS_OFF']);
  expect((await closed.call('GET', url, undefined, as('ada'))).json).toEqual({ allowed: false });
  await closed.close();
});
