import { eq, sql } from 'drizzle-orm';
import { HttpError } from '../http/errors.ts';
import { db } from '../storage/db.ts';
import { verifyPassword } from './passwords.ts';
import { countAttempt, forgetAttempts } from './signInLimits.ts';
import { usersTable } from './tables.ts';
import { findUser, normalName, type User } from './users.ts';
import { verifiedPasswords } from './verifiedPasswords.ts';

/**
 * The user whose name and password these are, also when the password has expired. Throws `HttpError` 401 that does not tell
 * a wrong name from a wrong password, or 429.
 */
export async function userByPassword(typedName: string, password: string, address: string): Promise<User> {
  const name = normalName(typedName);
  const passwords = verifiedPasswords();
  return (
    passwords.find(name, password) ??
    passwords.share(name, password, address, () => verifyUser(name, password, address))
  );
}

async function verifyUser(name: string, password: string, address: string): Promise<User> {
  await countAttempt(name, address);
  const { changes } = verifiedPasswords();
  const user = await findUser(name);
  const right = await verifyPassword(password, user?.passwordHash);
  if (!user || !right || !user.enabled) {
    throw new HttpError(401, 'BAD_CREDENTIALS', 'The user name or the password is wrong');
  }
  await forgetAttempts(name, address);
  if (!user.passwordExpired) verifiedPasswords().remember(user, password, changes);
  return user;
}

export async function recordSignIn(userName: string): Promise<void> {
  await db().update(usersTable).set({ lastSignedIn: sql`now()` }).where(eq(usersTable.name, userName));
}
