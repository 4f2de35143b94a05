import { sql } from 'drizzle-orm';
import { db } from '../database/db.ts';
import type { WebhookEvent } from './payload.ts';
import type { StoredSubscription } from './Subscription.ts';
import type { Attempt } from './send.ts';
import { columns } from './subscriptions.ts';

/** A waiting event. */
export interface Waiting extends WebhookEvent {
  delivery: string;
  attempts: number;
  isExpired: boolean;
}

/** Days until a waiting event is given up. */
const daysOfAttempts = 3;

const due = sql.raw(`w.enabled AND w.paused IS NULL AND (w.retry_at IS NULL OR w.retry_at <= now())
  AND EXISTS (SELECT FROM webhook_deliveries d WHERE d.webhook = w.id AND d.state = 'waiting')`);

/** Returns webhooks with events that can be sent now, except the given ones. */
export async function dueSubscriptions(
  except: readonly string[],
  limit: number,
): Promise<StoredSubscription[]> {
  const { rows } = await db().execute<StoredSubscription & Record<string, unknown>>(sql`
    SELECT ${columns} FROM webhooks w WHERE w.id <> ALL(${sql.param([...except])}::bigint[]) AND ${due} LIMIT ${limit}`);
  return rows;
}

/**
 * Returns the milliseconds until the next attempt of any webhook, at most 0 if one is due;
 * `undefined` if no event is waiting.
 */
export async function untilNextAttempt(): Promise<number | undefined> {
  const { rows } = await db().execute<{ wait: number | null }>(sql`
    SELECT (extract(epoch FROM min(coalesce(w.retry_at, now())) - now()) * 1000)::float8 AS wait FROM webhooks w
    WHERE w.enabled AND w.paused IS NULL
      AND EXISTS (SELECT FROM webhook_deliveries d WHERE d.webhook = w.id AND d.state = 'waiting')`);
  return rows[0]?.wait ?? undefined;
}

/** Returns the number of all waiting events, at most `limit`, and the age of the oldest one. */
export async function waitingDeliveries(limit: number): Promise<{ waiting: number; oldest: number | null }> {
  const { rows } = await db().execute<{ waiting: number; oldest: number | null }>(sql`
    SELECT (SELECT count(*) FROM (
        SELECT FROM webhook_deliveries WHERE state = 'waiting' LIMIT ${limit}) waiting)::float8 AS waiting,
      (SELECT extract(epoch FROM now() - min(first.created)) FROM webhooks w CROSS JOIN LATERAL (
        SELECT d.created FROM webhook_deliveries d WHERE d.webhook = w.id AND d.state = 'waiting'
        ORDER BY d.id LIMIT 1) first)::float8 AS oldest`);
  return rows[0] ?? { waiting: 0, oldest: null };
}

/** Returns up to `limit` waiting events of each webhook, in order. */
export async function waitingOf(webhooks: readonly string[], limit: number): Promise<Map<string, Waiting[]>> {
  const { rows } = await db().execute<Waiting & { webhook: string } & Record<string, unknown>>(sql`
    SELECT w.id::text AS webhook, d.id::text AS delivery, event_id::text AS id, type, data, source, attempts,
      created < now() - make_interval(days => ${daysOfAttempts}::integer) AS "isExpired"
    FROM unnest(${sql.param([...webhooks])}::bigint[]) w (id) CROSS JOIN LATERAL (
      SELECT * FROM webhook_deliveries d WHERE d.webhook = w.id AND d.state = 'waiting'
      ORDER BY d.id LIMIT ${limit}) d
    ORDER BY d.id`);
  const found = new Map<string, Waiting[]>(webhooks.map((id) => [id, []]));
  for (const { webhook, ...waiting } of rows) found.get(webhook)?.push(waiting);
  return found;
}

/** The result of an attempt to deliver an event. */
export interface Recorded {
  readonly webhook: string;
  readonly delivery: string;
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly attempt: Attempt;
}

/**
 * Records attempts. Returns the current version of each webhook; `undefined` if it was deleted,
 * disabled, or paused.
 */
export async function recordAttempts(given: readonly Recorded[]): Promise<(number | undefined)[]> {
  const attempts = given.map(({ webhook, delivery, state, attempt }) => {
    const { request, started, duration, status, response, error } = attempt;
    return {
      webhook,
      delivery,
      state,
      started: started.toISOString(),
      duration,
      request,
      status,
      response,
      error,
    };
  });
  const { rows } = await db().execute<{ delivery: string; version: number }>(sql`
    WITH given AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(attempts)}::jsonb) AS g (webhook bigint, delivery bigint,
        state text, started timestamptz, duration integer, request jsonb, status integer, response text, error text)),
    recorded AS (
      UPDATE webhook_deliveries d SET state = g.state, attempts = d.attempts + 1, attempted = g.started,
        duration = g.duration, request = g.request, status = g.status, response = g.response, error = g.error
      FROM given g WHERE d.id = g.delivery RETURNING d.id)
    SELECT g.delivery::text, w.version FROM given g JOIN recorded r ON r.id = g.delivery
      JOIN webhooks w ON w.id = g.webhook AND w.enabled AND w.paused IS NULL`);
  const versions = new Map(rows.map(({ delivery, version }) => [delivery, version]));
  return given.map(({ delivery }) => versions.get(delivery));
}

export const expired = `Not delivered within ${daysOfAttempts} days`;

/** Gives an event up without another attempt. */
export async function giveUp(delivery: string, error: string): Promise<void> {
  await db().execute(sql`
    UPDATE webhook_deliveries SET state = 'failed', error = ${error} WHERE id = ${delivery} AND state = 'waiting'`);
}

/** Resets the failure state of working webhooks. */
export async function recordSuccesses(webhooks: readonly string[]): Promise<undefined[]> {
  await db().execute(sql`
    UPDATE webhooks SET last_delivered = now(), failures = 0, failing_since = NULL, last_error = NULL, retry_at = NULL
    WHERE id = ANY(${sql.param([...webhooks])}::bigint[])`);
  return webhooks.map(() => undefined);
}

/** Seconds until the second attempt, and maximum. */
const backoff = { first: 5, last: 3600 };

/**
 * Records a failed attempt and schedules the next one with exponential backoff. Pauses the webhook
 * after days without a success. Returns whether it is paused now.
 */
export async function recordFailure(webhook: string, error: string): Promise<boolean> {
  const jitter = 0.9 + Math.random() * 0.2;
  const { rows } = await db().execute<{ paused: boolean }>(sql`
    UPDATE webhooks SET failures = failures + 1, failing_since = coalesce(failing_since, now()), last_error = ${error},
      retry_at = now() + make_interval(secs => least(${backoff.first}::float8 * 2 ^ least(failures, 20), ${backoff.last}::float8) * ${jitter}::float8),
      paused = CASE WHEN failing_since < now() - make_interval(days => ${daysOfAttempts}::integer) THEN now() END,
      version = version + CASE WHEN failing_since < now() - make_interval(days => ${daysOfAttempts}::integer) THEN 1 ELSE 0 END
    WHERE id = ${webhook} RETURNING paused IS NOT NULL AS paused`);
  return rows[0]?.paused ?? false;
}

/**
 * Records that an event was given up; the next one starts with short intervals. The error stays
 * visible until a success.
 */
export async function recordRejection(webhook: string, error: string): Promise<void> {
  await db().execute(sql`
    UPDATE webhooks SET failures = 0, failing_since = coalesce(failing_since, now()), last_error = ${error}, retry_at = NULL
    WHERE id = ${webhook}`);
}

/** Retention of finished deliveries per webhook, by number and days. */
const history = { count: 1000, days: 7 };

/**
 * Deletes old deliveries and those of deleted webhooks, and gives up events that have waited too
 * long.
 */
export async function cleanDeliveries(): Promise<number> {
  await db().execute(sql`
    UPDATE webhook_deliveries SET state = 'failed', error = ${expired}
    WHERE state = 'waiting' AND created < now() - make_interval(days => ${daysOfAttempts}::integer)`);
  const { rowCount } = await db().execute(sql`
    DELETE FROM webhook_deliveries d WHERE
      (d.state <> 'waiting' AND d.created < now() - make_interval(days => ${history.days}::integer))
      OR NOT EXISTS (SELECT FROM webhooks w WHERE w.id = d.webhook)
      OR (d.state <> 'waiting' AND d.id < (SELECT o.id FROM webhook_deliveries o WHERE o.webhook = d.webhook
        ORDER BY o.id DESC OFFSET ${history.count}::integer LIMIT 1))`);
  return rowCount ?? 0;
}
