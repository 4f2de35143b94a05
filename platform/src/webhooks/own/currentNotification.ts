import type { NotificationKind } from '@lading/contract/rest';
import type { StoredItem } from '../../notifications/Item.ts';
import { callerNamed, readableChanges } from '../../notifications/readers.ts';
import type { Waiting } from '../deliveries.ts';
import { domain, testType } from './domain.ts';

/**
 * Returns the event with what its user can read now, because it can have waited for days.
 * Otherwise, returns why it is not sent.
 */
export async function currentNotification(owner: string, event: Waiting): Promise<Waiting | string> {
  const caller = await callerNamed(owner);
  if (!caller) return 'The user is disabled';
  if (event.type === testType) return event;
  const { subject, changes, items } = event.data as {
    subject: string;
    changes: number;
    items: StoredItem[];
  };
  const kind = event.type.slice(domain.length + 1) as NotificationKind;
  const readable = await readableChanges(caller, { kind, subject, changes, items });
  if (!readable) return 'You no longer have permission to read this';
  return { ...event, data: { user: owner, subject, ...readable } };
}
