import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { BlobReader } from '../../blobs/BlobLocation.ts';
import {
  beginSnapshot,
  connectForDump,
  type DumpClient,
  tableStatement,
} from '../../database/dump/DumpClient.ts';
import { DumpThread } from '../../database/dump/DumpThread.ts';
import { listMigrations, listSequences, listTables } from '../../database/dump/tables.ts';
import { lowerPriority } from '../../database/lowerPriority.ts';
import { version } from '../../settings/version.ts';
import { backupLock } from '../../storage/backupLock.ts';
import type { BackupFiles } from './BackupFiles.ts';
import { type BackupTarget, backupName, timeOfBackup } from './BackupTarget.ts';
import { copyBlobs } from './copyBlobs.ts';
import type { Manifest, Part } from './Manifest.ts';
import { createOwner } from './marker.ts';
import { OverlappedWrites } from './OverlappedWrites.ts';
import { Pace } from './Pace.ts';
import { writePart } from './parts.ts';
import { pruneTarget } from './pruneTarget.ts';

/** Locations of an installation's content. */
interface BackupSource {
  databaseUrl: string;
  /** Whether the database runs on this machine. */
  isLocal?: boolean;
  home: string;
  blobs: BlobReader;
}

export interface BackupProgress {
  phase: 'database' | 'blobs';
  /** Number of tables, or of bytes to copy. */
  done: number;
  total: number;
}

export interface BackupOptions {
  source: BackupSource;
  target: BackupTarget;
  /** Number of complete backups to keep. All if absent. */
  keep?: number;
  /** Whether clients are served, for which the backup then makes pauses. */
  isBusy?: () => boolean;
  /** Awaited by the backup. */
  progress?: (progress: BackupProgress) => void | Promise<void>;
  signal?: AbortSignal;
}

export interface BackupResult {
  name: string;
  /** Sizes in bytes: of the database, of all blobs, and of copied blobs. */
  database: number;
  blobs: { count: number; bytes: number };
  copied: { count: number; bytes: number };
  missing: string[];
  /** Names of backups deleted by retention. */
  deleted: string[];
  /** Why deleting old backups failed, if it did. The new backup is complete anyway. */
  retentionError: string | null;
}

/** Files of the data directory that operators write. */
const ownFiles = ['importmap.json', 'sigstore-root.json'];

/** Backs up an installation, running or stopped. Throws `BadTarget`, or the error of a step. */
export async function createBackup(options: BackupOptions): Promise<BackupResult> {
  const { source, target, signal } = options;
  const guard = await connectForDump(source.databaseUrl);
  try {
    const identity = await readIdentity(guard);
    const owner = await createOwner(guard, identity.instance);
    await takeTurn(guard);
    const isAlone = async () => {
      // Fails if the connection was lost: garbage collection or another backup may have begun.
      await guard.query('SELECT 1');
      await target.requireOwn();
    };
    const release = await target.take(owner);
    try {
      const { manifest, ...result } = await write(options, identity);
      await target.requireComplete(result.name, manifest);
      await isAlone();
      signal?.throwIfAborted();
      await target.finish(result.name, manifest);
      return { ...result, ...(await retain(options, result.name, isAlone)) };
    } finally {
      release();
    }
  } finally {
    await guard.end().catch(() => undefined);
  }
}

async function retain(
  { target, keep }: BackupOptions,
  own: string,
  isAlone: () => Promise<void>,
): Promise<Pick<BackupResult, 'deleted' | 'retentionError'>> {
  try {
    return {
      deleted: keep === undefined ? [] : await pruneTarget(target, { keep, own, isAlone }),
      retentionError: null,
    };
  } catch (error) {
    return { deleted: [], retentionError: `Failed to delete old backups: ${(error as Error).message}` };
  }
}

interface Identity extends Pick<Manifest, 'instance' | 'store' | 'keyCheck'> {}

async function readIdentity(client: DumpClient): Promise<Identity> {
  const { rows } = await client.query<Identity>(`SELECT id::text AS instance,
      coalesce((SELECT id::text FROM blob_folder), '') AS store,
      (SELECT encode(sealed, 'base64') FROM secrets_key) AS "keyCheck" FROM installation`);
  const [identity] = rows;
  if (!identity) throw new Error('The database contains no installation. Start the server once');
  return identity;
}

const lockTimeoutMs = 60_000;
const secondMs = 1000;

/** Prevents garbage collection and other backups until the end of the transaction. */
async function takeTurn(guard: DumpClient): Promise<void> {
  await guard.query('BEGIN');
  const until = Date.now() + lockTimeoutMs;
  for (;;) {
    const { rows } = await guard.query<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS taken', [
      backupLock,
    ]);
    if (rows[0]?.taken) return;
    if (Date.now() > until)
      throw new Error('Another backup of this installation is in progress. Wait until it has finished');
    await wait(50);
  }
}

async function write(
  options: BackupOptions,
  identity: Identity,
): Promise<Omit<BackupResult, 'deleted' | 'retentionError'> & { manifest: Manifest }> {
  const { source, target, progress = () => undefined, signal } = options;
  const { created, name, files } = await begin(target);
  const pace = new Pace(options);
  const dump = await dumpDatabase(options, files, pace);
  const copied = await copyBlobs({
    ...{ target, files, pace, list: dump, source: source.blobs },
    progress: (done, total) => progress({ phase: 'blobs', done, total }),
    ...(signal ? { signal } : {}),
  });
  const { count, bytes, missing } = copied;
  const manifest: Manifest = {
    ...{
      format: 1,
      version,
      ...identity,
      created: created.toISOString(),
      finished: new Date().toISOString(),
    },
    ...dump,
    blobs: { ...dump.blobs, count, bytes, missing },
    files: await copyFiles(source.home, files),
  };
  const database = [...manifest.tables, manifest.blobs].reduce((sum, { size }) => sum + size, 0);
  return { name, manifest, database, blobs: { count, bytes }, copied: copied.copied, missing };
}

/**
 * The name is later than that of all other backups, also if the clock was set back: retention and
 * restores sort by names. Names are precise to a second, so a backup waits if one of the same
 * second exists.
 */
async function begin(target: BackupTarget): Promise<{ created: Date; name: string; files: BackupFiles }> {
  const [newest] = await target.list();
  let least = newest === undefined ? 0 : timeOfBackup(newest).getTime() + secondMs;
  for (;;) {
    const ahead = least - Date.now();
    if (ahead > 0 && ahead <= secondMs) await wait(ahead);
    const created = new Date();
    const named = Math.max(created.getTime(), least);
    const name = backupName(new Date(named));
    const files = await target.begin(name);
    if (files) return { created, name, files };
    least = named + secondMs;
  }
}

type Dump = Pick<Manifest, 'migrations' | 'tables' | 'sequences' | 'blobs'>;

/** Tables that a bucket stores at a time: each is up to one part of an upload in memory. */
const overlapped = 8;

/** Dumps a consistent snapshot. */
async function dumpDatabase(options: BackupOptions, files: BackupFiles, pace: Pace): Promise<Dump> {
  const { source, target, progress = () => undefined, signal } = options;
  const client = await connectForDump(source.databaseUrl);
  // A disk is slower with several waits at a time, and uploads wait for it, too.
  const writes = new OverlappedWrites(target.isLocal ? 1 : overlapped);
  let thread: DumpThread | undefined;
  const stop = () => thread?.close();
  signal?.addEventListener('abort', stop);
  try {
    await beginSnapshot(client);
    const { isLocal = false, databaseUrl: url } = source;
    const reader = await DumpThread.start({ url, client }, isLocal ? lowerPriority : undefined);
    thread = reader;
    const dump = (statement: string, file: string) =>
      writes.add(pace.of(reader.copy(statement)), async (content): Promise<Part> => {
        const { size, sha256 } = await files.write(file, content);
        return { file, size, sha256 };
      });
    const migrations = await listMigrations(client);
    const found = await listTables(client);
    const dumped: (() => Promise<Manifest['tables'][number]>)[] = [];
    for (const table of found) {
      signal?.throwIfAborted();
      await progress({ phase: 'database', done: dumped.length, total: found.length });
      const { written } = await dump(tableStatement(table), `tables/${table.name}.gz`);
      const rows = reader.rowCount;
      dumped.push(async () => ({ ...table, rows, ...(await written) }));
    }
    const list = await dump('SELECT sha256, size FROM blobs ORDER BY sha256 COLLATE "C"', 'blobs.gz');
    const sequences = await listSequences(client);
    await client.query('COMMIT');
    const blobs = { count: 0, bytes: 0, missing: [], ...(await list.written) };
    const tables = await Promise.all(dumped.map((finish) => finish()));
    return { migrations, tables, sequences, blobs };
  } finally {
    await writes.settle();
    signal?.removeEventListener('abort', stop);
    await thread?.close();
    await client.end().catch(() => undefined);
  }
}

async function copyFiles(home: string, files: BackupFiles): Promise<Manifest['files']> {
  const copied: Manifest['files'] = [];
  for (const name of ownFiles) {
    const path = join(home, name);
    if (
      await stat(path).then(
        () => true,
        () => false,
      )
    )
      copied.push({ name, ...(await writePart(files, `${name}.gz`, createReadStream(path))) });
  }
  return copied;
}
