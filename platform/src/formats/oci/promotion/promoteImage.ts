import { sql } from 'drizzle-orm';
import { db } from '../../../database/db.ts';
import { inTurn } from '../../../database/inTurn.ts';
import { announce } from '../../../events/announce.ts';
import { findFile } from '../../../files/files.ts';
import { setProperties } from '../../../files/properties.ts';
import { linkBlob } from '../blobs/imageBlobs.ts';
import { layerPath, tagPath } from '../blobs/layerPaths.ts';
import type { Named } from '../dockerPath.ts';
import { removeTag, removeUnneeded } from '../manifests/removeManifest.ts';
import { contentOf, moveTag, placeManifest, type StandingTag, showTag } from '../manifests/storeManifest.ts';
import type { GatheredImage, GatheredTag } from './gatherImage.ts';
import { holdRows } from './holdRows.ts';
import { isOneImage, type Way } from './Way.ts';

/**
 * Makes what was gathered an image of the target as a push would, and takes it from the source where it moves: all of it or, whatever
 * happens, nothing. Layers that nothing needs there any more go with a later collection. Throws `HttpError` 409 for a tag that stays where it is, and
 * for an image that has changed meanwhile.
 */
export async function promoteImage(way: Way, image: GatheredImage): Promise<void> {
  await inTurn(async () => {
    await holdRows(way, image);
    if (!isOneImage(way)) await placeParts(way, image);
    await placeTags(way, image.tags);
    if (way.move) await clearSource(way, image);
  });
}

async function placeParts({ source, target, by }: Way, { blobs, manifests }: GatheredImage): Promise<void> {
  for (const { digest, ...blob } of blobs) {
    const as = {
      was: 'copied',
      source: { repo: source.repo, path: layerPath(source.image, digest) },
    } as const;
    await linkBlob(target, digest, blob, by, { as });
  }
  for (const { digest, manifest, file } of manifests)
    await placeManifest({ ...target, digest, manifest, by, source }, file);
}

/** All of them before the index is told of one: who pushes holds his tag before his package. */
async function placeTags(way: Way, tags: readonly GatheredTag[]): Promise<void> {
  const { source, target, by, tagsStay } = way;
  const moved: [StandingTag, GatheredTag][] = [];
  for (const given of tags) {
    const { digest, manifest } = given.at;
    const tag = { tag: way.tagThere(given.tag), sourceTag: given.tag };
    const standing = { ...target, ...tag, digest, manifest, by, tagsStay, source };
    if (await moveTag(standing)) moved.push([standing, given]);
  }
  for (const [standing, { at, description }] of moved) await showTag(standing, at.file, description);
  announce('docker.promoted', () =>
    moved.map(([{ tag }, { tag: from, at }]) => ({
      ...{ ...target, tag, after: contentOf(at.file) },
      source: { ...source, tag: from },
    })),
  );
  for (const { tag, properties } of tags) {
    const file = await findFile(target.repo, tagPath(target.image, way.tagThere(tag)));
    if (file) await setProperties(file, properties);
  }
}

/** What needs others goes before them: so that of these goes, too, what nothing else needs. */
async function clearSource({ source }: Way, { tags, manifests }: GatheredImage): Promise<void> {
  const settled = await settledOf(
    source,
    manifests.map(({ digest }) => digest),
    tags.map(({ at }) => at.digest),
  );
  for (const { tag } of tags) await removeTag(source, tag, { announced: false });
  for (const { digest } of manifests.toReversed())
    if (settled.has(digest)) await removeUnneeded(source, digest);
}

/** Those that nobody has pushed since what stands under a tag was: whoever did is about to name it in another index. */
async function settledOf(
  { repo, image }: Named,
  digests: readonly string[],
  tagged: readonly string[],
): Promise<Set<string>> {
  const among = (list: readonly string[]) => sql`digest = ANY(${sql.param([...list])}::text[])`;
  const { rows } = await db().execute<{ digest: string }>(sql`
    SELECT digest FROM docker_manifests WHERE repo = ${repo} AND image = ${image} AND ${among(digests)} AND pushed <= (
      SELECT max(pushed) FROM docker_manifests WHERE repo = ${repo} AND image = ${image} AND ${among(tagged)})`);
  return new Set(rows.map(({ digest }) => digest));
}
