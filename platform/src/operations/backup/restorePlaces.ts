import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobLocation } from '../../blobs/BlobLocation.ts';
import { S3Location } from '../../blobs/s3/S3Location.ts';
import { syncFolder } from '../../blobs/syncFolder.ts';
import { copyBlob } from './copyBlob.ts';

/** Target of a backup's blobs. */
export interface RestorePlace {
  /** Throws an error for the operator if it contains anything. */
  requireEmpty(): Promise<void>;
  /** Throws if that many bytes have no space. */
  prepare(bytes: number): Promise<void>;
  /** Stores a blob. Returns `false` if the content has another hash. */
  add(sha256: string, content: AsyncIterable<Uint8Array>): Promise<boolean>;
  /** Makes the added blobs durable. */
  finish(): Promise<void>;
  /** Deletes everything after a failure. */
  empty(): Promise<void>;
}

export function restorePlaceOf(location: BlobLocation): RestorePlace {
  if (location instanceof S3Location) return storeOf(location);
  if (location.folder === undefined) throw new Error(`Cannot restore to the ${location.name}`);
  return directoryOf(location.folder);
}

function storeOf(location: S3Location): RestorePlace {
  return {
    async requireEmpty() {
      await location.exists();
      const found = await location.firstKey();
      if (found !== undefined)
        throw new Error(
          `The ${location.name} is not empty: it contains ${found}. Restore into an empty prefix (LADING_BLOB_URL)`,
        );
    },
    prepare: async () => undefined,
    // Other content remains without an entry in the database, so it is garbage-collected.
    add: async (sha256, content) => (await location.add(content)) === sha256,
    finish: async () => undefined,
    empty: () => location.clear(),
  };
}

function directoryOf(folder: string): RestorePlace {
  const places = new Set<string>();
  return {
    requireEmpty: () => requireEmpty(folder, 'LADING_BLOB_URL'),
    async prepare(bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await requireSpace(folder, bytes);
    },
    async add(sha256, content) {
      const place = join(folder, sha256.slice(0, 2));
      if (!places.has(place)) await mkdir(place, { recursive: true, mode: 0o700 });
      places.add(place);
      return copyBlob(content, sha256, join(place, sha256));
    },
    async finish() {
      for (const place of places) await syncFolder(place);
      await syncFolder(folder);
    },
    empty: () => empty(folder),
  };
}

/** Throws an error for the operator if the directory contains anything. */
export async function requireEmpty(path: string, name: string): Promise<void> {
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
export async function empty(path: string): Promise<void> {
  for (const name of await readdir(path)) await rm(join(path, name), { recursive: true, force: true });
}

async function requireSpace(path: string, bytes: number): Promise<void> {
  const { bsize, bavail } = await statfs(path);
  if (bsize * bavail < bytes)
    throw new Error(`${path} has ${bsize * bavail} bytes of free space, and the backup has ${bytes}`);
}
