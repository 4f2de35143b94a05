import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Copied, copyDatabase } from '../../database/dump/copyDatabase.ts';
import { connectForDump } from '../../database/dump/DumpClient.ts';
import { startPostgres } from '../../database/embedded/startPostgres.ts';
import { readShipped } from '../../database/shipped.ts';
import { readSettings, type Settings } from '../../settings/settings.ts';
import { ownFolder } from '../../storage/ownership.ts';
import { counted } from '../backup/counted.ts';
import { ProgressLine, type Terminal } from '../backup/ProgressLine.ts';
import { UsageError } from './UsageError.ts';

/**
 * Runs `lading migrate`, which moves the database between the embedded and another PostgreSQL
 * server. Returns the exit code.
 */
export async function moveDatabase(to: string, settings: Settings, terminal: Terminal): Promise<number> {
  const { home } = settings;
  const release = ownFolder(home);
  const line = new ProgressLine(terminal);
  const progress = (done: number, total: number) => line.show('database', done, total);
  try {
    const { tables, rows } = await (to === 'embedded'
      ? moveToEmbedded(settings, progress)
      : moveToServer(settings, urlOf(to), progress)
    ).finally(() => line.end());
    terminal.say(
      `Moved ${counted(tables, 'table')} with ${counted(rows, 'row')}, and compared their checksums.`,
    );
    for (const text of to === 'embedded' ? nextWithin : nextOutside(home)) terminal.say(text);
    return 0;
  } finally {
    release();
  }
}

const nextWithin = [
  'Start the server without LADING_DATABASE_URL. The former database was only read: drop it when the server works.',
];

const nextOutside = (home: string) => [
  'Start the server with the new database in LADING_DATABASE_URL.',
  `${join(home, 'postgres')} was only read: delete it when the server works. A server without LADING_DATABASE_URL would use it.`,
];

function urlOf(to: string): string {
  // Uses the validation of the server.
  const { databaseUrl } = URL.canParse(to) ? readSettings({ LADING_DATABASE_URL: to }) : {};
  if (databaseUrl !== undefined) return databaseUrl;
  throw new UsageError(
    'Expected embedded, or the URL of a PostgreSQL database: postgresql://user@host:5432/database',
  );
}

type Progress = (done: number, total: number) => void;

async function moveToServer(
  { home, databaseUrl }: Settings,
  to: string,
  progress: Progress,
): Promise<Copied> {
  if (databaseUrl !== undefined)
    throw new Error(
      'LADING_DATABASE_URL is set, so the database is not the embedded one. Move it with the tools of PostgreSQL',
    );
  if (!existsSync(join(home, 'postgres')))
    throw new Error(`${home} contains no data of a server. Set LADING_HOME to its data directory`);
  const embedded = await startPostgres(home);
  try {
    return await copyDatabase(embedded.url, to, await readShipped(), progress);
  } finally {
    await embedded.stop();
  }
}

async function moveToEmbedded({ home, databaseUrl }: Settings, progress: Progress): Promise<Copied> {
  if (databaseUrl === undefined)
    throw new Error('LADING_DATABASE_URL is not set. Set it to the database that the server uses now');
  const place = join(home, 'postgres');
  if (existsSync(place))
    throw new Error(`${place} already contains an embedded database. Move it to another directory first`);
  await requireUnused(databaseUrl);
  try {
    const embedded = await startPostgres(home);
    try {
      return await copyDatabase(databaseUrl, embedded.url, await readShipped(), progress);
    } finally {
      await embedded.stop();
    }
  } catch (error) {
    await rm(place, { recursive: true, force: true });
    throw error;
  }
}

/** Requires that no node uses the database. Its changes after the snapshot would be lost. */
async function requireUnused(url: string): Promise<void> {
  const client = await connectForDump(url);
  try {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'lading'`,
    );
    if (rows[0]?.count)
      throw new Error('Servers are connected to the database. Stop all nodes of the installation first');
  } finally {
    await client.end();
  }
}
