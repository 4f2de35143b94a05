import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { usersTable } from '../tables.ts';
import type { User } from '../User.ts';
import { userColumns } from '../users.ts';

/** Returns the first few users with this email address, which several users may share. */
export async function usersByEmail(email: string): Promise<User[]> {
  return db()
    .select(userColumns)
    .from(usersTable)
    .where(sql`lower(${usersTable.email}) = ${email.trim().toLowerCase()}`)
    .limit(5);
}
