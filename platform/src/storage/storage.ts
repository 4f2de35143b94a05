import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Settings } from '../settings.ts';
import type { BlobStore } from './blobs/BlobStore.ts';
import { FolderBlobStore } from './blobs/FolderBlobStore.ts';
import { registerBlob } from './blobs/registerBlob.ts';
import { type Connection, connection } from './connection.ts';
import { currentStorage } from './db.ts';
import { migrate, readMigrations } from './migrate.ts';
import { ownFolder } from './ownership.ts';
import { startPostgres } from './postgres/startPostgres.ts';

/** The database and the bytes of one platform. Queries go through `db()`, bytes through `blobs()`. */
export interface Storage {
  readonly [connection]: Connection;
  readonly blobs: BlobStore;
  /** Ends the connections, then the embedded database when there is one. */
  close(): Promise<void>;
}

/** What the database does by itself, for the log: a connection lost, the embedded server started again. */
export type Report = (event: string, error?: unknown) => void;

/** Neither waiting for a connection nor a statement takes longer, in milliseconds; a request is then answered with 503. */
const patience = 5000;
const oldestServer = 15;

/** A storage on its way: services may keep it from now on, and use it once it is open. */
export interface OpeningStorage {
  readonly storage: Storage;
  /** Resolves to `storage`, or rejects as `openStorage` does. */
  readonly opened: Promise<Storage>;
}

/** Begins to open a storage. */
export function beginStorage(settings: Settings, report?: Report): OpeningStorage {
  let found: Storage | undefined;
  const open = () => {
    if (!found) throw new Error('The storage is not open yet');
    return found;
  };
  const storage: Storage = {
    get [connection]() {
      return open()[connection];
    },
    get blobs() {
      return open().blobs;
    },
    close: () => open().close(),
  };
  const opened = openStorage(settings, report).then((ready) => {
    found = ready;
    return storage;
  });
  return { storage, opened };
}

/**
 * Owns the data folder, starts the embedded database or connects to the one that the settings name, and brings it up to
 * date. Throws `FolderInUse`, or an error that says what to do.
 */
export async function openStorage(settings: Settings, report: Report = () => undefined): Promise<Storage> {
  const closers: (() => void | Promise<void>)[] = [ownFolder(settings.home)];
  const close = async () => {
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer();
  };
  try {
    let url = settings.databaseUrl;
    if (url === undefined) {
      const embedded = await startPostgres(settings.home, { report });
      closers.push(() => embedded.stop());
      url = embedded.url;
    }
    const pool = makePool(url, report);
    closers.push(() => pool.end());
    await checkServer(pool, settings.databaseUrl);
    await migrate(pool, await readMigrations());
    const db = drizzle(pool);
    const folder = fileURLToPath(settings.blobUrl);
    // Other nodes that share a folder must find files there, whatever becomes of this one.
    const own = folder.startsWith(join(resolve(settings.home), '/'));
    const blobStore = new FolderBlobStore(folder, (blob) => registerBlob(db, blob), {
      report,
      ...(own ? { journal: join(settings.home, 'journal') } : {}),
    });
    closers.push(() => blobStore.close());
    await blobStore.prepare();
    return { [connection]: { pool, db }, blobs: blobStore, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function makePool(url: string, report: Report): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 12,
    connectionTimeoutMillis: patience,
    statement_timeout: patience,
    // The server may be gone without a word.
    query_timeout: 2 * patience,
    keepAlive: true,
    // A transaction sends what needs no answer without waiting for one.
    pipeline: true,
    idleTimeoutMillis: 30_000,
    application_name: 'lading',
  });
  // The pool listens to connections at rest alone. One that is lost in use fails its next query: without this it would end the server.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => report('a connection to the database was lost', error));
  return pool;
}

async function checkServer(pool: pg.Pool, named: string | undefined): Promise<void> {
  let version: string;
  try {
    const { rows } = await pool.query<{ server_version: string }>('SHOW server_version');
    version = rows[0]?.server_version ?? '';
  } catch (error) {
    if (named === undefined) throw error;
    const { host, pathname } = new URL(named);
    const reason = (error as Error).message || (error as NodeJS.ErrnoException).code;
    throw new Error(
      `LADING_DATABASE_URL names database ${pathname.slice(1)} at ${host}, which does not let us in: ${reason}`,
    );
  }
  if (Number.parseInt(version, 10) >= oldestServer) return;
  throw new Error(`LADING_DATABASE_URL names PostgreSQL ${version}: ${oldestServer} or newer is needed`);
}

/** The bytes of the current storage. */
export function blobs(): BlobStore {
  return currentStorage().blobs;
}
