import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { db } from '../database/db.ts';
import type { PlatformEvent } from '../events/Event.ts';
import type { ClassOf, Matcher } from './Matcher.ts';
import { type WebhookEvent, webhookEventOf } from './payload.ts';

/** Maximum rows of a statement: deleting a folder creates many events. */
const maxRows = 250;
/** Maximum events that are matched before other work continues. */
const maxMatched = 50;

interface OutboxRow extends WebhookEvent {
  webhook: string;
  created: string;
}

/**
 * Writes the events of the current transaction for matching webhooks. Returns the number of
 * deliveries.
 */
export async function writeOutbox(
  events: readonly PlatformEvent[],
  matcher: Matcher,
  classOf: ClassOf,
): Promise<number> {
  const rows: OutboxRow[] = [];
  for (const [at, event] of events.entries()) {
    // Patterns of many webhooks take a while, in which other requests continue.
    if (at % maxMatched === maxMatched - 1) await setImmediate();
    for (const { id } of await matcher.match(event, classOf))
      rows.push({ ...webhookEventOf(event), webhook: id, created: event.time.toISOString() });
  }
  for (let at = 0; at < rows.length; at += maxRows) await insert(rows.slice(at, at + maxRows));
  return rows.length;
}

async function insert(rows: readonly OutboxRow[]): Promise<void> {
  await db().execute(sql`
    INSERT INTO webhook_deliveries (webhook, event_id, type, data, source, created)
    SELECT r.webhook, r.id, r.type, r.data, r.source, r.created
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS r(webhook bigint, id uuid, type text, data jsonb, source text, created timestamptz)`);
}
