import { sql } from 'drizzle-orm';
import { orderedPage, orderedQuery } from '../access/lists/orderedPage.ts';
import type { NamedPage } from '../access/lists/paging.ts';
import { db } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import type { Health, StoredSubscription, Subscription } from './Subscription.ts';

export const columns =
  sql.raw(`w.id::text, w.key, w.description, w.enabled, w.domain, w.event_types AS "eventTypes", w.criteria,
  w.handler, w.origin, w.version, w.sealed, w.owner`);
const health =
  sql.raw(`w.last_delivered AS "lastDelivered", w.failing_since AS "failingSince", w.retry_at AS "retryAt",
  w.last_error AS "lastError", w.paused,
  (SELECT count(*)::integer FROM webhook_deliveries d WHERE d.webhook = w.id AND d.state = 'waiting') AS waiting`);

export type SubscriptionWithHealth = StoredSubscription & Health;
type Row = SubscriptionWithHealth & Record<string, unknown>;

const text = sql.raw('text collate "C"');
const orders = {
  name: { key: sql`w.key collate "C"`, type: text },
  description: { key: sql`lower(w.description) collate "C"`, type: text },
  event: { key: sql`w.domain collate "C"`, type: text },
  url: { key: sql`(w.handler ->> 'url') collate "C"`, type: text },
  enabled: { key: sql`(NOT w.enabled)`, type: sql.raw('boolean') },
  // The worst first, as `renderHealth` names them.
  health: {
    key: sql`(CASE WHEN w.paused IS NOT NULL THEN 0 WHEN w.failing_since IS NOT NULL THEN 1
      WHEN w.last_delivered IS NOT NULL THEN 2 ELSE 3 END)`,
    type: sql.raw('integer'),
  },
};
const list = {
  name: 'webhooks',
  columns: sql`${columns}, ${health}`,
  from: sql`webhooks w`,
  searched: sql`lower(w.key || E'\n' || w.description || E'\n' || w.domain || E'\n' || (w.handler ->> 'url'))`,
  orders,
  tie: sql`w.key collate "C"`,
};

export const subscriptionQuery = orderedQuery(
  Object.keys(orders) as (keyof typeof orders)[],
  'the key, the description, the domain, or the URL',
);

/** Returns a page of the webhooks of administrators, or all. Throws `HttpError` 400. */
export async function subscriptionPage(
  query: (typeof subscriptionQuery)['static'],
): Promise<NamedPage<SubscriptionWithHealth>> {
  const page = await orderedPage<Row, keyof typeof orders>(list, query, sql`w.owner IS NULL`);
  return { ...page, rows: page.rows.map(withDates) };
}

export async function findSubscription(key: string): Promise<SubscriptionWithHealth | undefined> {
  const { rows } = await db().execute<Row>(
    sql`SELECT ${columns}, ${health} FROM webhooks w WHERE w.key = ${key} AND w.owner IS NULL`,
  );
  return rows[0] && withDates(rows[0]);
}

/** Returns the webhook of a user's notifications. */
export async function findOwned(owner: string): Promise<SubscriptionWithHealth | undefined> {
  const { rows } = await db().execute<Row>(
    sql`SELECT ${columns}, ${health} FROM webhooks w WHERE w.owner = ${owner}`,
  );
  return rows[0] && withDates(rows[0]);
}

/** Throws `HttpError` 404. */
export async function requireSubscription(key: string): Promise<SubscriptionWithHealth> {
  const found = await findSubscription(key);
  if (found) return found;
  throw new HttpError(
    404,
    'WEBHOOK_NOT_FOUND',
    `Webhook "${key.slice(0, 128)}" not found. GET /event/api/v1/subscriptions lists all webhooks`,
  );
}

/**
 * Lists the webhooks for which events are recorded. Those that are paused receive the events of the
 * last three days when they are resumed.
 */
export async function enabledSubscriptions(): Promise<StoredSubscription[]> {
  const { rows } = await db().execute<StoredSubscription & Record<string, unknown>>(
    sql`SELECT ${columns} FROM webhooks w WHERE w.enabled ORDER BY w.id`,
  );
  return rows;
}

/** Returns a text that changes with `enabledSubscriptions`, with one small query. */
export async function stateOfSubscriptions(): Promise<string> {
  const { rows } = await db().execute<{ state: string | null }>(sql`
    SELECT string_agg(id || ':' || version, ',' ORDER BY id) AS state FROM webhooks WHERE enabled`);
  return rows[0]?.state ?? '';
}

/** Throws `HttpError` 409 if the key exists. */
export async function insertSubscription(
  subscription: Subscription,
  sealed: Buffer,
  owner: string | null = null,
): Promise<void> {
  const { key, description, enabled, domain, eventTypes, criteria, handler, origin } = subscription;
  const { rowCount } = await db().execute(sql`
    INSERT INTO webhooks (key, description, enabled, domain, event_types, criteria, handler, origin, sealed, owner)
    VALUES (${key}, ${description}, ${enabled}, ${domain}, ${sql.param(eventTypes)}, ${JSON.stringify(criteria)}::jsonb,
      ${JSON.stringify(handler)}::jsonb, ${origin}, ${sealed}, ${owner})
    ON CONFLICT (key) DO NOTHING`);
  if (!rowCount) throw new HttpError(409, 'WEBHOOK_EXISTS', 'This name already exist');
}

/** Other changes of the webhook wait until the transaction ends. */
export async function lockSubscription(key: string): Promise<void> {
  await db().execute(sql`SELECT FROM webhooks WHERE key = ${key} FOR NO KEY UPDATE`);
}

/** Replaces the configuration and retries failed deliveries immediately. */
export async function updateSubscription(subscription: Subscription, sealed: Buffer): Promise<void> {
  const { key, description, enabled, domain, eventTypes, criteria, handler, origin } = subscription;
  await db().execute(sql`
    UPDATE webhooks SET description = ${description}, enabled = ${enabled}, domain = ${domain},
      event_types = ${sql.param(eventTypes)}, criteria = ${JSON.stringify(criteria)}::jsonb,
      handler = ${JSON.stringify(handler)}::jsonb, origin = ${origin}, sealed = ${sealed}, version = version + 1,
      retry_at = NULL
    WHERE key = ${key}`);
}

/** Ends a pause and the wait for the next attempt. */
export async function resumeSubscription(key: string): Promise<void> {
  await db().execute(sql`
    UPDATE webhooks SET paused = NULL, retry_at = NULL, failing_since = NULL, failures = 0, version = version + 1
    WHERE key = ${key}`);
}

/** Deletes a webhook with its deliveries, including waiting ones. */
export async function deleteSubscription(key: string): Promise<void> {
  await db().execute(sql`
    WITH gone AS (DELETE FROM webhooks WHERE key = ${key} RETURNING id)
    DELETE FROM webhook_deliveries WHERE webhook IN (SELECT id FROM gone)`);
}

function withDates(row: Row): SubscriptionWithHealth {
  const date = (value: unknown) =>
    value === null || value === undefined ? null : new Date(value as string | Date);
  return {
    ...row,
    lastDelivered: date(row.lastDelivered),
    failingSince: date(row.failingSince),
    retryAt: date(row.retryAt),
    paused: date(row.paused),
  };
}

/** Lists webhooks that use a proxy. */
export async function proxiesOfWebhooks(): Promise<{ proxy: string; kind: string; name: string }[]> {
  const { rows } = await db().execute<{ proxy: string; kind: string; name: string }>(sql`
    SELECT handler ->> 'proxy' AS proxy, 'webhook' AS kind, key AS name FROM webhooks WHERE handler ? 'proxy' ORDER BY key`);
  return rows;
}
