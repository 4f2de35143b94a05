import type {
  NotificationCount,
  NotificationEntry,
  NotificationKind,
  NotificationList,
} from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import type { Caller } from '../access/Caller.ts';
import { db } from '../database/db.ts';
import type { StoredItem } from './Item.ts';
import { readableChanges } from './readers.ts';

/** Maximum stored notifications per user. */
export const maxPerUser = 200;

interface Row extends Record<string, unknown> {
  id: string;
  kind: NotificationKind;
  subject: string;
  changes: number;
  items: StoredItem[];
  changed: number;
  read: boolean;
}

/**
 * Returns the caller's notifications, newest first, without subjects that the caller cannot read.
 */
export async function notificationsOf(caller: Caller): Promise<NotificationList> {
  const [notifications, full] = await Promise.all([readEntries(caller, sql`true`), isFull(caller)]);
  return { notifications, ...(full ? { maximum: maxPerUser } : {}) };
}

async function isFull({ userName }: Caller): Promise<boolean> {
  const { rows } = await db().execute(
    sql`SELECT FROM notifications WHERE user_name = ${userName} OFFSET ${maxPerUser - 1} LIMIT 1`,
  );
  return rows.length > 0;
}

export async function countUnread(caller: Caller): Promise<NotificationCount> {
  return { unread: (await readEntries(caller, sql`read IS NULL`)).length };
}

/** Returns the caller's notifications by a condition on `notifications`, newest first. */
export async function readEntries(caller: Caller, where: SQL): Promise<NotificationEntry[]> {
  const { rows } = await db().execute<Row>(sql`
    SELECT id::text, kind, subject, changes, items, (extract(epoch FROM changed) * 1000)::float8 AS changed,
      read IS NOT NULL AS read
    FROM notifications WHERE user_name = ${caller.userName} AND ${where} ORDER BY notifications.changed DESC, notifications.id DESC
    LIMIT ${maxPerUser}`);
  const entries: NotificationEntry[] = [];
  for (const row of rows) {
    const readable = await readableChanges(caller, row);
    if (readable) entries.push({ ...row, ...readable, changed: new Date(row.changed).toISOString() });
  }
  return entries;
}

/** Marks the caller's notifications as read or unread. Unknown IDs are ignored. */
export async function markRead(caller: Caller, ids: readonly string[], read: boolean): Promise<void> {
  const own = sql`n.user_name = ${caller.userName} AND n.id = ANY(${sql.param([...ids])}::bigint[])`;
  if (read) {
    await db().execute(
      sql`UPDATE notifications n SET read = now(), email = false WHERE ${own} AND n.read IS NULL`,
    );
    return;
  }
  // Of several notifications about a subject, only one can be unread.
  await db().execute(sql`
    UPDATE notifications n SET read = NULL WHERE ${own} AND n.read IS NOT NULL AND NOT EXISTS (
      SELECT FROM notifications o WHERE o.user_name = n.user_name AND o.kind = n.kind AND o.subject = n.subject
        AND o.id <> n.id AND (o.read IS NULL OR o.id > n.id AND o.id = ANY(${sql.param([...ids])}::bigint[])))`);
}

/** Deletes a notification of the caller. Idempotent. */
export async function deleteNotification(caller: Caller, id: string): Promise<void> {
  await db().execute(sql`DELETE FROM notifications WHERE user_name = ${caller.userName} AND id = ${id}`);
}
