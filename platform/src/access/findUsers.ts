import { asc, sql } from 'drizzle-orm';
import { db } from '../database/db.ts';
import { usersTable } from './tables.ts';

/**
 * Returns users whose name or email address contains the text in any case, those whose name begins
 * with it first.
 */
export async function findUsers(text: string, limit: number): Promise<{ name: string; email: string }[]> {
  const wanted = text.toLowerCase();
  // Not LIKE: all characters of the text are literal.
  return db()
    .select({ name: usersTable.name, email: usersTable.email })
    .from(usersTable)
    .where(
      sql`(strpos(${usersTable.name}, ${wanted}) > 0 or strpos(lower(${usersTable.email}), ${wanted}) > 0)`,
    )
    .orderBy(sql`not starts_with(${usersTable.name}, ${wanted})`, asc(usersTable.name))
    .limit(limit);
}
