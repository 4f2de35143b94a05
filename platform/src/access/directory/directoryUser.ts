import type { LdapSettings } from '@lading/contract/rest';
import { currentPlatform } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { openSecret, readStored } from '../configuration/storedSettings.ts';
import { type Guess, withinLimits } from '../signInLimits.ts';
import { externalUser, knownUser } from '../sso/externalUser.ts';
import type { User } from '../User.ts';
import { isUserName } from '../users.ts';

/** Whether the directory is the one to ask for the password of this user. */
export function isOfDirectory(user: User | undefined): boolean {
  return user === undefined || user.realm === 'ldap';
}

/**
 * The user whom the directory knows by this name and password, known here or made; undefined where it knows none. One person may have
 * several names there, as his mail address: all are counted together. Throws `SsoError` for somebody whom it knows, and who may not come
 * in; `HttpError` 429, or 503 where it cannot be asked.
 */
export async function directoryUser(guess: Guess, password: string): Promise<User | undefined> {
  const { of: name, origin } = guess;
  // To a directory many spellings are the same name, each with a count of its own here.
  if (!isUserName(name)) return undefined;
  return withDirectory(async (settings, secret) => {
    const { ldapUser } = await import('./ldap.ts');
    const { createUsers, url, searchBase } = settings;
    const source = { realm: 'ldap', provider: `${url} ${searchBase}` };
    const found = await ldapUser(settings, secret, name, password, async (subject, look) => {
      const known = await knownUser({ ...source, subject });
      if (known?.name === name) return look();
      const whose = known ? { of: known.name, user: known.name } : { of: `${source.provider} ${subject}` };
      return withinLimits({ ...guess, ...whose, placeCounted: true }, look, () => false);
    });
    if (!found) return undefined;
    const { subject, email, groups } = found;
    const identity = { ...source, subject, userName: name, email, ...(groups ? { groups } : {}) };
    return externalUser(identity, { createUsers, linkExisting: false }, origin);
  });
}

/**
 * Takes as long as the directory does with a name that it does not know: how soon a wrong password is refused tells nobody whose
 * names are known here. Never throws: gives what is to be thrown where the directory cannot be asked.
 */
export async function seemToAskDirectory(name: string): Promise<unknown> {
  try {
    await withDirectory(async (settings, secret) => {
      const { seemToAskLdap } = await import('./ldap.ts');
      await seemToAskLdap(settings, secret, name);
    });
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Nothing where there is none. Throws `HttpError` 503, with the cause for the log. */
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
    const message = `Sign-in failed: no local user matches this name and password, and ${error.told}. Try again later, or contact an administrator.`;
    throw new HttpError(503, 'DIRECTORY_UNREACHABLE', message, undefined, {}, { cause: error });
  }
}
