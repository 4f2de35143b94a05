import { sql } from 'drizzle-orm';
import { db } from '../../../database/db.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { changeFileCount } from '../../../files/fileCounts.ts';
import { rememberImage } from '../blobs/imageBlobs.ts';
import type { GatheredImage } from './gatherImage.ts';
import { isSameImage, type PromotionPlan } from './PromotionPlan.ts';

/**
 * Locks the rows that the promotion will change, in the current transaction and before any change.
 * Kinds of rows are locked in the same order as by pushes of layers and manifests, and rows of a
 * kind in a fixed order, so that concurrent pushes wait instead of deadlocking. Throws `HttpError`
 * 409 if tags of the source were moved since they were read.
 */
export async function lockRows(plan: PromotionPlan, image: GatheredImage): Promise<void> {
  const { source, target, move } = plan;
  const { blobs, manifests } = image;
  if (!isSameImage(plan)) {
    await lockBlobs(blobs.map(({ sha256 }) => sha256));
    await rememberImage(target);
    await db().execute(sql`
      SELECT FROM docker_blobs WHERE repo = ${target.repo} AND image = ${target.image}
        AND digest = ANY(${sql.param(blobs.map(({ digest }) => digest))}::text[]) ORDER BY digest FOR UPDATE`);
  }
  const ends = move ? [source, target] : [target];
  for (const { digest } of manifests) {
    await db().execute(sql`
      SELECT FROM docker_manifests WHERE digest = ${digest} AND (repo, image) IN (
        SELECT * FROM unnest(${sql.param(ends.map(({ repo }) => repo))}::text[], ${sql.param(ends.map((each) => each.image))}::text[])
      ) ORDER BY repo, image FOR UPDATE`);
  }
  await lockBlobs(manifests.map(({ file }) => file.sha256));
  if (move) await lockTags(plan, image);
  for (const repo of [...new Set(ends.map((each) => each.repo))].sort()) await changeFileCount(repo, 0);
}

async function lockBlobs(sums: readonly string[]): Promise<void> {
  await db().execute(sql`
    SELECT FROM blobs WHERE sha256 = ANY(${sql.param([...sums])}::text[]) ORDER BY sha256 FOR NO KEY UPDATE`);
}

async function lockTags({ source: { repo, image } }: PromotionPlan, { tags }: GatheredImage): Promise<void> {
  const names = tags.map(({ tag }) => tag);
  const { rows } = await db().execute<{ tag: string; digest: string }>(sql`
    SELECT tag, digest FROM docker_tags
    WHERE repo = ${repo} AND image = ${image} AND tag = ANY(${sql.param(names)}::text[]) ORDER BY tag FOR UPDATE`);
  const held = new Map(rows.map(({ tag, digest }) => [tag, digest]));
  const changed = tags.find(({ tag, at }) => held.get(tag) !== at.digest);
  if (!changed) return;
  throw new HttpError(
    409,
    'CHANGED',
    `Tag ${changed.tag} of ${repo}/${image} was moved concurrently. Try again.`,
  );
}
