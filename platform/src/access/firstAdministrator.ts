import { sql } from 'drizzle-orm';
import { db, transaction } from '../database/db.ts';
import type { Settings } from '../settings/settings.ts';
import { newPassword } from './secrets.ts';
import { createUser } from './users.ts';

/**
 * Makes `admin` when there is no user yet. A password that the settings do not name is made up, and shown before it holds:
 * nobody is left outside by a power cut in between.
 */
export async function ensureFirstAdministrator(
  settings: Settings,
  show: (password: string) => void = () => undefined,
): Promise<void> {
  await transaction(async () => {
    // Of several nodes that start at once on an empty database one makes it.
    await db().execute(sql`lock table users in share row exclusive mode`);
    const { rows } = await db().execute(sql`select 1 from users limit 1`);
    if (rows.length > 0) return;
    const password = settings.adminPassword ?? newPassword();
    // A user who reads the log later must not be able to sign in with it.
    const isGenerated = settings.adminPassword === undefined;
    await createUser('admin', { password, admin: true, passwordExpired: isGenerated });
    if (isGenerated) show(password);
  });
}
