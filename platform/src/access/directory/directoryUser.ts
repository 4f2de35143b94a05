import type { FastifyInstance } from 'fastify';
import { HttpError } from '../../http/errors.ts';
import type { Seal } from '../../sealing/Seal.ts';
import { withStorage } from '../../storage/db.ts';
import { perStorage } from '../../storage/perStorage.ts';
import type { Storage } from '../../storage/storage.ts';
import { openSecret, readStored } from '../configuration/storedSettings.ts';
import { externalUser } from '../sso/externalUser.ts';
import { SsoError } from '../sso/SsoError.ts';
import type { User } from '../users.ts';

/** What opens the manager's password. */
const opener = perStorage((): { seal?: Seal } => ({}));

/** Lets the directory of this app's storage be asked. */
export function installDirectory(app: FastifyInstance, storage: Storage): void {
  withStorage(storage, opener).seal = app.seal;
}

/** Whether the directory is the one to ask for the password of this user. */
export function isOfDirectory(user: User | undefined): boolean {
  return user === undefined || user.realm === 'ldap';
}

/**
 * The user whom the directory knows by this name and password, known here or made; undefined where it knows none. Throws `HttpError` 503
 * where it cannot be asked.
 */
export async function directoryUser(name: string, password: string): Promise<User | undefined> {
  const stored = await readStored('ldap');
  const { seal } = opener();
  if (!stored?.value.enabled || !seal) return undefined;
  const settings = stored.value;
  const { DirectoryError, ldapUser } = await import('./ldap.ts');
  try {
    const found = await ldapUser(settings, openSecret(stored, 'ldap', seal), name, password);
    if (!found) return undefined;
    const { subject, email, groups } = found;
    const provider = `${settings.url} ${settings.searchBase}`;
    const identity = {
      realm: 'ldap',
      provider,
      subject,
      userName: name,
      email,
      ...(groups ? { groups } : {}),
    };
    const rules = { createUsers: settings.createUsers, linkExisting: false };
    return await externalUser(identity, rules);
  } catch (error) {
    if (error instanceof SsoError) return undefined;
    if (error instanceof DirectoryError) {
      const message = 'The directory does not answer: people whom it knows cannot sign in right now';
      throw new HttpError(503, 'DIRECTORY_UNREACHABLE', message);
    }
    throw error;
  }
}
