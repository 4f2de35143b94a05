import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  beginSnapshot,
  connectForDump,
  copyOut,
  type DumpClient,
  tableStatement,
} from '../../database/dump/DumpClient.ts';
import { listMigrations, listSequences, listTables } from '../../database/dump/tables.ts';
import { version } from '../../settings/version.ts';
import { backupLock } from '../../storage/backupLock.ts';
import { BackupTarget, backupName } from './BackupTarget.ts';
import { BlobFiles, type BlobPlaces } from './BlobFiles.ts';
import { copyBlobs } from './copyBlobs.ts';
import { type Manifest, writeManifest } from './Manifest.ts';
import { writePart } from './parts.ts';
import { pruneTarget } from './pruneTarget.ts';

/** Where the content of an installation is. */
export interface BackupSource {
  databaseUrl: string;
  home: string;
  blobs: BlobPlaces;
}

export interface BackupProgress {
  phase: 'database' | 'blobs';
  /** Tables, or bytes to copy. */
  done: number;
  total: number;
}

export interface BackupOptions {
  source: BackupSource;
  target: string;
  /** How many complete backups remain; absent: all. */
  keep?: number;
  /** It is waited for. */
  progress?: (progress: BackupProgress) => void | Promise<void>;
  signal?: AbortSignal;
}

export interface BackupResult {
  name: string;
  /** In bytes: of the database's part, of all blobs, and of those that were copied. */
  database: number;
  blobs: { count: number; bytes: number };
  copied: { count: number; bytes: number };
  missing: string[];
  /** Names of backups that `keep` deleted. */
  deleted: string[];
  /** Why none was deleted, where that failed: the new backup is complete all the same. */
  retentionError: string | null;
}

/** Files of the data directory that an operator wrote. */
const ownFiles = ['importmap.json'];

/** Backs up an installation, running or not. Throws `BadTarget`, or what failed. */
export async function createBackup(options: BackupOptions): Promise<BackupResult> {
  const { source, target: path, signal } = options;
  const guard = await connectForDump(source.databaseUrl);
  try {
    const identity = await readIdentity(guard);
    const target = new BackupTarget(path);
    const release = await target.take(identity.instance);
    try {
      await keepBlobs(guard);
      const result = await write(options, target, identity);
      // Where the connection was lost, garbage collection may have run.
      await guard.query('COMMIT');
      signal?.throwIfAborted();
      await target.finish(result.name);
      return { ...result, ...(await retain(target, options.keep)) };
    } finally {
      release();
    }
  } finally {
    await guard.end().catch(() => undefined);
  }
}

async function retain(
  target: BackupTarget,
  keep: number | undefined,
): Promise<Pick<BackupResult, 'deleted' | 'retentionError'>> {
  try {
    return {
      deleted: keep === undefined ? [] : await pruneTarget(target, keep),
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

/** In milliseconds. */
const lockPatience = 60_000;

/** Until the end of the transaction, garbage collection deletes nothing. */
async function keepBlobs(guard: DumpClient): Promise<void> {
  await guard.query('BEGIN');
  const until = Date.now() + lockPatience;
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
  target: BackupTarget,
  identity: Identity,
): Promise<Omit<BackupResult, 'deleted' | 'retentionError'>> {
  const { source, progress = () => undefined, signal } = options;
  const created = new Date();
  const name = backupName(created);
  const folder = await target.begin(name);
  const dump = await dumpDatabase(options, folder);
  const copied = await copyBlobs({
    ...{ target, folder, list: dump, files: new BlobFiles(source.blobs) },
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
    files: await copyFiles(source.home, folder),
  };
  await writeManifest(folder, manifest);
  const database = [...manifest.tables, manifest.blobs].reduce((sum, { size }) => sum + size, 0);
  return { name, database, blobs: { count, bytes }, copied: copied.copied, missing };
}

type Dump = Pick<Manifest, 'migrations' | 'tables' | 'sequences' | 'blobs'>;

/** Everything as it is at one moment. */
async function dumpDatabase(options: BackupOptions, folder: string): Promise<Dump> {
  const { source, progress = () => undefined, signal } = options;
  const client = await connectForDump(source.databaseUrl);
  try {
    await beginSnapshot(client);
    const migrations = await listMigrations(client);
    const found = await listTables(client);
    const tables: Manifest['tables'] = [];
    for (const table of found) {
      signal?.throwIfAborted();
      await progress({ phase: 'database', done: tables.length, total: found.length });
      const rows = copyOut(client, tableStatement(table));
      const part = await writePart(folder, `tables/${table.name}.gz`, rows, signal);
      tables.push({ ...table, rows: rows.rowCount, ...part });
    }
    const list = copyOut(client, 'SELECT sha256, size FROM blobs ORDER BY sha256 COLLATE "C"');
    const part = await writePart(folder, 'blobs.gz', list, signal);
    const sequences = await listSequences(client);
    await client.query('COMMIT');
    return { migrations, tables, sequences, blobs: { count: 0, bytes: 0, missing: [], ...part } };
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function copyFiles(home: string, folder: string): Promise<Manifest['files']> {
  const files: Manifest['files'] = [];
  for (const name of ownFiles) {
    const path = join(home, name);
    if (
      await stat(path).then(
        () => true,
        () => false,
      )
    )
      files.push({ name, ...(await writePart(folder, `${name}.gz`, createReadStream(path))) });
  }
  return files;
}
