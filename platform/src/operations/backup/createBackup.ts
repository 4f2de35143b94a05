import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connectForDump, type DumpClient } from '../../database/dump/DumpClient.ts';
import { version } from '../../settings/version.ts';
import { backupLock } from '../../storage/backupLock.ts';
import type { BackupFiles } from './BackupFiles.ts';
import type { BackupOptions } from './BackupOptions.ts';
import { type BackupTarget, backupName, timeOfBackup } from './BackupTarget.ts';
import { copyBlobs } from './copyBlobs.ts';
import { dumpDatabase } from './dumpDatabase.ts';
import { fullTarget } from './fullTarget.ts';
import type { Manifest } from './Manifest.ts';
import { createOwner } from './marker.ts';
import { Pace } from './Pace.ts';
import { writePart } from './parts.ts';
import { pruneTarget } from './pruneTarget.ts';

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
    } catch (error) {
      throw fullTarget(target, error);
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
