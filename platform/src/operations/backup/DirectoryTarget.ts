import { closeSync, constants } from 'node:fs';
import { access, mkdir, open, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { FolderLocation } from '../../blobs/FolderLocation.ts';
import { streamOf, writeHashed } from '../../blobs/streams.ts';
import { syncFolder } from '../../blobs/syncFolder.ts';
import { blobFolderOf } from '../../settings/blobFolderOf.ts';
import { FolderInUse, lockFolder } from '../../storage/ownership.ts';
import type { BackupFiles } from './BackupFiles.ts';
import {
  type BackupTarget,
  BadTarget,
  type DataLocations,
  isBackupName,
  type TargetReport,
} from './BackupTarget.ts';
import { copyBlob } from './copyBlob.ts';
import { inParallel } from './inParallel.ts';
import { isMissing } from './isMissing.ts';
import { type Manifest, manifestFile, writeManifest } from './Manifest.ts';
import { type CompleteMark, checkMarker, markerFile, markerOf } from './marker.ts';
import type { TargetOwner } from './TargetOwner.ts';
import { writeDurably } from './writeDurably.ts';

/** Suffix of a backup that is in progress, or was interrupted by a crash. */
const unfinished = '.unfinished';
const ours = [markerFile, `${markerFile}${unfinished}`, 'backups', 'blobs', 'lock'];

/** A directory of backups. A backup in progress has another name, and is renamed at its end. */
export class DirectoryTarget implements BackupTarget {
  readonly name: string;
  readonly parallel = 4;
  readonly isLocal = true;
  readonly #backups: string;
  readonly #blobs: string;
  readonly #reader: FolderLocation;
  #owner: TargetOwner | undefined;

  constructor(path: string) {
    this.name = path;
    this.#blobs = join(path, 'blobs');
    this.#backups = join(path, 'backups');
    this.#reader = new FolderLocation(this.#blobs);
  }

  async list(): Promise<string[]> {
    const names = await readdir(this.#backups).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    const complete: string[] = [];
    for (const name of names.filter(isBackupName).sort().reverse())
      if (await exists(join(this.#folderOf(name), manifestFile))) complete.push(name);
    return complete;
  }

  files(name: string): BackupFiles {
    return new DirectoryFiles(this.#folderOf(name));
  }

  async require(): Promise<void> {
    if (!(await exists(this.name)))
      throw new BadTarget(`Directory ${this.name} does not exist. Mount it, or check the path`);
    if (!(await exists(this.#backups)))
      throw new BadTarget(
        `${this.name} contains no backups. Expected the directory given to "lading backup"`,
      );
  }

  async check(owner: TargetOwner): Promise<TargetReport> {
    await checkDirectory(this.name, owner);
    await access(this.name, constants.W_OK).catch((error: unknown) => {
      throw new BadTarget(`The user of the server cannot write to ${this.name}: ${(error as Error).message}`);
    });
    return { free: await freeSpace(this.name), backups: (await this.list()).length };
  }

  requireApart({ home, blobUrl, formerBlobUrl }: DataLocations): void {
    const urls = [blobUrl, formerBlobUrl].flatMap((url) => (url === undefined ? [] : [blobFolderOf(url)]));
    for (const other of [home, ...urls]) {
      if (other === undefined) continue;
      const way = relative(resolve(other), resolve(this.name));
      if (way === '' || !(way.startsWith('..') || isAbsolute(way)))
        throw new BadTarget(`${this.name} is inside ${other}, which it is to back up. Select another disk`);
    }
  }

  async take(owner: TargetOwner): Promise<() => void> {
    const path = this.name;
    const complete = await checkDirectory(path, owner);
    let lock: number;
    try {
      lock = lockFolder(path);
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error;
      throw new BadTarget(`Another backup to ${path} is in progress. Wait until it has finished`);
    }
    try {
      await mkdir(this.#backups, { recursive: true, mode: 0o700 });
      for (let at = 0; at < 256; at++)
        await mkdir(this.#placeOf(at.toString(16).padStart(2, '0')), { recursive: true, mode: 0o700 });
      this.#owner = owner;
      await this.#writeMarker(owner, complete);
      await this.#removeUnfinished();
    } catch (error) {
      closeSync(lock);
      throw error;
    }
    return () => closeSync(lock);
  }

  async begin(name: string): Promise<BackupFiles | undefined> {
    if (await exists(this.#folderOf(name))) return undefined;
    const folder = this.#folderOf(`${name}${unfinished}`);
    await mkdir(join(folder, 'tables'), { recursive: true, mode: 0o700 });
    return new DirectoryFiles(folder);
  }

  async requireOwn(): Promise<void> {
    // The lock of the directory excludes other installations.
  }

  async requireComplete(): Promise<void> {
    // See `requireOwn`.
  }

  async finish(name: string, manifest: Manifest): Promise<void> {
    const folder = this.#folderOf(`${name}${unfinished}`);
    await writeManifest(new DirectoryFiles(folder), manifest);
    await syncFolder(join(folder, 'tables'));
    await syncFolder(folder);
    await rename(folder, this.#folderOf(name));
    await syncFolder(this.#backups);
    if (this.#owner) await this.#writeMarker(this.#owner, this.#owner.mark ?? null);
  }

  async #writeMarker(owner: TargetOwner, complete: CompleteMark): Promise<void> {
    const marker = join(this.name, markerFile);
    await writeDurably(`${marker}${unfinished}`, markerOf(owner, complete));
    await rename(`${marker}${unfinished}`, marker);
    await syncFolder(this.name);
  }

  async delete(name: string): Promise<void> {
    const folder = this.#folderOf(`${name}${unfinished}`);
    await rename(this.#folderOf(name), folder);
    await syncFolder(this.#backups);
    await rm(folder, { recursive: true });
  }

  pathOfBlob(sha256: string): string {
    return join(this.#placeOf(sha256.slice(0, 2)), sha256);
  }

  /** Existing names are sufficient, because a file gets its name only when complete. */
  async blobsWith(prefix: string): Promise<Set<string>> {
    return new Set(await readdir(this.#placeOf(prefix)));
  }

  /**
   * Reads the inode of each file. A million of them took 20 seconds with cached inodes. A network
   * disk needs a round trip for each: two minutes at half a millisecond.
   */
  async blobSizes(prefix: string): Promise<Map<string, number>> {
    const place = this.#placeOf(prefix);
    const sizes = new Map<string, number>();
    await inParallel(await readdir(place), this.parallel, async (name) => {
      sizes.set(name, (await stat(join(place, name))).size);
    });
    return sizes;
  }

  /** Requires slightly more free space than the number of bytes, because files use whole blocks. */
  async requireSpace(bytes: number): Promise<void> {
    const free = await freeSpace(this.name);
    const needed = Math.ceil(bytes * 1.02);
    if (free < needed)
      throw new BadTarget(
        `${this.name} has ${free} bytes of free space, and this backup needs ${needed}. Free some space or use a larger disk`,
      );
  }

  open(sha256: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    return this.#reader.open(sha256);
  }

  addBlob(sha256: string, content: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<boolean> {
    return copyBlob(content, sha256, this.pathOfBlob(sha256), signal);
  }

  syncBlobs(prefix: string): Promise<void> {
    return syncFolder(this.#placeOf(prefix));
  }

  async deleteBlob(sha256: string): Promise<void> {
    await rm(this.pathOfBlob(sha256), { force: true });
  }

  close(): void {
    // Nothing stays open.
  }

  #folderOf(name: string): string {
    return join(this.#backups, name);
  }

  #placeOf(prefix: string): string {
    return join(this.#blobs, prefix);
  }

  async #removeUnfinished(): Promise<void> {
    for (const name of await readdir(this.#backups))
      if (name.endsWith(unfinished)) await rm(this.#folderOf(name), { recursive: true });
    for (const at of await readdir(this.#blobs))
      for (const name of await readdir(join(this.#blobs, at)))
        if (name.endsWith(unfinished)) await rm(join(this.#blobs, at, name));
  }
}

class DirectoryFiles implements BackupFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  pathOf(file: string): string {
    return join(this.#folder, file);
  }

  localPath(file: string): string {
    return this.pathOf(file);
  }

  write(file: string, content: AsyncIterable<Uint8Array>): Promise<{ size: number; sha256: string }> {
    return writeHashed(this.pathOf(file), content, { checksumsLater: true });
  }

  async open(file: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    try {
      return await streamOf(await open(this.pathOf(file), 'r'));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }
}

/** Throws `BadTarget` if an installation cannot use a directory. Does not check permissions. */
/** Returns the mark of the last complete backup. Throws `BadTarget`. */
async function checkDirectory(path: string, owner: TargetOwner): Promise<CompleteMark> {
  if (!isAbsolute(path))
    throw new BadTarget(
      `${path} is not an absolute path, such as /mnt/backups/lading, and no URL of a bucket, such as s3://bucket/prefix`,
    );
  const found = await stat(path).catch((error: unknown) => {
    if (isMissing(error)) throw new BadTarget(`Directory ${path} does not exist. Create or mount it`);
    throw new BadTarget(`Failed to read ${path}: ${(error as Error).message}`);
  });
  if (!found.isDirectory()) throw new BadTarget(`${path} is a file. Expected a directory`);
  const names = await readdir(path).catch((error: unknown) => {
    throw new BadTarget(`This user cannot read ${path}: ${(error as Error).message}`);
  });
  if (names.includes(markerFile))
    return checkMarker(path, await readFile(join(path, markerFile), 'utf8'), owner);
  const stray = names.find((name) => !ours.includes(name) && name !== 'lost+found');
  if (stray !== undefined)
    throw new BadTarget(`${path} contains other files, such as ${stray}. Select an empty directory`);
  return null;
}

async function freeSpace(path: string): Promise<number> {
  const { bsize, bavail } = await statfs(path);
  return bsize * bavail;
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
