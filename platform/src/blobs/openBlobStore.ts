import type { BlobLocation, BlobReader, StoreOptions } from './BlobLocation.ts';
import type { BlobStore } from './BlobStore.ts';
import { MovingBlobStore } from './MovingBlobStore.ts';
import { openBlobLocation } from './openBlobLocation.ts';

/** The locations of an installation. Reads from both while blobs are moved. */
export interface BlobLocations extends BlobReader {
  current: BlobLocation;
  /** Where blobs were stored before, while they are moved. */
  former?: BlobLocation;
  /** The current one, and the former one if there is one. */
  all: readonly BlobLocation[];
  /** Directories among them. */
  folders: string[];
  close(): void;
}

/** The settings of the locations. */
export interface BlobUrls {
  home: string;
  blobUrl: string;
  formerBlobUrl?: string;
}

/** Opens the locations of the settings, without any request. */
export async function openBlobLocations({ home, blobUrl, formerBlobUrl }: BlobUrls): Promise<BlobLocations> {
  const current = await openBlobLocation(blobUrl, home);
  // If both are directories of this server, the journal's content goes to the new one.
  const former =
    formerBlobUrl === undefined
      ? undefined
      : await openBlobLocation(formerBlobUrl, home, current.folder === undefined);
  const all = former ? [current, former] : [current];
  return {
    current,
    ...(former ? { former } : {}),
    all,
    folders: all.flatMap(({ folder }) => (folder === undefined ? [] : [folder])),
    open: async (sha256) => (await current.open(sha256)) ?? former?.open(sha256),
    close() {
      for (const each of all) each.close();
    },
  };
}

/** Opens the store of claimed locations. */
export async function openBlobStore(
  { current, former }: BlobLocations,
  options: StoreOptions,
): Promise<BlobStore> {
  const store = await current.openStore(options);
  return former ? new MovingBlobStore(store, await former.openStore(options)) : store;
}
