import { userInfo } from 'node:os';
import { createAccessMemory } from '../../access/AccessMemory.ts';
import type { User } from '../../access/User.ts';
import { findUser, listUsers } from '../../access/users.ts';
import { connectTo } from '../../database/connectTo.ts';
import { readDatabaseState } from '../../database/databaseState.ts';
import { type Connected, currentPlatform, withStorage } from '../../database/db.ts';
import { readShipped } from '../../database/shipped.ts';
import type { Platform } from '../../platform/Platform.ts';
import type { Settings } from '../../settings/settings.ts';
import { openDatabase } from '../backup/openDatabase.ts';

/**
 * Runs `work` with a user and the database of a running or stopped server. Throws if the user does
 * not exist, or if the database is of another version.
 */
export async function withUser<T>(
  settings: Settings,
  name: string,
  work: (user: User) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(settings);
  try {
    await requireCurrent(database.url);
    const { connected, close } = connectTo(database.url);
    try {
      connected.platform = platformOf(connected, settings);
      return await withStorage(connected, async () => {
        await currentPlatform().access.settings.read();
        return work(await existing(name));
      });
    } finally {
      await close();
    }
  } finally {
    await database.close();
  }
}

/** Names the user of the operating system in audit records. */
export function byCommand(): string {
  return `by a command on the server, as user ${operatingSystemUser()}`;
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

async function existing(name: string): Promise<User> {
  const found = await findUser(name);
  if (!found) throw new Error(`User ${name} not found. Administrators: ${await administrators()}`);
  return found;
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
