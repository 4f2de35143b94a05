import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BlobMarks } from '../../blobs/BlobMarks.ts';
import { openBlobLocations } from '../../blobs/openBlobStore.ts';
import { type DatabaseState, oldestServer, readDatabaseState } from '../../database/databaseState.ts';
import { connectForDump } from '../../database/dump/DumpClient.ts';
import { readShipped } from '../../database/shipped.ts';
import { unknownFeatures } from '../../instance/features.ts';
import { secretsKeyUse } from '../../secrets/checkKey.ts';
import { keyLength, Seal } from '../../secrets/Seal.ts';
import { blobFolderOf } from '../../settings/blobFolderOf.ts';
import { directoryFaults } from '../../settings/directoryFaults.ts';
import { type Settings, unknownVariables } from '../../settings/settings.ts';
import { version } from '../../settings/version.ts';
import { serverState } from '../../storage/runningServer.ts';
import { openDatabase, readKeyFile } from '../backup/openDatabase.ts';
import type { Terminal } from '../backup/ProgressLine.ts';
import { sizeText } from '../backup/sizeText.ts';
import type { Env } from './UsageError.ts';

/**
 * Runs `lading check`, which reports whether this version can start. Changes nothing. Returns the
 * exit code.
 */
export async function checkInstallation(settings: Settings, env: Env, terminal: Terminal): Promise<number> {
  const problems: string[] = [];
  const { say } = terminal;
  say(`Program         version ${version}, Node ${process.versions.node}`);
  say('Settings        valid');
  for (const line of [...unknownVariables(env), ...unknownFeatures(settings.features)])
    terminal.complain(line);
  problems.push(...directoryFaults(settings));
  const { home, databaseUrl } = settings;
  const server = serverState(home);
  say(`Server          ${server.state === 'running' ? `running, version ${server.version}` : 'not running'}`);
  const hasData = existsSync(join(home, 'postgres')) || databaseUrl !== undefined;
  const database = hasData ? await checkDatabase(settings, terminal, problems) : undefined;
  if (!hasData) say(`Data directory  ${home}: no data yet`);
  if (blobFolderOf(settings.blobUrl) === undefined) await checkObjectStore(settings, terminal, problems);
  await checkSpace(settings, database, terminal, problems);
  for (const problem of problems) terminal.complain(problem);
  say(problems.length === 0 ? 'This version can start.' : 'This version cannot start, or not safely.');
  return problems.length === 0 ? 0 : 1;
}

async function checkDatabase(
  settings: Settings,
  { say }: Terminal,
  problems: string[],
): Promise<DatabaseState | undefined> {
  try {
    const database = await openDatabase(settings);
    try {
      const state = await readDatabaseState(database.url, await readShipped());
      say(`Database        PostgreSQL ${state.server}, ${sizeText(state.bytes)}, ${stateText(state)}`);
      if (Number.parseInt(state.server, 10) < oldestServer)
        problems.push(
          `PostgreSQL ${state.server} is not supported. Version ${oldestServer} or newer is required.`,
        );
      if (state.unknown.length > 0)
        problems.push(
          `The database was migrated by a newer version of Lading (${state.unknown[0]}). A downgrade is not possible: ` +
            'use that version or a newer one, or restore a backup from before the upgrade.',
        );
      if (!state.isEmpty) await checkKey(database.url, settings, problems);
      if (!state.isEmpty) await checkMarks(database.url, settings, problems);
      return state;
    } finally {
      await database.close();
    }
  } catch (error) {
    problems.push(`The database cannot be read: ${(error as Error).message}`);
    return undefined;
  }
}

function stateText({ isEmpty, pending, unknown }: DatabaseState): string {
  if (isEmpty) return 'empty';
  if (unknown.length > 0) return 'of a newer version';
  return pending === 0
    ? 'of this version'
    : `of an older version: the next start applies ${pending} ${pending === 1 ? 'migration' : 'migrations'}`;
}

async function checkKey(url: string, { home, secretsKey }: Settings, problems: string[]): Promise<void> {
  const client = await connectForDump(url);
  try {
    const { rows: tables } = await client.query("SELECT 1 WHERE to_regclass('secrets_key') IS NOT NULL");
    if (tables.length === 0) return;
    const { rows } = await client.query<{ sealed: Buffer }>('SELECT sealed FROM secrets_key');
    const [recorded] = rows;
    if (!recorded) return;
    const file = join(home, 'secrets.key');
    const key = secretsKey ?? (existsSync(file) ? await readKeyFile(file) : undefined);
    const source = secretsKey ? 'LADING_SECRETS_KEY' : file;
    if (key === undefined)
      problems.push(
        `${file} is missing. Copy it from the original data directory, or set LADING_SECRETS_KEY.`,
      );
    else if (key.length !== keyLength || !opens(key, recorded.sealed))
      problems.push(
        `${source} is not the encryption key of the secrets in the database. Use the original key.`,
      );
  } finally {
    await client.end();
  }
}

async function checkMarks(url: string, settings: Settings, problems: string[]): Promise<void> {
  const [client, { all, close }] = [await connectForDump(url), await openBlobLocations(settings)];
  try {
    const { rows } = await client.query("SELECT 1 WHERE to_regclass('blob_marks') IS NOT NULL");
    if (rows.length === 0) return;
    const found = await new BlobMarks(client, all, () => undefined).find();
    if (found) problems.push(`${found.message}.`);
  } finally {
    close();
    await client.end();
  }
}

function opens(key: Buffer, sealed: Buffer): boolean {
  try {
    new Seal(key).open(sealed, secretsKeyUse);
    return true;
  } catch {
    return false;
  }
}

async function checkObjectStore(settings: Settings, { say }: Terminal, problems: string[]): Promise<void> {
  const { current, close } = await openBlobLocations(settings);
  try {
    await current.exists();
    say(`Blobs           ${current.name}: accessible`);
  } catch (error) {
    problems.push((error as Error).message);
  } finally {
    close();
  }
}

async function checkSpace(
  { home, blobUrl, databaseUrl, minFreeSpace }: Settings,
  database: DatabaseState | undefined,
  { say }: Terminal,
  problems: string[],
): Promise<void> {
  const free = await freeOf(home);
  const folder = blobFolderOf(blobUrl);
  const freeForBlobs = folder === undefined ? undefined : await freeOf(folder);
  const ofBlobs = freeForBlobs === undefined ? '' : `, ${sizeText(freeForBlobs)} for blobs`;
  say(`Free space      ${sizeText(free)} for data${ofBlobs}`);
  // A migration can rewrite a table and its indexes.
  const migration = databaseUrl === undefined && database && database.pending > 0 ? database.bytes : 0;
  if (free < minFreeSpace + migration)
    problems.push(
      `${home} has ${sizeText(free)} of free space. The upgrade needs ${sizeText(minFreeSpace + migration)} (LADING_MIN_FREE_SPACE and the size of the database).`,
    );
  if (freeForBlobs !== undefined && freeForBlobs < minFreeSpace)
    problems.push(`${folder} has less free space than LADING_MIN_FREE_SPACE: uploads would be rejected.`);
}

/** Returns the free space of the nearest existing directory. */
async function freeOf(path: string): Promise<number> {
  if (!existsSync(path)) return freeOf(dirname(path));
  const { bsize, bavail } = await statfs(path);
  return bsize * bavail;
}
