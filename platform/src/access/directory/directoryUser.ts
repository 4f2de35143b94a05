import type { LdapSettings } from '@lading/contract/rest';
import { currentPlatform } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { openSecret, readStored } from '../configuration/storedSettings.ts';
import { type Guess, withinLimits } from '../signInLimits.ts';
import { externalUser, knownUser } from '../sso/externalUser.ts';
import { noteProvider } from '../sso/providerOutcomes.ts';
import type { User } from '../User.ts';
import { isUserName } from '../users.ts';

/** Whether the directory verifies the password of this user. */
export function isOfDirectory(user: User | undefined): boolean {
  return user === undefined || user.realm === 'ldap';
}

/**
 * Returns the user with this name and password in the directory, and creates the user if new.
 * Returns undefined if the directory knows no such user. All names of a user in the directory, such
 * as the email address, share one count of attempts. Throws `SsoError` for a known user who must
 * not sign in, and `HttpError` 429, or 503 if the directory is not available.
 */
export async function directoryUser(guess: Guess, password: string): Promise<User | undefined> {
  const { of: name, origin } = guess;
  // A directory ignores differences in spelling that this platform would count as separate names.
  if (!isUserName(name)) return undefined;
  return withDirectory(async (settings, secret) => {
    const { ldapUser, used } = await import('./ldap.ts');
    const { createUsers, url, searchBase } = settings;
    const source = { realm: 'ldap', provider: `${url} ${searchBase}` };
    const found = await noteProvider(used, () =>
      ldapUser(settings, secret, name, password, async (subject, look) => {
        const known = await knownUser({ ...source, subject });
        if (known?.name === name) return look();
        const whose = known ? { of: known.name, user: known.name } : { of: `${source.provider} ${subject}` };
        return withinLimits({ ...guess, ...whose, placeCounted: true }, look, () => false);
      }),
    );
    if (!found) return undefined;
    const { subject, email, groups } = found;
    const identity = { ...source, subject, userName: name, email, ...(groups ? { groups } : {}) };
    return externalUser(identity, { createUsers, linkExisting: false }, origin);
  });
}

/**
 * Takes as long as a directory lookup of an unknown name, so that response times don't reveal which
 * names exist on this platform. Never throws: returns the error if the directory is not available.
 */
export async function simulateDirectoryLookup(name: string): Promise<unknown> {
  try {
    await withDirectory(async (settings, secret) => {
      const { simulateLdapLookup, used } = await import('./ldap.ts');
      await noteProvider(used, () => simulateLdapLookup(settings, secret, name));
    });
    return undefined;
  } catch (error) {
    return error;
  }
}

/**
 * Returns nothing if no directory is configured. Throws `HttpError` 503, with a cause that is only
 * logged.
 */
async function withDirectory<T>(
  ask: (settings: LdapSettings, managerPassword: string) => Promise<T>,
): Promise<T | undefined> {
  const stored = await readStored('ldap');
  if (!stored?.value.enabled) return undefined;
  const { DirectoryError } = await import('./ldap.ts');
  try {
    return await ask(stored.value, openSecret(stored, 'ldap', currentPlatform().seal));
  } catch (error) {
    if (!(error instanceof DirectoryError)) throw error;
    const message = `Sign-in failed: no local user matches this name and password, and ${error.userMessage}. Try again later, or contact an administrator.`;
    throw new HttpError(503, 'DIRECTORY_UNREACHABLE', message, undefined, {}, { cause: error });
  }
}
