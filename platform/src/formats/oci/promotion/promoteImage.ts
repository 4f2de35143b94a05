import { sql } from 'drizzle-orm';
import { db } from '../../../database/db.ts';
import { transactionWithRetry } from '../../../database/transactionWithRetry.ts';
import { announce } from '../../../events/announce.ts';
import { deletePermanently } from '../../../files/deletions.ts';
import { findFile } from '../../../files/files.ts';
import { setProperties } from '../../../files/properties.ts';
import { store } from '../../../pipeline/publish.ts';
import { keptBlob } from '../../../pipeline/receive.ts';
import { linkBlob } from '../blobs/imageBlobs.ts';
import { layerPath, tagPath } from '../blobs/layerPaths.ts';
import type { Named } from '../dockerPath.ts';
import { manifestPublication } from '../manifests/manifestPublication.ts';
import { removeTag, removeUnneeded } from '../manifests/removeManifest.ts';
import { contentOf, moveTag, type PlacedTag, tagPublication } from '../manifests/tagPublication.ts';
import type { GatheredImage, GatheredTag } from './gatherImage.ts';
import { lockRows } from './lockRows.ts';
import { isSameImage, type PromotionPlan } from './PromotionPlan.ts';

/**
 * Publishes the collected image in the target like a push, and deletes it from the source for a
 * move: completely or not at all. Layers that are then unused in the source are deleted by a later
 * garbage collection. Throws `HttpError` 409 for an immutable tag, and if the image has changed
 * since it was read.
 */
export async function promoteImage(plan: PromotionPlan, image: GatheredImage): Promise<void> {
  await transactionWithRetry(async () => {
    await lockRows(plan, image);
    if (!isSameImage(plan)) await publishParts(plan, image);
    await publishTags(plan, image.tags);
    if (plan.move) await deletePermanently(() => deleteSource(plan, image));
  });
}

async function publishParts(
  { source, target, by }: PromotionPlan,
  { blobs, manifests }: GatheredImage,
): Promise<void> {
  for (const { digest, ...blob } of blobs) {
    const as = {
      was: 'copied',
      source: { repo: source.repo, path: layerPath(source.image, digest) },
    } as const;
    await linkBlob(target, digest, blob, by, { as });
  }
  for (const { digest, manifest, file } of manifests) {
    const placed = { ...target, digest, manifest, by, source };
    await store(manifestPublication(placed, file), keptBlob(file));
  }
}

/** Moves all tags before it indexes one, because a push locks its tag before its package. */
async function publishTags(plan: PromotionPlan, tags: readonly GatheredTag[]): Promise<void> {
  const { source, target, by, tagsStay } = plan;
  const moved: [PlacedTag, GatheredTag][] = [];
  for (const given of tags) {
    const { digest, manifest } = given.at;
    const tag = { tag: plan.targetTagOf(given.tag), sourceTag: given.tag };
    const placed = { ...target, ...tag, digest, manifest, by, tagsStay, source };
    if (await moveTag(placed)) moved.push([placed, given]);
  }
  for (const [placed, { at, description }] of moved)
    await store(tagPublication(placed, at.file, description), keptBlob(at.file));
  announce('docker.promoted', () =>
    moved.map(([{ tag }, { tag: from, at }]) => ({
      ...{ ...target, tag, after: contentOf(at.file) },
      source: { ...source, tag: from },
    })),
  );
  for (const { tag, properties } of tags) {
    const file = await findFile(target.repo, tagPath(target.image, plan.targetTagOf(tag)));
    if (file) await setProperties(file, properties);
  }
}

/**
 * Deletes manifests before those that they require, so that unused ones of these are deleted too.
 */
async function deleteSource({ source }: PromotionPlan, { tags, manifests }: GatheredImage): Promise<void> {
  const settled = await unchangedManifests(
    source,
    manifests.map(({ digest }) => digest),
    tags.map(({ at }) => at.digest),
  );
  for (const { tag } of tags) await removeTag(source, tag, { announced: false });
  for (const { digest } of manifests.toReversed())
    if (settled.has(digest)) await removeUnneeded(source, digest);
}

/**
 * Manifests not pushed again since the tagged ones: a concurrent push may be about to refer to
 * newer ones in another index.
 */
async function unchangedManifests(
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
