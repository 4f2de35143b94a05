import type { NotificationItem } from '@lading/contract/rest';
import { decidesAccess } from '../access/accessRequestDeciders.ts';
import { callerOfUser } from '../access/authentication.ts';
import { allowsBundle } from '../access/bundles.ts';
import type { Caller } from '../access/Caller.ts';
import { allows } from '../access/gateway.ts';
import { findUser } from '../access/users.ts';
import type { Place } from '../events/Event.ts';
import { isForAdministrators } from './administrators.ts';
import type { Notice, StoredItem } from './Item.ts';

/** Returns an enabled user as a caller with all of the user's permissions. */
export async function callerNamed(userName: string): Promise<Caller | undefined> {
  const user = await findUser(userName);
  return user?.enabled ? callerOfUser(user, 'none') : undefined;
}

/** Returns the places that the caller can read, up to a number. */
export async function readablePlaces<P extends Place>(
  caller: Caller,
  places: readonly P[],
  most = Number.POSITIVE_INFINITY,
): Promise<P[]> {
  const found: P[] = [];
  for (const place of places) {
    if (found.length >= most) break;
    const { repo, path } = place;
    if (await allows(caller, 'read', { repo, path })) found.push(place);
  }
  return found;
}

/** Key of the webhook that sends a user's notifications. No webhook of administrators has a ":". */
export function webhookKeyOf(userName: string): string {
  return `notifications:${userName}`;
}

type Changes = Pick<Notice, 'kind' | 'subject' | 'items' | 'changes'>;

/** Returns what the caller can read of a notice now, without its paths; `undefined`: nothing. */
export async function readableChanges(
  caller: Caller,
  row: Changes,
): Promise<{ changes: number; items: NotificationItem[] } | undefined> {
  const readable = await readableItems(caller, row);
  if (readable.length === 0) return undefined;
  return {
    // The number of all changes would include those that the caller can no longer read.
    changes: readable.length === row.items.length ? row.changes : readable.length,
    items: readable.map(({ places: _places, ...item }) => item),
  };
}

/** Returns the stored changes that the caller can read now. */
async function readableItems(caller: Caller, { kind, subject, items }: Changes): Promise<StoredItem[]> {
  if (kind === 'webhook' && subject === webhookKeyOf(caller.userName)) return [...items];
  if (isForAdministrators(kind)) return (await allows(caller, 'admin', 'system')) ? [...items] : [];
  if (kind === 'access_request')
    return (await decidesAccess(caller, subject.replace(/^repository:\/\//, ''))) ? [...items] : [];
  // The user typed the subject, and it reveals no more than that.
  if (kind === 'access_decision') return [...items];
  if (kind === 'promotion' || kind === 'distribution')
    return (await allowsBundle(caller, 'read', subject)) ? [...items] : [];
  const readable: StoredItem[] = [];
  for (const item of items)
    if ((await readablePlaces(caller, item.places ?? [], 1)).length > 0) readable.push(item);
  return readable;
}
