import type { NotificationDelivery, NotificationPreferences, StoredPreferences } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { decidableProjects } from '../access/accessRequestDeciders.ts';
import type { Caller } from '../access/Caller.ts';
import { mailInForce } from '../access/mail/mailer.ts';
import { findUser } from '../access/users.ts';
import { db } from '../database/db.ts';
import { administratorKinds } from './administrators.ts';

const defaults: NotificationPreferences = {
  version: 'console',
  vulnerability: 'console',
  promotion: 'console',
  distribution: 'console',
  access_decision: 'console',
};

/** Preferences for the kinds that the caller is notified of. */
export async function preferencesOf(caller: Caller): Promise<StoredPreferences> {
  const { userName, admin } = caller;
  const projects = await decidableProjects(caller);
  const decides = projects === 'all' || projects.length > 0;
  const { rows } = await db().execute<{ kind: string; delivery: NotificationDelivery }>(sql`
    SELECT kind, delivery FROM notification_preferences WHERE user_name = ${userName}`);
  const stored = Object.fromEntries(rows.map(({ kind, delivery }) => [kind, delivery]));
  const address = (await findUser(userName))?.email ?? '';
  const preferences: NotificationPreferences = {
    ...defaults,
    ...(decides ? { access_request: 'console' } : {}),
    ...(admin ? { webhook: 'console', quota: 'console', plugin: 'console' } : {}),
    ...stored,
  };
  if (!decides) delete preferences.access_request;
  if (!admin) for (const kind of administratorKinds) delete preferences[kind];
  return {
    preferences,
    emails: address !== '' && (await mailInForce()) !== undefined,
  };
}

export async function storePreferences(
  { userName }: Caller,
  preferences: NotificationPreferences,
): Promise<void> {
  await db().execute(sql`
    INSERT INTO notification_preferences (user_name, kind, delivery)
    SELECT ${userName}, key, value FROM jsonb_each_text(${JSON.stringify(preferences)}::jsonb)
    ON CONFLICT (user_name, kind) DO UPDATE SET delivery = excluded.delivery`);
}
