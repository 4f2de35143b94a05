import { rm } from 'node:fs/promises';
import { readSettings, type Settings } from '../settings/settings.ts';
import { type OpenOptions, openStorage } from '../storage/openStorage.ts';
import type { Storage } from '../storage/storage.ts';
import { cheapHashes } from './cheapHashes.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import { testDatabase } from './testDatabase.ts';

export interface TestStorage {
  storage: Storage;
  settings: Settings;
  close(): Promise<void>;
}

/** Password of the first administrator, if there is one. */
export const adminPassword = 'a-password-of-tests-alone';

/** Creates a database and a directory, without a server. `env` overrides the test defaults. */
export async function testStorage(
  env: Readonly<Record<string, string>> = {},
  options: OpenOptions = {},
): Promise<TestStorage> {
  cheapHashes();
  const [database, home] = await Promise.all([testDatabase(), temporaryFolder('lading-home-')]);
  const settings = readSettings({
    LADING_HOME: home,
    LADING_DATABASE_URL: database.url,
    LADING_ADMIN_PASSWORD: adminPassword,
    LADING_LOG_LEVEL: 'silent',
    LADING_MIN_FREE_SPACE: '0',
    ...env,
  });
  const storage = await openStorage(settings, undefined, options);
  return {
    storage,
    settings,
    async close() {
      await storage.close();
      await database.drop();
      await rm(home, { recursive: true, force: true });
    },
  };
}
