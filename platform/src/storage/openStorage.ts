import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { claimBlobFolder } from '../blobs/claimBlobFolder.ts';
import { FolderBlobStore } from '../blobs/FolderBlobStore.ts';
import { damageLogOf } from '../blobs/integrity/damageLog.ts';
import { Integrity } from '../blobs/integrity/Integrity.ts';
import { registerBlob } from '../blobs/registerBlob.ts';
import { DiskSpace, type ReadFree, releaseForStart } from '../blobs/space/DiskSpace.ts';
import { Reserve } from '../blobs/space/Reserve.ts';
import { connection } from '../database/connection.ts';
import { oldestServer } from '../database/databaseState.ts';
import { startPostgres } from '../database/embedded/startPostgres.ts';
import { migrate } from '../database/migrate.ts';
import { retryTimeouts } from '../database/retryTimeouts.ts';
import { readShipped } from '../database/shipped.ts';
import type { Settings } from '../settings/settings.ts';
import { ownFolder } from './ownership.ts';
import type { Storage } from './storage.ts';

/** What the database does by itself, for the log: a connection lost, the embedded server started again. */
export type Report = (event: string, error?: unknown) => void;

/** Neither waiting for a connection nor a statement takes longer, in milliseconds; a request is then answered with 503. */
const patience = 5000;
/** The size of the reserve on the disk of the data folder, in bytes. */
const mostReserve = 32 * 1024 * 1024;

/** A storage on its way: services may keep it from now on, and use it once it is open. */
export interface OpeningStorage {
  readonly storage: Storage;
  /** Resolves to `storage`, or rejects as `openStorage` does. */
  readonly opened: Promise<Storage>;
}

export interface OpenOptions {
  /** For tests: reads the free space in place of the operating system. */
  readFree?: ReadFree;
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
    get space() {
      return open().space;
    },
    get integrity() {
      return open().integrity;
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
export async function openStorage(
  settings: Settings,
  report: Report = () => undefined,
  { readFree }: OpenOptions = {},
): Promise<Storage> {
  const closers: (() => void | Promise<void>)[] = [ownFolder(settings.home)];
  const close = async () => {
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer();
  };
  try {
    const reserve = new Reserve(
      join(settings.home, 'reserve'),
      Math.min(mostReserve, settings.minFreeSpace / 4),
    );
    releaseForStart(settings.home, reserve);
    let url = settings.databaseUrl;
    if (url === undefined) {
      const embedded = await startPostgres(settings.home, { report });
      closers.push(() => embedded.stop());
      url = embedded.url;
    }
    const pool = makePool(url, report);
    closers.push(() => endPool(pool));
    await checkServer(pool, settings.databaseUrl);
    await migrate(pool, await readShipped(), report);
    const db = drizzle(pool);
    const folder = fileURLToPath(settings.blobUrl);
    const journal = join(settings.home, 'journal');
    // Other nodes that share a folder must find files there, whatever becomes of this one.
    const own = folder.startsWith(join(resolve(settings.home), '/'));
    const places = { folder, ...(own ? { journal } : {}) };
    const id = await claimBlobFolder(pool, places);
    const space = new DiskSpace({
      ...{ home: settings.home, others: [folder], minFree: settings.minFreeSpace, reserve, report },
      ...(readFree ? { read: readFree } : {}),
    });
    closers.push(() => space.stop());
    await space.start();
    const maxAge = settings.verifyReadsHours * 3_600_000;
    const integrity = new Integrity({ log: damageLogOf(db), maxAge, report });
    await integrity.refresh();
    const blobStore = new FolderBlobStore(folder, (blob) => registerBlob(db, blob), {
      report,
      id,
      space,
      integrity,
      ...(own ? { journal } : {}),
    });
    closers.push(() => blobStore.close());
    await blobStore.prepare();
    return { [connection]: { pool, db }, blobs: blobStore, space, integrity, close };
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
  pool.on('error', (error) => pool.ending || report('lost a database connection', error));
  return pool;
}

/** Of connections that close, in milliseconds. */
const lastConnectionsMs = 1000;

/**
 * Waits until the connections are closed, which the pool does not: an embedded server that is stopped before would end them with an error
 * (57P01).
 */
async function endPool(pool: pg.Pool): Promise<void> {
  let open = pool.totalCount;
  const closed = new Promise<void>((resolve) => {
    if (open === 0) resolve();
    pool.on('remove', () => --open === 0 && resolve());
  });
  await pool.end();
  await Promise.race([closed, wait(lastConnectionsMs, undefined, { ref: false })]);
}

async function checkServer(pool: pg.Pool, named: string | undefined): Promise<void> {
  let version: string;
  try {
    const { rows } = await retryTimeouts(() => pool.query<{ server_version: string }>('SHOW server_version'));
    version = rows[0]?.server_version ?? '';
  } catch (error) {
    if (named === undefined) throw error;
    const { host, pathname } = new URL(named);
    const reason = (error as Error).message || (error as NodeJS.ErrnoException).code;
    throw new Error(
      `Failed to connect to database ${pathname.slice(1)} at ${host} (LADING_DATABASE_URL): ${reason}`,
    );
  }
  if (Number.parseInt(version, 10) >= oldestServer) return;
  throw new Error(
    `PostgreSQL ${version} is not supported (LADING_DATABASE_URL). Version ${oldestServer} or newer is required.`,
  );
}
