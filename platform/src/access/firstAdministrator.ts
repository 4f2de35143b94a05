import { sql } from 'drizzle-orm';
import { db, transaction } from '../database/db.ts';
import type { Settings } from '../settings/settings.ts';
import { newPassword } from './secrets.ts';
import { createUser } from './users.ts';

/**
 * Creates `admin` if there are no users. A password that is not configured is generated, and shown
 * before it is stored, so that a power failure in between locks no one out.
 */
export async function ensureFirstAdministrator(
  settings: Settings,
  show: (password: string) => void = () => undefined,
): Promise<void> {
  await transaction(async () => {
    // Only one of several nodes that start concurrently on an empty database creates it.
    await db().execute(sql`lock table users in share row exclusive mode`);
    const { rows } = await db().execute(sql`select 1 from users limit 1`);
    if (rows.length > 0) return;
    const password = settings.adminPassword ?? newPassword();
    // A generated password expires, so that users who read the log later cannot sign in with it.
    const isGenerated = settings.adminPassword === undefined;
    await createUser('admin', { password, admin: true, passwordExpired: isGenerated });
    if (isGenerated) show(password);
  });
}
