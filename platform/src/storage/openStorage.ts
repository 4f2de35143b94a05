import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { BlobMarks } from '../blobs/BlobMarks.ts';
import { claimBlobLocation } from '../blobs/claimBlobLocation.ts';
import { damageLogOf } from '../blobs/integrity/damageLog.ts';
import { Integrity } from '../blobs/integrity/Integrity.ts';
import { openBlobLocations, openBlobStore } from '../blobs/openBlobStore.ts';
import { registerBlob } from '../blobs/registerBlob.ts';
import { DiskSpace, type ReadFree, releaseForStart } from '../blobs/space/DiskSpace.ts';
import { Reserve } from '../blobs/space/Reserve.ts';
import { connection } from '../database/connection.ts';
import { oldestServer } from '../database/databaseState.ts';
import { type StartOptions, startPostgres } from '../database/embedded/startPostgres.ts';
import { lowerPriority } from '../database/lowerPriority.ts';
import { migrate } from '../database/migrate.ts';
import { retryTimeouts } from '../database/retryTimeouts.ts';
import { readShipped } from '../database/shipped.ts';
import type { Settings } from '../settings/settings.ts';
import { ownFolder } from './ownership.ts';
import type { Storage } from './storage.ts';

/**
 * Reports events of the database for the log, such as a lost connection or a restart of the
 * embedded server.
 */
export type Report = (event: string, error?: unknown) => void;

/**
 * Timeout of waiting for a connection and of each statement, in milliseconds. On a timeout,
 * requests get a 503 response.
 */
const timeoutMs = 5000;
/** Size of the reserve on the disk of the data directory, in bytes. */
const reserveBytes = 32 * 1024 * 1024;

/**
 * A storage that is being opened. Services can store a reference now, and use it once it is open.
 */
export interface OpeningStorage {
  readonly storage: Storage;
  /** Resolves to `storage`, or rejects like `openStorage`. */
  readonly opened: Promise<Storage>;
}

export interface OpenOptions {
  /** Returns the free disk space instead of the operating system, for tests. */
  readFree?: ReadFree;
  /** Receives the messages of the embedded PostgreSQL, without values. */
  say?: StartOptions['say'];
}

/** Starts to open a storage. */
export function beginStorage(settings: Settings, report?: Report, options?: OpenOptions): OpeningStorage {
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
    get marks() {
      return open().marks;
    },
    get space() {
      return open().space;
    },
    get integrity() {
      return open().integrity;
    },
    close: () => open().close(),
  };
  const opened = openStorage(settings, report, options).then((ready) => {
    found = ready;
    return storage;
  });
  return { storage, opened };
}

/**
 * Locks the data directory, starts the embedded database or connects to the configured one, and
 * migrates it. Throws `FolderInUse`, or an error that says what to do.
 */
export async function openStorage(
  settings: Settings,
  report: Report = () => undefined,
  { readFree, say }: OpenOptions = {},
): Promise<Storage> {
  const closers: (() => void | Promise<void>)[] = [ownFolder(settings.home)];
  const close = async () => {
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer();
  };
  try {
    const reserve = new Reserve(
      join(settings.home, 'reserve'),
      Math.min(reserveBytes, settings.minFreeSpace / 4),
    );
    releaseForStart(settings.home, reserve);
    let url = settings.databaseUrl;
    if (url === undefined) {
      const embedded = await startPostgres(settings.home, { report, ...(say ? { say } : {}) });
      closers.push(() => embedded.stop());
      url = embedded.url;
    }
    const pool = makePool(url, report);
    closers.push(() => endPool(pool));
    const background = makeBackgroundPool(url, report, settings.databaseUrl === undefined);
    closers.push(() => endPool(background));
    await checkServer(pool, settings.databaseUrl);
    await migrate(pool, await readShipped(), report);
    const db = drizzle(pool);
    const locations = await openBlobLocations(settings);
    closers.push(() => locations.close());
    const id = await claimBlobLocation(pool, locations.current, locations.former);
    const marks = new BlobMarks(pool, locations.all, report);
    await marks.claim();
    const space = new DiskSpace({
      ...{ home: settings.home, others: locations.folders, minFree: settings.minFreeSpace, reserve, report },
      ...(readFree ? { read: readFree } : {}),
    });
    closers.push(() => space.stop());
    await space.start();
    const maxAge = settings.verifyReadsHours * 3_600_000;
    const integrity = new Integrity({ log: damageLogOf(db), maxAge, report });
    await integrity.refresh();
    const blobStore = await openBlobStore(locations, {
      ...{ register: (blob) => registerBlob(db, blob), report },
      ...{ id, space, integrity, redirects: settings.blobRedirects },
    });
    closers.push(() => blobStore.close());
    return {
      [connection]: { pool, db, background: { pool: background, db: drizzle(background) } },
      ...{ blobs: blobStore, marks, space, integrity, close },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function makePool(url: string, report: Report, max = 12): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: timeoutMs,
    statement_timeout: timeoutMs,
    // The connection may have been lost without notice.
    query_timeout: 2 * timeoutMs,
    keepAlive: true,
    // A transaction sends statements without waiting for results that it does not need.
    pipeline: true,
    idleTimeoutMillis: 30_000,
    application_name: 'lading',
  });
  // The pool handles errors of idle connections only. A connection lost in use also fails its next
  // query, but without this handler its error event would crash the server.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => pool.ending || report('lost a database connection', error));
  return pool;
}

/** Connections for steady background work: few, so that the database has others for requests. */
function makeBackgroundPool(url: string, report: Report, isEmbedded: boolean): pg.Pool {
  const pool = makePool(url, report, 2);
  // Without it, a statement takes the processor from the thread that serves requests.
  if (isEmbedded)
    pool.on('connect', (client) => {
      // The client has it, and its types do not.
      const { processID } = client as { processID?: number | null };
      if (processID) lowerPriority(processID);
    });
  return pool;
}

/** Time to wait for closing connections, in milliseconds. */
const lastConnectionsMs = 1000;

/**
 * Waits until all connections are closed, which the pool does not do. Otherwise, stopping the
 * embedded server would end them with an error (57P01).
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
