import { sql } from 'drizzle-orm';
import { db, transaction } from '../../../database/db.ts';
import { announce, isAnnounced } from '../../../events/announce.ts';
import { findFile, removeFile } from '../../../files/files.ts';
import { unindexVersion, type VersionKey } from '../../../packages/indexing.ts';
import { keepNames } from '../../../packages/ownedNames.ts';
import { manifestPath, tagPath } from '../blobs/layerPaths.ts';
import type { Named } from '../dockerPath.ts';
import { indexLatest } from './indexLatest.ts';

/**
 * Deletes a tag but keeps its manifest. Returns false if the tag did not exist. `announced: false`
 * is for callers with their own event, such as a promotion.
 */
export async function removeTag(
  { repo, image }: Named,
  tag: string,
  options: { announced?: boolean } = {},
): Promise<boolean> {
  return transaction(async () => {
    const { rowCount } = await db().execute(sql`
      DELETE FROM docker_tags WHERE repo = ${repo} AND image = ${image} AND tag = ${tag}`);
    if (!rowCount) return false;
    if (options.announced !== false) await announceRemovedTag({ repo, image }, tag);
    await forgetVersion({ repo, image }, tag);
    return true;
  });
}

/**
 * The result of deleting a manifest. `needed`: the digest of a manifest that requires it, so it was
 * kept.
 */
export type Removed = 'removed' | 'unknown' | { needed: string };

/**
 * Deletes a manifest and its tags, unless an index of the image requires it, because the index
 * could not be pulled without it. Layers are deleted by a later garbage collection. `alone: false`
 * is for callers that delete the requiring manifests too.
 */
export async function removeManifest(
  { repo, image }: Named,
  digest: string,
  { alone = true }: { alone?: boolean } = {},
): Promise<Removed> {
  return transaction(async () => {
    // A concurrent push of an index that refers to the manifest holds this row lock, or waits for
    // it.
    const held = await db().execute(sql`
      SELECT FROM docker_manifests WHERE repo = ${repo} AND image = ${image} AND digest = ${digest} FOR UPDATE`);
    if (!held.rowCount) return 'unknown';
    const needed = alone ? await indexOf({ repo, image }, digest) : undefined;
    if (needed !== undefined) return { needed };
    const { rows } = await db().execute<{ tag: string }>(sql`
      DELETE FROM docker_tags WHERE repo = ${repo} AND image = ${image} AND digest = ${digest} RETURNING tag`);
    for (const { tag } of rows) {
      await announceRemovedTag({ repo, image }, tag);
      await forgetVersion({ repo, image }, tag);
    }
    await db().execute(sql`
      DELETE FROM docker_manifests WHERE repo = ${repo} AND image = ${image} AND digest = ${digest}`);
    // An image without tags has no index entry, so its name is reserved here.
    await keepNames(repo, 'docker', [image]);
    await removeFile(repo, manifestPath(image, digest));
    return 'removed';
  });
}

/** One of the manifests that require this one. */
export async function indexOf({ repo, image }: Named, digest: string): Promise<string | undefined> {
  const { rows } = await db().execute<{ digest: string }>(sql`
    SELECT digest FROM docker_references
    WHERE repo = ${repo} AND image = ${image} AND needs = ${digest} ORDER BY digest LIMIT 1`);
  return rows[0]?.digest;
}

/** Called before the file is deleted, because the event includes its checksum. */
async function announceRemovedTag({ repo, image }: Named, tag: string): Promise<void> {
  if (!isAnnounced('docker.deleted')) return;
  const file = await findFile(repo, tagPath(image, tag));
  announce('docker.deleted', () => ({
    ...{ repo, image, tag },
    ...(file ? { before: { sha256: file.sha256, size: file.size } } : {}),
  }));
}

async function forgetVersion({ repo, image }: Named, tag: string): Promise<void> {
  // The file is deleted first, the same lock order as in a push, to prevent deadlocks.
  await removeFile(repo, tagPath(image, tag));
  await unindexVersion({ repo, type: 'docker', name: image, version: tag });
  await indexLatest({ repo, image }, tag);
}

/**
 * Deletes a version of the package index. A version that does not exist is no error. Its manifest
 * is deleted too, unless something refers to it.
 */
export async function removeTagVersion({ repo, name: image, version }: VersionKey): Promise<void> {
  await transaction(async () => {
    const { rows } = await db().execute<{ digest: string }>(sql`
      SELECT digest FROM docker_tags WHERE repo = ${repo} AND image = ${image} AND tag = ${version}`);
    const digest = rows[0]?.digest;
    if (digest === undefined) return;
    await removeTag({ repo, image }, version);
    await removeUnneeded({ repo, image }, digest);
  });
}

/** Deletes a manifest in the current transaction, unless a tag or another manifest refers to it. */
export async function removeUnneeded({ repo, image }: Named, digest: string): Promise<void> {
  const { rowCount } = await db().execute(sql`
    SELECT FROM docker_tags WHERE repo = ${repo} AND image = ${image} AND digest = ${digest} LIMIT 1`);
  if (!rowCount) await removeManifest({ repo, image }, digest);
}
