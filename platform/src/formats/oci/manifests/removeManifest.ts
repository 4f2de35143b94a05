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
 * Takes a tag away; what it stood at stays. False when there was none. `announced: false` where another event says it, such as of a
 * promotion.
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

/** What became of a manifest that was to go; `needed` by the manifest with that digest, so that it stays. */
export type Removed = 'removed' | 'unknown' | { needed: string };

/**
 * Takes a manifest away, and the tags that stand at it, unless an index of the image needs it: that could be pulled no more. Layers go
 * with a later collection. `alone: false`: what needs it goes, too.
 */
export async function removeManifest(
  { repo, image }: Named,
  digest: string,
  { alone = true }: { alone?: boolean } = {},
): Promise<Removed> {
  return transaction(async () => {
    // Whoever pushes an index that names it holds its row, or waits for it.
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
    // An image without tags is in no index that would know of it later.
    await keepNames(repo, 'docker', [image]);
    await removeFile(repo, manifestPath(image, digest));
    return 'removed';
  });
}

/** One of the manifests that need this one. */
export async function indexOf({ repo, image }: Named, digest: string): Promise<string | undefined> {
  const { rows } = await db().execute<{ digest: string }>(sql`
    SELECT digest FROM docker_references
    WHERE repo = ${repo} AND image = ${image} AND needs = ${digest} ORDER BY digest LIMIT 1`);
  return rows[0]?.digest;
}

/** Before its file goes. */
async function announceRemovedTag({ repo, image }: Named, tag: string): Promise<void> {
  if (!isAnnounced('docker.deleted')) return;
  const file = await findFile(repo, tagPath(image, tag));
  announce('docker.deleted', () => ({
    ...{ repo, image, tag },
    ...(file ? { before: { sha256: file.sha256, size: file.size } } : {}),
  }));
}

async function forgetVersion({ repo, image }: Named, tag: string): Promise<void> {
  // The file first, as who pushes puts it first: of two who hold the rows that count in another order one would be broken off.
  await removeFile(repo, tagPath(image, tag));
  await unindexVersion({ repo, type: 'docker', name: image, version: tag });
  await indexLatest({ repo, image }, tag);
}

/** Removes a version as the index knows it; what is gone already is no error. A manifest that nothing names any more goes with it. */
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

/** Takes a manifest away, in the current transaction, unless a tag stands at it or another manifest needs it. */
export async function removeUnneeded({ repo, image }: Named, digest: string): Promise<void> {
  const { rowCount } = await db().execute(sql`
    SELECT FROM docker_tags WHERE repo = ${repo} AND image = ${image} AND digest = ${digest} LIMIT 1`);
  if (!rowCount) await removeManifest({ repo, image }, digest);
}
