import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Settings } from '../settings.ts';
import type { BlobStore } from './blobs/BlobStore.ts';
import { FolderBlobStore } from './blobs/FolderBlobStore.ts';
import { type Connection, connection } from './connection.ts';
import { currentStorage } from './db.ts';
import { migrate, readMigrations } from './migrate.ts';
import { startPostgres } from './postgres/startPostgres.ts';

/** The database and the bytes of one platform. Queries go through `db()`, bytes through `blobs()`. */
export interface Storage {
  readonly [connection]: Connection;
  readonly blobs: BlobStore;
  /** Ends the connections, then the embedded database when there is one. */
  close(): Promise<void>;
}

/** Starts the embedded database or connects to the one that the settings name, and brings it up to date. */
export async function openStorage(settings: Settings): Promise<Storage> {
  const embedded = settings.databaseUrl ? undefined : await startPostgres(settings.home);
  const pool = new pg.Pool({
    connectionString: settings.databaseUrl ?? embedded?.url,
    max: 12,
    connectionTimeoutMillis: 5000,
    statement_timeout: 5000,
    idleTimeoutMillis: 30_000,
  });
  const close = async () => {
    await pool.end();
    await embedded?.stop();
  };
  try {
    await migrate(pool, await readMigrations());
    const blobStore = new FolderBlobStore(fileURLToPath(settings.blobUrl));
    await blobStore.prepare();
    return { [connection]: { pool, db: drizzle(pool) }, blobs: blobStore, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The bytes of the current storage. */
export function blobs(): BlobStore {
  return currentStorage().blobs;
}
