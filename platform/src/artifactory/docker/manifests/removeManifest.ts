import { sql } from 'drizzle-orm';
import { unindexVersion, type VersionKey } from '../../../metadata/indexing.ts';
import { keepNames } from '../../../metadata/ownedNames.ts';
import { db, transaction } from '../../../storage/db.ts';
import { removeFile } from '../../files/files.ts';
import { manifestPath, tagPath } from '../blobs/layerPaths.ts';
import type { Named } from '../dockerPath.ts';
import { indexLatest } from './indexLatest.ts';

/** Takes a tag away; what it stood at stays. False when there was none. */
export async function removeTag({ repo, image }: Named, tag: string): Promise<boolean> {
  return transaction(async () => {
    const { rowCount } = await db().execute(sql`
      DELETE FROM docker_tags WHERE repo = ${repo} AND image = ${image} AND tag = ${tag}`);
    if (!rowCount) return false;
    await forgetVersion({ repo, image }, tag);
    return true;
  });
}

/** Takes a manifest away, and the tags that stand at it; layers go with a later collection. False when there was none. */
export async function removeManifest({ repo, image }: Named, digest: string): Promise<boolean> {
  return transaction(async () => {
    const held = await db().execute(sql`
      SELECT FROM docker_manifests WHERE repo = ${repo} AND image = ${image} AND digest = ${digest} FOR UPDATE`);
    if (!held.rowCount) return false;
    const { rows } = await db().execute<{ tag: string }>(sql`
      DELETE FROM docker_tags WHERE repo = ${repo} AND image = ${image} AND digest = ${digest} RETURNING tag`);
    for (const { tag } of rows) await forgetVersion({ repo, image }, tag);
    await db().execute(sql`
      DELETE FROM docker_manifests WHERE repo = ${repo} AND image = ${image} AND digest = ${digest}`);
    // An image without tags is in no index that would know of it later.
    await keepNames(repo, 'docker', [image]);
    await removeFile(repo, manifestPath(image, digest));
    return true;
  });
}

async function forgetVersion({ repo, image }: Named, tag: string): Promise<void> {
  await unindexVersion({ repo, type: 'docker', name: image, version: tag });
  await removeFile(repo, tagPath(image, tag));
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
    SELECT FROM docker_tags WHERE repo = ${repo} AND image = ${image} AND digest = ${digest}
    UNION ALL SELECT FROM docker_references WHERE repo = ${repo} AND image = ${image} AND needs = ${digest} LIMIT 1`);
  if (!rowCount) await removeManifest({ repo, image }, digest);
}
