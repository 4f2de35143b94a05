import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BlobLocations, openBlobLocations } from '../../blobs/openBlobStore.ts';
import { runningPostgresUrl } from '../../database/embedded/runningPostgres.ts';
import { startPostgres } from '../../database/embedded/startPostgres.ts';
import type { Settings } from '../../settings/settings.ts';
import { FolderInUse, ownFolder } from '../../storage/ownership.ts';
import { isMissing } from './isMissing.ts';

/**
 * Opens an installation's content, without the database and without any request. The caller must
 * close `blobs`.
 */
export async function openSource(
  settings: Pick<Settings, 'home' | 'blobUrl' | 'formerBlobUrl'>,
): Promise<{ home: string; blobs: BlobLocations }> {
  return { home: settings.home, blobs: await openBlobLocations(settings) };
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
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new Error(
      isMissing(error)
        ? `Key file ${path} does not exist. Expected a copy of secrets.key of the original data directory`
        : `Failed to read key file ${path}: ${(error as Error).message}`,
    );
  });
  return Buffer.from(text.trim(), 'base64');
}
