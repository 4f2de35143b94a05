import { sql } from 'drizzle-orm';
import { db } from '../../../database/db.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { changeFileCount } from '../../../files/fileCounts.ts';
import { rememberImage } from '../blobs/imageBlobs.ts';
import type { GatheredImage } from './gatherImage.ts';
import { isOneImage, type Way } from './Way.ts';

/**
 * Holds what the promotion is going to change, in the current transaction and before it changes any of it: each kind of row after those that a push
 * of a layer or of a manifest holds before it, and of each kind in one order. So pushes, which have one layer or one manifest at a time, wait for it
 * instead of being broken off. Throws `HttpError` 409 for tags of the source that were moved meanwhile.
 */
export async function holdRows(way: Way, image: GatheredImage): Promise<void> {
  const { source, target, move } = way;
  const { blobs, manifests } = image;
  if (!isOneImage(way)) {
    await holdBytes(blobs.map(({ sha256 }) => sha256));
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
  await holdBytes(manifests.map(({ file }) => file.sha256));
  if (move) await holdTags(way, image);
  for (const repo of [...new Set(ends.map((each) => each.repo))].sort()) await changeFileCount(repo, 0);
}

async function holdBytes(sums: readonly string[]): Promise<void> {
  await db().execute(sql`
    SELECT FROM blobs WHERE sha256 = ANY(${sql.param([...sums])}::text[]) ORDER BY sha256 FOR NO KEY UPDATE`);
}

async function holdTags({ source: { repo, image } }: Way, { tags }: GatheredImage): Promise<void> {
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
