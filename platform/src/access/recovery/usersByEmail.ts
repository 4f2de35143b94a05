import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { usersTable } from '../tables.ts';
import type { User } from '../User.ts';
import { userColumns } from '../users.ts';

/** Those with this mail address; a few at most, as several may share one. */
export async function usersByEmail(email: string): Promise<User[]> {
  return db()
    .select(userColumns)
    .from(usersTable)
    .where(sql`lower(${usersTable.email}) = ${email.trim().toLowerCase()}`)
    .limit(5);
}
