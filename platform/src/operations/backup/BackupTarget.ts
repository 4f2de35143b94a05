import { closeSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { syncFolder } from '../../blobs/syncFolder.ts';
import { FolderInUse, lockFolder } from '../../storage/ownership.ts';
import { isMissing } from './isMissing.ts';
import { manifestFile } from './Manifest.ts';
import { writeDurably } from './writeDurably.ts';

/** The target directory cannot be used. The message says why and what to do. */
export class BadTarget extends Error {
  override readonly name = 'BadTarget';
}

const markerFile = 'lading-backups.json';
/** Suffix of a backup that is in progress, or was interrupted by a crash. */
const unfinished = '.unfinished';
const ours = [markerFile, 'backups', 'blobs', 'lock'];

/**
 * A directory of backups: `backups/TIME/` with a manifest and the database, and `blobs/`, which all
 * backups share.
 */
export class BackupTarget {
  readonly path: string;
  readonly blobs: string;
  readonly #backups: string;

  constructor(path: string) {
    this.path = path;
    this.blobs = join(path, 'blobs');
    this.#backups = join(path, 'backups');
  }

  folderOf(name: string): string {
    return join(this.#backups, name);
  }

  /** Returns the names of complete backups, newest first. */
  async list(): Promise<string[]> {
    const names = await readdir(this.#backups).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    const complete: string[] = [];
    for (const name of names.filter(isBackupName).sort().reverse())
      if (await exists(join(this.folderOf(name), manifestFile))) complete.push(name);
    return complete;
  }

  /** Throws `BadTarget` if it is not a directory of backups. */
  async require(): Promise<void> {
    if (!(await exists(this.#backups)))
      throw new BadTarget(
        `${this.path} contains no backups. Expected the directory given to "lading backup"`,
      );
  }

  /**
   * Locks the directory for writing by this process. On the first use, creates a directory of
   * backups of this installation. Returns a function that releases the lock. Throws `BadTarget`.
   */
  async take(instance: string): Promise<() => void> {
    await checkTarget(this.path, instance);
    let lock: number;
    try {
      lock = lockFolder(this.path);
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error;
      throw new BadTarget(`Another backup to ${this.path} is in progress. Wait until it has finished`);
    }
    try {
      await mkdir(this.#backups, { recursive: true, mode: 0o700 });
      for (let at = 0; at < 256; at++)
        await mkdir(join(this.blobs, at.toString(16).padStart(2, '0')), { recursive: true, mode: 0o700 });
      if (!(await exists(join(this.path, markerFile))))
        await writeDurably(join(this.path, markerFile), `${JSON.stringify({ format: 1, instance })}\n`);
      await syncFolder(this.path);
      await this.#removeUnfinished();
    } catch (error) {
      closeSync(lock);
      throw error;
    }
    return () => closeSync(lock);
  }

  /** Creates the directory of a backup, which is not listed before `finish`. */
  async begin(name: string): Promise<string> {
    const folder = this.folderOf(`${name}${unfinished}`);
    await mkdir(join(folder, 'tables'), { recursive: true, mode: 0o700 });
    return folder;
  }

  async finish(name: string): Promise<void> {
    const folder = this.folderOf(`${name}${unfinished}`);
    await syncFolder(join(folder, 'tables'));
    await syncFolder(folder);
    await rename(folder, this.folderOf(name));
    await syncFolder(this.#backups);
  }

  /** Deletes a backup. At no time is an incomplete backup listed. */
  async delete(name: string): Promise<void> {
    const folder = this.folderOf(`${name}${unfinished}`);
    await rename(this.folderOf(name), folder);
    await syncFolder(this.#backups);
    await rm(folder, { recursive: true });
  }

  async #removeUnfinished(): Promise<void> {
    for (const name of await readdir(this.#backups))
      if (name.endsWith(unfinished)) await rm(this.folderOf(name), { recursive: true });
    for (const at of await readdir(this.blobs))
      for (const name of await readdir(join(this.blobs, at)))
        if (name.endsWith(unfinished)) await rm(join(this.blobs, at, name));
  }
}

/**
 * Returns a name such as `2026-01-31T14-05-00Z`, which sorts by time and is valid in every file
 * system.
 */
export function backupName(time: Date): string {
  return `${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}

export function timeOfBackup(name: string): Date {
  return new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)Z$/, 'T$1:$2:$3Z'));
}

function isBackupName(name: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/.test(name);
}

/**
 * Throws `BadTarget` if an installation cannot use a directory for its backups. Does not check
 * permissions.
 */
export async function checkTarget(path: string, instance: string): Promise<void> {
  if (!isAbsolute(path)) throw new BadTarget(`${path} is not an absolute path, such as /mnt/backups/lading`);
  const found = await stat(path).catch((error: unknown) => {
    if (isMissing(error)) throw new BadTarget(`Directory ${path} does not exist. Create or mount it`);
    throw new BadTarget(`Failed to read ${path}: ${(error as Error).message}`);
  });
  if (!found.isDirectory()) throw new BadTarget(`${path} is a file. Expected a directory`);
  const names = await readdir(path).catch((error: unknown) => {
    throw new BadTarget(`This user cannot read ${path}: ${(error as Error).message}`);
  });
  if (!names.includes(markerFile)) {
    const stray = names.find((name) => !ours.includes(name) && name !== 'lost+found');
    if (stray !== undefined)
      throw new BadTarget(`${path} contains other files, such as ${stray}. Select an empty directory`);
    return;
  }
  const marker = JSON.parse(await readFile(join(path, markerFile), 'utf8')) as { instance?: string };
  if (marker.instance !== instance)
    throw new BadTarget(`${path} contains backups of another installation. Select a separate directory`);
}

/**
 * Throws `BadTarget` if a directory is inside one of the others, because a backup must survive
 * their loss.
 */
export function checkOutside(path: string, others: readonly string[]): void {
  const target = resolve(path);
  for (const other of others) {
    const way = relative(resolve(other), target);
    if (way === '' || !(way.startsWith('..') || isAbsolute(way)))
      throw new BadTarget(`${path} is inside ${other}, which it is to back up. Select another disk`);
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false;
      throw error;
    },
  );
}
