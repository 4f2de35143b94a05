import { sql } from 'drizzle-orm';
import type { Settings } from '../settings.ts';
import { db, transaction } from '../storage/db.ts';
import { newPassword } from './secrets.ts';
import { createUser } from './users.ts';

/**
 * Makes `admin` when there is no user yet. Gives the password to show, once, when it was made up here; undefined when the
 * settings name one or there are users.
 */
export async function ensureFirstAdministrator(settings: Settings): Promise<string | undefined> {
  return transaction(async () => {
    // Of several nodes that start at once on an empty database one makes it.
    await db().execute(sql`lock table users in share row exclusive mode`);
    const { rows } = await db().execute(sql`select 1 from users limit 1`);
    if (rows.length > 0) return undefined;
    const password = settings.adminPassword ?? newPassword();
    await createUser('admin', { password, admin: true });
    return settings.adminPassword === undefined ? password : undefined;
  });
}
