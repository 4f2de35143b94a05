import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runningPostgresUrl } from '../../database/embedded/runningPostgres.ts';
import { startPostgres } from '../../database/embedded/startPostgres.ts';
import type { Settings } from '../../settings/settings.ts';
import { FolderInUse, ownFolder } from '../../storage/ownership.ts';
import type { BackupSource } from './createBackup.ts';

/** Returns the directories of an installation's content, without the database. */
export function placesOf({
  home,
  blobUrl,
}: Pick<Settings, 'home' | 'blobUrl'>): Omit<BackupSource, 'databaseUrl'> {
  const folder = fileURLToPath(blobUrl);
  const isOwn = folder.startsWith(join(resolve(home), '/'));
  return { home, blobs: { folder, ...(isOwn ? { journal: join(home, 'journal') } : {}) } };
}

/**
 * Opens the database of an installation for a command. A running server is not affected, and a
 * stopped one remains stopped.
 */
export async function openDatabase({
  home,
  databaseUrl,
}: Pick<Settings, 'home' | 'databaseUrl'>): Promise<{ url: string; close(): Promise<void> }> {
  if (databaseUrl !== undefined) return { url: databaseUrl, close: async () => undefined };
  if (!existsSync(join(home, 'postgres')))
    throw new Error(`${home} contains no data of a server. Set LADING_HOME to its data directory`);
  let release: () => void;
  try {
    release = ownFolder(home);
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    return { url: await runningPostgresUrl(home), close: async () => undefined };
  }
  try {
    const embedded = await startPostgres(home);
    return {
      url: embedded.url,
      async close() {
        await embedded.stop();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** Reads the key of a data directory, or a copy of it, in Base64. */
export async function readKeyFile(path: string): Promise<Buffer> {
  return Buffer.from((await readFile(path, 'utf8')).trim(), 'base64');
}
