import { eq, sql } from 'drizzle-orm';
import { HttpError } from '../http/errors.ts';
import { db } from '../storage/db.ts';
import { type AuditEntry, audit } from './audit/audit.ts';
import { directoryUser, isOfDirectory } from './directory/directoryUser.ts';
import { isDevice } from './knownPlaces.ts';
import { mfaStatusOf } from './mfa/mfaStatus.ts';
import { passwordDaysLeft } from './passwordAge.ts';
import { verifyPassword } from './passwords.ts';
import { withinLimits } from './signInLimits.ts';
import { usersTable } from './tables.ts';
import { findUser, normalName, type User } from './users.ts';
import { verifiedPasswords } from './verifiedPasswords.ts';

/**
 * The user whose name and password these are, also when the password has expired. Whom the platform asks for a second factor is
 * refused where none is asked for. `place`: an address, or a device that is known (see `placeOf`). Throws `HttpError` 401 that does not tell a wrong name from a wrong password, or 429.
 */
export async function userByPassword(
  typedName: string,
  password: string,
  place: string,
  secondFactor: 'follows' | 'was shown' | 'none' = 'none',
): Promise<User> {
  const name = normalName(typedName);
  const passwords = verifiedPasswords();
  const user =
    passwords.find(name, password, place) ??
    (await passwords.share(name, password, place, () => verifyUser(name, password, place)));
  if (secondFactor === 'none' && mfaStatusOf(user) !== 'NONE') {
    throw new HttpError(
      401,
      'SECOND_FACTOR',
      'A password alone is not enough for this user: use a token, or sign in to the console',
    );
  }
  return { ...user, passwordExpired: user.passwordExpired || passwordDaysLeft(user) === 0 };
}

async function verifyUser(name: string, password: string, place: string): Promise<User> {
  const { changes } = verifiedPasswords();
  const look = async () => {
    const local = await findUser(name);
    const rightHere = await verifyPassword(password, local?.passwordHash);
    const elsewhere = !rightHere && isOfDirectory(local) ? await directoryUser(name, password) : undefined;
    const [found, right] = elsewhere ? [elsewhere, true] : [local, rightHere];
    if (found?.enabled && right) return found;
    const detail = found?.enabled === false ? 'The user is disabled' : 'A wrong password';
    await audit(
      { address: isDevice(place) ? '' : place, client: '' },
      failure(found?.name, found ? detail : 'A name that is not known'),
    );
    return undefined;
  };
  const guess = { of: name, user: name, place };
  const user = await withinLimits(guess, look, (found) => mfaStatusOf(found) === 'NONE');
  if (!user) throw new HttpError(401, 'BAD_CREDENTIALS', 'The user name or the password is wrong');
  if (!user.passwordExpired) verifiedPasswords().remember(user, password, place, changes);
  return user;
}

function failure(user: string | undefined, detail: string): AuditEntry {
  return { event: 'sign-in', outcome: 'failure', detail, ...(user === undefined ? {} : { user }) };
}

export async function recordSignIn(userName: string): Promise<void> {
  await db().update(usersTable).set({ lastSignedIn: sql`now()` }).where(eq(usersTable.name, userName));
}
