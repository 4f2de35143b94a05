import { authSettings } from '../configuration/authSettings.ts';
import type { User } from '../User.ts';

const day = 86_400_000;

/**
 * Returns the days until the password expires, rounded up. 0 means that it must be changed now.
 * Undefined if passwords do not expire.
 */
export function passwordDaysLeft(user: Pick<User, 'passwordChanged' | 'passwordHash'>): number | undefined {
  const { expiresAfterDays } = authSettings().passwords;
  if (expiresAfterDays === 0 || user.passwordHash === null) return undefined;
  const left = user.passwordChanged.getTime() + expiresAfterDays * day - Date.now();
  return Math.max(0, Math.ceil(left / day));
}
