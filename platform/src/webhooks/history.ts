import type { WebhookDelivery, WebhookDeliveryDetails, WebhookTest } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { decodeCursor, encodeCursor, type ListName } from '../database/cursor.ts';
import { db } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import type { WebhookEvent } from './payload.ts';

const list: ListName = ['webhook-deliveries', 'ID', 'DESC'];
const iso = (column: string) =>
  sql.raw(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
const columns = sql`id::text, event_id::text AS "eventId", type, ${iso('created')} AS created, state, attempts,
  ${iso('attempted')} AS attempted, duration, status, error, redelivery_of::text AS "redeliveryOf"`;

interface Row extends Record<string, unknown> {
  id: string;
  eventId: string;
  type: string;
  created: string;
  state: WebhookDelivery['state'];
  attempts: number;
  attempted: string | null;
  duration: number | null;
  status: number | null;
  error: string | null;
  redeliveryOf: string | null;
}

interface DetailsRow extends Row {
  request: WebhookTest['request'] | null;
  response: string | null;
}

export interface HistoryQuery {
  state?: WebhookDelivery['state'];
  limit?: number;
  cursor?: string;
}

/**
 * Returns the deliveries of a webhook, newest first. Throws `HttpError` 400 for a cursor of another
 * list.
 */
export async function readHistory(
  webhook: string,
  { state, limit = 100, cursor }: HistoryQuery,
): Promise<{ deliveries: WebhookDelivery[]; cursor?: string }> {
  const before = cursor === undefined ? sql`` : sql`AND d.id < ${decodeCursor(list, cursor).tie}::bigint`;
  const only = state === undefined ? sql`` : sql`AND d.state = ${state}`;
  const { rows } = await db().execute<Row>(sql`
    SELECT ${columns} FROM webhook_deliveries d WHERE d.webhook = ${webhook} ${only} ${before}
    ORDER BY d.id DESC LIMIT ${limit + 1}`);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    deliveries: page.map(rendered),
    ...(rows.length > limit && last ? { cursor: encodeCursor(list, { key: '', tie: last.id }) } : {}),
  };
}

/** Throws `HttpError` 404. */
export async function requireDelivery(webhook: string, id: string): Promise<WebhookDeliveryDetails> {
  const { rows } = await db().execute<DetailsRow>(sql`
    SELECT ${columns}, request, response FROM webhook_deliveries d WHERE d.webhook = ${webhook} AND d.id = ${id}::bigint`);
  const [row] = rows;
  if (!row) throw unknownDelivery(id);
  const { request, response } = row;
  return {
    ...rendered(row),
    ...(request ? { request } : {}),
    ...(response === null ? {} : { response }),
  };
}

/**
 * Queues the event again, after the waiting ones. Returns the ID of the new delivery. Throws
 * `HttpError` 404.
 */
export async function redeliver(webhook: string, id: string): Promise<string> {
  const { rows } = await db().execute<{ id: string }>(sql`
    INSERT INTO webhook_deliveries (webhook, event_id, type, data, source, created, redelivery_of)
    SELECT webhook, event_id, type, data, source, now(), id FROM webhook_deliveries d
    WHERE d.webhook = ${webhook} AND d.id = ${id}::bigint RETURNING id::text`);
  const [row] = rows;
  if (!row) throw unknownDelivery(id);
  return row.id;
}

/** Returns the last event of one of the types, of any webhook, among the newest deliveries. */
export async function lastEvent(
  types: readonly string[],
): Promise<(WebhookEvent & { created: string }) | undefined> {
  const { rows } = await db().execute<WebhookEvent & { created: string } & Record<string, unknown>>(sql`
    SELECT d.event_id::text AS id, d.type, d.data, d.source, ${iso('d.created')} AS created
    FROM (SELECT * FROM webhook_deliveries ORDER BY id DESC LIMIT 10000) d
    WHERE d.type = ANY(${sql.param([...types])}::text[]) ORDER BY d.id DESC LIMIT 1`);
  return rows[0];
}

function rendered(row: Row): WebhookDelivery {
  const { id, eventId, type, created, state, attempts } = row;
  const { attempted, duration, status, error, redeliveryOf } = row;
  const dot = type.indexOf('.');
  return {
    id,
    event_id: eventId,
    domain: type.slice(0, dot),
    event_type: type.slice(dot + 1),
    created,
    state,
    attempts,
    ...(attempted === null ? {} : { attempted }),
    ...(duration === null ? {} : { duration }),
    ...(status === null ? {} : { status }),
    ...(error === null ? {} : { error }),
    ...(redeliveryOf === null ? {} : { redelivery_of: redeliveryOf }),
  };
}

function unknownDelivery(id: string): HttpError {
  return new HttpError(
    404,
    'DELIVERY_NOT_FOUND',
    `Delivery ${id} not found. Deliveries are deleted after 7 days, or when there are 1000 newer ones`,
  );
}
