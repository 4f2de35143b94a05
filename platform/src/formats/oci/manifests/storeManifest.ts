import type { BlobInfo } from '../../../blobs/BlobStore.ts';
import { transaction } from '../../../database/db.ts';
import { claimName } from '../../../packages/nameClaims.ts';
import { store } from '../../../pipeline/publish.ts';
import { keptBlob } from '../../../pipeline/receive.ts';
import { holdUpstream } from '../../../repositories/removal.ts';
import { blobs } from '../../../storage/storage.ts';
import { describeImage } from './describeImage.ts';
import { manifestPublication, type PlacedManifest } from './manifestPublication.ts';
import { moveTag, tagPublication } from './tagPublication.ts';

export interface NewManifest extends PlacedManifest {
  bytes: Buffer;
  /** The tag to move to the manifest. */
  tag?: string;
  /** Whether an existing tag cannot be moved. */
  tagsStay?: boolean;
}

/**
 * Publishes a manifest and its tag in one transaction. Throws `HttpError` 400 if the image lacks a
 * part of the manifest, and 409 for an immutable tag, or if the remote repository's upstream was
 * changed concurrently.
 */
export async function storeManifest({ bytes, ...given }: NewManifest): Promise<void> {
  const blob = await blobs().put(
    (async function* () {
      yield bytes;
    })(),
  );
  await placeManifest(given, blob);
}

/** The same for stored content; also in a transaction of the caller. */
export async function placeManifest(given: Omit<NewManifest, 'bytes'>, blob: BlobInfo): Promise<void> {
  const { repo, image, manifest, tag } = given;
  // Before the transaction, because it reads from the blob store.
  const description = tag === undefined ? undefined : await describeImage({ repo, image }, manifest);
  await transaction(async () => {
    if (given.from) await holdUpstream(given.from);
    claimName({ repo, type: 'docker', name: image });
    await store(manifestPublication(given, blob), keptBlob(blob));
    if (tag === undefined || !description) return;
    const placed = { ...given, tag };
    if (await moveTag(placed)) await store(tagPublication(placed, blob, description), keptBlob(blob));
  });
}
