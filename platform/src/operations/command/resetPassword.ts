import { userInfo } from 'node:os';
import { createAccessMemory } from '../../access/AccessMemory.ts';
import { audit } from '../../access/audit/audit.ts';
import { revokeCredentialsOf, revokedText } from '../../access/revokeCredentials.ts';
import { newPassword } from '../../access/secrets.ts';
import { changeUser, findUser, listUsers } from '../../access/users.ts';
import { connectTo } from '../../database/connectTo.ts';
import { readDatabaseState } from '../../database/databaseState.ts';
import { type Connected, currentPlatform, transaction, withStorage } from '../../database/db.ts';
import { readShipped } from '../../database/shipped.ts';
import type { Platform } from '../../platform/Platform.ts';
import type { Settings } from '../../settings/settings.ts';
import { openDatabase } from '../backup/openDatabase.ts';
import type { Terminal } from '../backup/ProgressLine.ts';

interface Reset {
  user: string;
  /** Generated if absent. */
  typed?: string;
  settings: Settings;
  terminal: Terminal;
}

/**
 * Runs `lading admin reset-password`. Throws `HttpError` for a password that violates the rules.
 * Returns the exit code.
 */
export async function resetPassword({ user, typed, settings, terminal }: Reset): Promise<number> {
  const database = await openDatabase(settings);
  try {
    await requireCurrent(database.url);
    const { connected, close } = connectTo(database.url);
    try {
      connected.platform = platformOf(connected, settings);
      const password = typed ?? newPassword();
      const done = await withStorage(connected, () => replace(user, password));
      const told = typed === undefined ? `: ${password}` : '';
      terminal.say(`Password of ${done.name} replaced${told}`);
      terminal.say(
        'It must be changed at the next sign-in. Sessions ended, access tokens and API key revoked.',
      );
      if (!done.enabled)
        terminal.complain(
          `User ${done.name} is disabled and cannot sign in. Another administrator can enable it.`,
        );
      return 0;
    } finally {
      await close();
    }
  } finally {
    await database.close();
  }
}

/**
 * Creates the parts of a platform that are needed to change a user. Without a server, there are no
 * jobs, events, or formats.
 */
function platformOf(storage: Connected, settings: Settings): Platform {
  const access = createAccessMemory({
    ...{ settings, storage, auditLog: undefined },
    factsOf: () => Promise.reject(new Error("Commands don't look up repositories")),
  });
  return { access, settings } satisfies Partial<Platform> as Platform;
}

async function requireCurrent(url: string): Promise<void> {
  const { pending, unknown } = await readDatabaseState(url, await readShipped());
  if (unknown.length > 0)
    throw new Error(
      'The database was migrated by a newer version of Lading. Use the command of that version',
    );
  if (pending > 0)
    throw new Error('The database is of an older version of Lading. Start the server once to migrate it');
}

async function replace(user: string, password: string): Promise<{ name: string; enabled: boolean }> {
  await currentPlatform().access.settings.read();
  const found = await findUser(user);
  if (!found) throw new Error(`User ${user} not found. Administrators: ${await administrators()}`);
  const { name, enabled } = found;
  const origin = { address: '', client: 'lading admin reset-password' };
  const by = `by a command on the server, as user ${operatingSystemUser()}`;
  return transaction(async () => {
    await changeUser(name, { password, passwordExpired: true });
    await audit(origin, { event: 'user-changed', user: name, detail: `password, ${by}` });
    const revoked = revokedText(await revokeCredentialsOf(name));
    if (revoked !== undefined) await audit(origin, { event: 'token-revoked', user: name, detail: revoked });
    return { name, enabled };
  });
}

async function administrators(): Promise<string> {
  const names = (await listUsers()).filter(({ admin }) => admin).map(({ name }) => name);
  return names.slice(0, 10).join(', ');
}

/** Returns the name of the current user. A container can run as a user ID without a name. */
function operatingSystemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}
