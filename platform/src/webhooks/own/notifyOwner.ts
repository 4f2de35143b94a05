import { addNotices } from '../../notifications/addNotices.ts';
import { withoutAddresses } from './withoutAddresses.ts';

/** Notifies a user that the webhook of the user was paused. */
export async function notifyOwner(owner: string, key: string, error: string): Promise<void> {
  const items = [{ message: withoutAddresses(error).slice(0, 500) }];
  await addNotices([{ userName: owner, kind: 'webhook', subject: key, changes: 1, items }]);
}
