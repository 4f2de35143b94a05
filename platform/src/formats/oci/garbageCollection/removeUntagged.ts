import { sql } from 'drizzle-orm';
import { db, transaction } from '../../../database/db.ts';
import { imageOf } from '../blobs/layerPaths.ts';
import type { Named } from '../dockerPath.ts';
import { removeManifest } from '../manifests/removeManifest.ts';

/**
 * Deletes the manifest at the path unless it was pushed again or referenced since then. Returns why
 * it was kept. A manifest that does not exist is no error.
 */
export async function removeUntagged(
  repo: string,
  path: string,
  changedBefore: number,
): Promise<string | undefined> {
  const { name: image, digest } = imageOf(path) ?? {};
  if (image === undefined || digest === undefined) return undefined;
  return transaction(async () => {
    // A concurrent push of a tag holds a lock on this row, or waits for it.
    const { rows } = await db().execute<{ subject: string | null; changed: number }>(sql`
      SELECT subject, (extract(epoch FROM pushed) * 1000)::float8 AS changed FROM docker_manifests
      WHERE repo = ${repo} AND image = ${image} AND digest = ${digest} FOR UPDATE`);
    const [held] = rows;
    if (!held) return undefined;
    if (held.changed >= changedBefore) return 'It was pushed again after the selection';
    const use = await useNow({ repo, image }, digest, held.subject);
    if (use !== undefined) return use;
    const removed = await removeManifest({ repo, image }, digest);
    return typeof removed === 'string' ? undefined : `The index ${removed.needed} contains it`;
  });
}

/** Checked after the row is locked, so that earlier tags are visible. */
async function useNow(
  { repo, image }: Named,
  digest: string,
  subject: string | null,
): Promise<string | undefined> {
  const tags = await db().execute<{ tag: string }>(sql`
    SELECT tag FROM docker_tags WHERE repo = ${repo} AND image = ${image} AND digest = ${digest} ORDER BY tag LIMIT 1`);
  const [tagged] = tags.rows;
  if (tagged) return `The tag ${tagged.tag} refers to it`;
  const { rowCount } = await db().execute(sql`
    SELECT FROM docker_manifests WHERE repo = ${repo} AND image = ${image} AND digest = ${subject}`);
  return rowCount ? `It belongs to the image ${subject}, which is kept` : undefined;
}
