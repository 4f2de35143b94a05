import { randomBytes, randomUUID } from 'node:crypto';
import type { NotificationWebhookKind, UserWebhook, UserWebhookChange } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { countUse } from '../../access/rateLimits.ts';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { webhookKeyOf } from '../../notifications/readers.ts';
import type { Seal } from '../../secrets/Seal.ts';
import { redeliver, requireDelivery } from '../history.ts';
import { checkUrl } from '../readWebhook.ts';
import { renderHealth } from '../render.ts';
import type { Subscription } from '../Subscription.ts';
import { readableSecrets, sealSecrets } from '../secrets.ts';
import {
  findOwned,
  insertSubscription,
  resumeSubscription,
  type SubscriptionWithHealth,
  updateSubscription,
} from '../subscriptions.ts';
import { domain, testType } from './domain.ts';
import { withoutAddresses } from './withoutAddresses.ts';

/** Seconds between tests, so that users cannot flood a receiver. */
const testSeconds = 10;

/** Changes and tests of one user, so that a new webhook does not start a new limit. */
const useLimit = { most: 30, within: 60 };

/** Throws `HttpError` 429. */
export async function countChange(userName: string): Promise<void> {
  if (await countUse('user-webhook', userName, useLimit)) return;
  const message = `You changed or tested your webhook more than ${useLimit.most} times within a minute. Wait a moment, then try again`;
  throw new HttpError(429, 'TOO_MANY', message);
}

/** Throws `HttpError` 404. */
export async function requireOwned(userName: string): Promise<SubscriptionWithHealth> {
  const found = await findOwned(userName);
  if (found) return found;
  const message = 'You have no webhook for notifications. Create it with PUT';
  throw new HttpError(404, 'WEBHOOK_NOT_FOUND', message);
}

/** For API responses: without the secret, and without addresses of the internal network. */
export function renderOwned(found: SubscriptionWithHealth): UserWebhook {
  const health = renderHealth(found);
  return {
    url: found.handler.url,
    kinds: found.eventTypes as NotificationWebhookKind[],
    enabled: found.enabled,
    health: {
      ...health,
      ...(health.last_error === undefined ? {} : { last_error: withoutAddresses(health.last_error) }),
    },
  };
}

/**
 * Creates or replaces a user's webhook. Returns a new secret if there is none, the receiver has
 * another host, or the user wants one. Call in a transaction. Throws `HttpError` 400 for the URL.
 */
export async function saveOwned(
  seal: Seal,
  userName: string,
  origin: string,
  { url, kinds, enabled = true, new_secret: isNew = false }: UserWebhookChange,
): Promise<string | undefined> {
  await checkUrl(url);
  const before = await findOwned(userName);
  const key = webhookKeyOf(userName);
  const former = before && readableSecrets(seal, key, before.sealed);
  const isSameHost = before !== undefined && new URL(before.handler.url).origin === new URL(url).origin;
  const stored = isNew || !isSameHost ? undefined : former?.secret;
  const made = stored === undefined ? `whsec_${randomBytes(24).toString('base64')}` : undefined;
  const sealed = sealSecrets(seal, key, { secret: stored ?? made ?? '', named: {}, headers: [] });
  const webhook: Subscription = {
    ...{ key, description: '', enabled, domain, eventTypes: [...new Set(kinds)], criteria: {}, origin },
    handler: { handler_type: 'webhook', url, use_secret_for_signing: true },
  };
  if (before) {
    await updateSubscription(webhook, sealed);
    await resumeSubscription(key);
  } else await insertSubscription(webhook, sealed, userName);
  return made;
}

/**
 * Queues a test event, and ends a pause. Returns the ID of the delivery. Call in a transaction.
 * Throws `HttpError` 429 for a second test within seconds, and 409 if the webhook is disabled.
 */
export async function queueTest({ id, key }: SubscriptionWithHealth, userName: string): Promise<string> {
  const data = { user: userName, message: 'Test of the webhook for your notifications' };
  await lockEnabled(id);
  const { rows } = await db().execute<{ id: string }>(sql`
    INSERT INTO webhook_deliveries (webhook, event_id, type, data, source, created)
    SELECT ${id}::bigint, ${randomUUID()}::uuid, ${testType}, ${JSON.stringify(data)}::jsonb, ${`lading/${userName}`}, now()
    WHERE NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.webhook = ${id}::bigint AND d.type = ${testType}
      AND d.created > now() - make_interval(secs => ${testSeconds}::integer)) RETURNING id::text`);
  const [row] = rows;
  if (!row) {
    const message = `You sent a test less than ${testSeconds} seconds ago. Wait a moment, then try again`;
    throw new HttpError(429, 'TOO_MANY', message);
  }
  await resumeSubscription(key);
  return row.id;
}

/**
 * Ends a pause, and sends a delivery again unless it waits already. Returns the ID of the delivery
 * that waits. Call in a transaction. Throws `HttpError` 404, and 409 if the webhook is disabled.
 */
export async function sendAgain(
  { id: webhook, key }: SubscriptionWithHealth,
  delivery: string,
): Promise<string> {
  await lockEnabled(webhook);
  const { state } = await requireDelivery(webhook, delivery);
  await resumeSubscription(key);
  if (state === 'waiting') return delivery;
  const { rows } = await db().execute<{ id: string }>(sql`
    SELECT id::text FROM webhook_deliveries d WHERE d.webhook = ${webhook}::bigint AND d.redelivery_of = ${delivery}::bigint
      AND d.state = 'waiting' ORDER BY d.id LIMIT 1`);
  return rows[0]?.id ?? redeliver(webhook, delivery);
}

/**
 * Locks a webhook, so that of several equal requests at the same time, one is sent. A disabled one
 * sends nothing.
 */
async function lockEnabled(id: string): Promise<void> {
  const { rows } = await db().execute<{ enabled: boolean }>(
    sql`SELECT enabled FROM webhooks WHERE id = ${id}::bigint FOR UPDATE`,
  );
  if (rows[0]?.enabled !== false) return;
  const message = 'Your webhook is disabled, so nothing is sent. Enable it, then try again';
  throw new HttpError(409, 'WEBHOOK_DISABLED', message);
}
