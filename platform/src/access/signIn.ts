import { eq, sql } from 'drizzle-orm';
import { db } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { audit } from './audit/audit.ts';
import { directoryUser, isOfDirectory, simulateDirectoryLookup } from './directory/directoryUser.ts';
import { mfaStatusOf } from './mfa/mfaStatus.ts';
import type { Origin } from './origin.ts';
import { passwordDaysLeft } from './passwords/passwordAge.ts';
import { verifyPassword } from './passwords/passwords.ts';
import { verifiedPasswords } from './passwords/verifiedPasswords.ts';
import { type Guess, withinLimits } from './signInLimits.ts';
import { SsoError } from './sso/SsoError.ts';
import { usersTable } from './tables.ts';
import type { User } from './User.ts';
import { findUser, normalName } from './users.ts';

/** Origin of a sign-in attempt. */
export interface SignInOrigin extends Origin {
  /** Place for rate limits, if different from the IP address (see `placeOf`). */
  place?: string;
}

/**
 * Returns the user with this name and password, even if the password has expired. Rejects users
 * with MFA if no code can be requested. Throws `HttpError` 401, which is the same for a wrong name
 * and a wrong password, 429, or 503.
 */
export async function userByPassword(
  typedName: string,
  password: string,
  { place: from, ...origin }: SignInOrigin,
  secondFactor: 'follows' | 'was shown' | 'none' = 'none',
): Promise<User> {
  const name = normalName(typedName);
  const place = from ?? origin.address;
  const passwords = verifiedPasswords();
  const guess = { of: name, user: name, place, origin };
  const user =
    (await passwords.find(name, password, place, findUser)) ??
    (await passwords.share(name, password, place, () => verifyUser(guess, password)));
  if (secondFactor === 'none' && mfaStatusOf(user) !== 'NONE') {
    throw new HttpError(
      401,
      'SECOND_FACTOR',
      'A password alone is not enough for this user. Use a token, or sign in to the console.',
    );
  }
  return { ...user, passwordExpired: user.passwordExpired || passwordDaysLeft(user) === 0 };
}

async function verifyUser(guess: Guess, password: string): Promise<User> {
  const { changes } = verifiedPasswords();
  let away: unknown;
  const look = async () => {
    const local = await findUser(guess.of);
    const right = await verifyPassword(password, local?.passwordHash);
    if (right && local?.enabled) return local;
    let detail = local ? 'Incorrect password' : 'Unknown user name';
    if (isOfDirectory(local)) {
      try {
        const found = await directoryUser(guess, password);
        if (found) return found;
      } catch (error) {
        if (!(error instanceof SsoError)) throw error;
        detail = `LDAP: ${error.message}`;
      }
    } else {
      // Returned instead of thrown, because throwing would revert the count of this attempt.
      away = await simulateDirectoryLookup(guess.of);
    }
    if (local?.enabled === false) detail = 'The user is disabled';
    const who = local ? { user: local.name } : {};
    await audit(guess.origin, { event: 'sign-in', outcome: 'failure', detail, ...who });
    return undefined;
  };
  const user = await withinLimits(guess, look, (found) => mfaStatusOf(found) === 'NONE');
  if (away) throw away;
  if (!user) throw new HttpError(401, 'BAD_CREDENTIALS', 'Incorrect user name or password');
  if (!user.passwordExpired) verifiedPasswords().remember(user, password, guess.place, changes);
  return user;
}

export async function recordSignIn(userName: string): Promise<void> {
  await db().update(usersTable).set({ lastSignedIn: sql`now()` }).where(eq(usersTable.name, userName));
}
