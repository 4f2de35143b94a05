import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeStoreId } from '../../blobs/storeId.ts';
import { syncFolder } from '../../blobs/syncFolder.ts';
import type { Shipped } from '../../database/migrate.ts';
import { readShipped } from '../../database/shipped.ts';
import { ownFolder } from '../../storage/ownership.ts';
import { BlobFiles } from './BlobFiles.ts';
import { readBlobList } from './blobLists.ts';
import { checkKey } from './checkKey.ts';
import { copyBlob } from './copyBlob.ts';
import { inParallel } from './inParallel.ts';
import { DamagedBackup, type Manifest, readManifest } from './Manifest.ts';
import { readPart } from './parts.ts';
import type { RestoreOptions } from './RestoreOptions.ts';
import { restoreDatabase } from './restoreDatabase.ts';
import { writeDurably } from './writeDurably.ts';

export interface Restored {
  manifest: Manifest;
  /** Blobs that are corrupted or missing in the target. */
  damaged: string[];
}

const parallel = 4;

/**
 * Creates an installation from a backup, in an empty data directory and an empty database. On
 * failure, both are left empty. Throws `DamagedBackup`, or an error that says what to do.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { target, name, settings } = options;
  const manifest = await readManifest(target.folderOf(name));
  const shipped = await readShipped();
  requireKnown(manifest, shipped);
  checkKey(manifest, options.key);
  const folder = fileURLToPath(settings.blobUrl);
  await requireEmpty(settings.home, 'LADING_HOME');
  await requireEmpty(folder, 'LADING_BLOB_URL');
  const release = ownFolder(settings.home);
  const undo: (() => Promise<unknown>)[] = [() => empty(settings.home), () => empty(folder)];
  try {
    const damaged = await restoreBlobs(options, manifest, folder);
    await restoreDatabase(options, manifest, shipped, undo);
    writeStoreId(folder, manifest.store);
    await restoreFiles(options, manifest);
    return { manifest, damaged };
  } catch (error) {
    for (const step of undo.reverse()) await step().catch(() => undefined);
    throw error;
  } finally {
    release();
  }
}

function requireKnown(manifest: Manifest, shipped: Shipped): void {
  const known = new Set(shipped.migrations.map(({ name }) => name));
  const unknown = manifest.migrations.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new Error(
      `The backup was made by a newer version (${manifest.version}). This version does not know ${unknown}. ` +
        'Restore it with that version or a newer one',
    );
}

async function requireEmpty(path: string, name: string): Promise<void> {
  if (!existsSync(path)) return;
  const [found] = (await readdir(path)).filter((each) => each !== 'lost+found');
  if (found !== undefined)
    throw new Error(
      `${path} is not empty: it contains ${found}. Restore into an empty directory (--home or ${name})`,
    );
}

/**
 * Deletes the content only, because the directory itself may be a mount point. The lock file stays
 * open until the end.
 */
async function empty(path: string): Promise<void> {
  for (const name of await readdir(path)) await rm(join(path, name), { recursive: true, force: true });
}

async function restoreBlobs(
  { target, name, allowDamaged = false, progress = () => undefined }: RestoreOptions,
  manifest: Manifest,
  folder: string,
): Promise<string[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bytes: total, missing } = manifest.blobs;
  await requireSpace(folder, total);
  const source = new BlobFiles({ folder: target.blobs });
  const lost = new Set(missing);
  const damaged: string[] = [];
  let done = 0;
  for await (const { prefix, blobs } of readBlobList(target.folderOf(name), manifest)) {
    const place = join(folder, prefix);
    await mkdir(place, { recursive: true, mode: 0o700 });
    await inParallel(blobs, parallel, async ({ sha256, size }) => {
      const content = await source.open(sha256);
      const isCopied = content && (await copyBlob(content, sha256, join(place, sha256)));
      if (!isCopied && !lost.has(sha256)) {
        const path = join(target.blobs, prefix, sha256);
        if (!allowDamaged) throw new DamagedBackup(`${path} is ${content ? 'damaged' : 'missing'}`);
        damaged.push(sha256);
      }
      done += size;
      progress('blobs', done, total);
    });
    await syncFolder(place);
  }
  await syncFolder(folder);
  return damaged.sort();
}

async function requireSpace(path: string, bytes: number): Promise<void> {
  const { bsize, bavail } = await statfs(path);
  if (bsize * bavail < bytes)
    throw new Error(`${path} has ${bsize * bavail} bytes of free space, and the backup has ${bytes}`);
}

async function restoreFiles(
  { target, name, settings, key }: RestoreOptions,
  manifest: Manifest,
): Promise<void> {
  for (const file of manifest.files) {
    const parts: Buffer[] = [];
    for await (const bytes of readPart(target.folderOf(name), file)) parts.push(bytes);
    await writeDurably(join(settings.home, file.name), Buffer.concat(parts));
  }
  if (Buffer.isBuffer(key) && !settings.secretsKey)
    await writeDurably(join(settings.home, 'secrets.key'), `${key.toString('base64')}\n`);
  await syncFolder(settings.home);
}
