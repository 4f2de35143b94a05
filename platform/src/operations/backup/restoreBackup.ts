import { join } from 'node:path';
import { openBlobLocation } from '../../blobs/openBlobLocation.ts';
import { syncFolder } from '../../blobs/syncFolder.ts';
import type { Shipped } from '../../database/migrate.ts';
import { readShipped } from '../../database/shipped.ts';
import { ownFolder } from '../../storage/ownership.ts';
import { readBlobList } from './blobLists.ts';
import { checkKey } from './checkKey.ts';
import { inParallel } from './inParallel.ts';
import { DamagedBackup, type Manifest, readManifest } from './Manifest.ts';
import { readPart } from './parts.ts';
import type { RestoreOptions } from './RestoreOptions.ts';
import { restoreDatabase } from './restoreDatabase.ts';
import { empty, type RestorePlace, requireEmpty, restorePlaceOf } from './restorePlaces.ts';
import { writeDurably } from './writeDurably.ts';

export interface Restored {
  manifest: Manifest;
  /** Blobs that are corrupted or missing in the target. */
  damaged: string[];
}

/**
 * Creates an installation from a backup, in an empty data directory and an empty database. On
 * failure, both are left empty. Throws `DamagedBackup`, or an error that says what to do.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { target, name, settings } = options;
  const manifest = await readManifest(target.files(name));
  const shipped = await readShipped();
  requireKnown(manifest, shipped);
  checkKey(manifest, options.key);
  const location = await openBlobLocation(settings.blobUrl, settings.home);
  const place = restorePlaceOf(location);
  await requireEmpty(settings.home, 'LADING_HOME');
  await place.requireEmpty();
  const release = ownFolder(settings.home);
  const undo: (() => Promise<unknown>)[] = [() => empty(settings.home), () => place.empty()];
  try {
    const damaged = await restoreBlobs(options, manifest, place);
    await restoreDatabase(options, manifest, shipped, undo);
    await location.writeId(manifest.store);
    await restoreFiles(options, manifest);
    return { manifest, damaged };
  } catch (error) {
    for (const step of undo.reverse()) await step().catch(() => undefined);
    throw error;
  } finally {
    release();
    location.close();
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

async function restoreBlobs(
  { target, name, allowDamaged = false, progress = () => undefined }: RestoreOptions,
  manifest: Manifest,
  place: RestorePlace,
): Promise<string[]> {
  const { bytes: total, missing } = manifest.blobs;
  await place.prepare(total);
  const lost = new Set(missing);
  const damaged: string[] = [];
  let done = 0;
  for await (const { blobs } of readBlobList(target.files(name), manifest)) {
    await inParallel(blobs, target.parallel, async ({ sha256, size }) => {
      const content = await target.open(sha256);
      const isCopied = content && (await place.add(sha256, content));
      if (!isCopied && !lost.has(sha256)) {
        const path = target.pathOfBlob(sha256);
        if (!allowDamaged) throw new DamagedBackup(`${path} is ${content ? 'damaged' : 'missing'}`);
        damaged.push(sha256);
      }
      done += size;
      progress('blobs', done, total);
    });
  }
  await place.finish();
  return damaged.sort();
}

async function restoreFiles(
  { target, name, settings, key }: RestoreOptions,
  manifest: Manifest,
): Promise<void> {
  for (const file of manifest.files) {
    const parts: Buffer[] = [];
    for await (const bytes of readPart(target.files(name), file)) parts.push(bytes);
    await writeDurably(join(settings.home, file.name), Buffer.concat(parts));
  }
  if (Buffer.isBuffer(key) && !settings.secretsKey)
    await writeDurably(join(settings.home, 'secrets.key'), `${key.toString('base64')}\n`);
  await syncFolder(settings.home);
}
