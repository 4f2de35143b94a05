import { sql } from 'drizzle-orm';
import { db } from '../database/db.ts';
import { maxItems, type Notice } from './Item.ts';

/** Notices per statement. */
const batch = 500;

/**
 * Stores notices for enabled users, according to their preferences. A notice is merged into the
 * unread one about the same subject. Queues each notice for the webhook of its user.
 */
export async function addNotices(notices: readonly Notice[]): Promise<void> {
  for (let at = 0; at < notices.length; at += batch) await addBatch(notices.slice(at, at + batch));
}

async function addBatch(notices: readonly Notice[]): Promise<void> {
  const rows = JSON.stringify(
    notices.map(({ userName, items, ...notice }) => ({
      ...notice,
      user_name: userName,
      items: items.slice(0, maxItems),
    })),
  );
  await db().execute(sql`
    INSERT INTO notifications AS n (user_name, kind, subject, changes, items, email)
    SELECT g.user_name, g.kind, g.subject, g.changes, g.items, coalesce(p.delivery = 'email', false)
    FROM jsonb_to_recordset(${rows}::jsonb)
      AS g(user_name text, kind text, subject text, changes integer, items jsonb)
    JOIN users u ON u.name = g.user_name AND u.enabled
    LEFT JOIN notification_preferences p ON p.user_name = g.user_name AND p.kind = g.kind
    WHERE p.delivery IS DISTINCT FROM 'off'
    ORDER BY g.user_name, g.kind, g.subject
    ON CONFLICT (user_name, kind, subject) WHERE read IS NULL DO UPDATE SET changed = now(),
      changes = n.changes + excluded.changes, email = n.email OR excluded.email,
      items = jsonb_path_query_array(excluded.items || n.items, ${`$[0 to ${maxItems - 1}]`}::jsonpath)`);
  await db().execute(sql`
    INSERT INTO webhook_deliveries (webhook, event_id, type, data, source, created)
    SELECT w.id, gen_random_uuid(), 'notification.' || g.kind, to_jsonb(g) - 'kind' - 'user_name',
      'lading/' || g.user_name, now()
    FROM jsonb_to_recordset(${rows}::jsonb)
      AS g(user_name text, kind text, subject text, changes integer, items jsonb)
    JOIN users u ON u.name = g.user_name AND u.enabled
    JOIN webhooks w ON w.owner = g.user_name AND w.enabled AND g.kind = ANY(w.event_types)`);
}
