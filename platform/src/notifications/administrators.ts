import { sql } from 'drizzle-orm';
import { effectiveAdmin } from '../access/users.ts';
import { db } from '../database/db.ts';
import { addNotices } from './addNotices.ts';
import type { StoredItem } from './Item.ts';

/** Kinds that only administrators are notified of. */
export const administratorKinds = ['webhook', 'quota', 'plugin'] as const;
export type AdministratorKind = (typeof administratorKinds)[number];

interface AdministratorNotice {
  readonly kind: AdministratorKind;
  readonly subject: string;
  readonly item: StoredItem;
}

export function isForAdministrators(kind: string): kind is AdministratorKind {
  return administratorKinds.some((each) => each === kind);
}

/** Notifies each enabled administrator in the console, according to their preferences. */
export async function notifyAdministrators({ kind, subject, item }: AdministratorNotice): Promise<void> {
  const { rows } = await db().execute<{ userName: string }>(
    sql`SELECT users.name AS "userName" FROM users WHERE ${effectiveAdmin} AND users.enabled`,
  );
  await addNotices(rows.map(({ userName }) => ({ userName, kind, subject, changes: 1, items: [item] })));
}
