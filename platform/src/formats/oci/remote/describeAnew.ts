import { sql } from 'drizzle-orm';
import { db } from '../../../database/db.ts';
import type { FileRow } from '../../../files/files.ts';
import { setCreated } from '../../../packages/indexing.ts';
import type { Named } from '../dockerPath.ts';
import { describeImage } from '../manifests/describeImage.ts';
import { manifestBytes } from '../manifests/findManifest.ts';
import { indexTag } from '../manifests/indexTag.ts';
import { readManifest } from '../manifests/readManifest.ts';

/** A configuration is smaller; a layer of this size is looked up in vain at most. */
const largestConfig = 1024 * 1024;
/** Tags that are told of a configuration at once. */
const mostTags = 50;

/**
 * A blob of a remote image has come, after the manifests that need it. Where it is their configuration, which says when an image was
 * made and what it is, the index says it of the tags that stand there. In the current transaction.
 */
export async function describeAnew({ repo, image }: Named, digest: string, { size }: FileRow): Promise<void> {
  if (size > largestConfig) return;
  const { rows } = await db().execute<{ tag: string; sha256: string; mediaType: string }>(sql`
    WITH RECURSIVE above AS (
      SELECT r.digest FROM docker_references r WHERE r.repo = ${repo} AND r.image = ${image} AND r.needs = ${digest}
      UNION
      SELECT r.digest FROM above JOIN docker_references r ON r.repo = ${repo} AND r.image = ${image} AND r.needs = above.digest
    )
    SELECT t.tag, m.sha256, m.media_type AS "mediaType" FROM above
    JOIN docker_manifests m ON m.repo = ${repo} AND m.image = ${image} AND m.digest = above.digest
    JOIN docker_tags t ON t.repo = ${repo} AND t.image = ${image} AND t.digest = above.digest
    ORDER BY t.tag LIMIT ${mostTags}`);
  for (const { tag, sha256, mediaType } of rows) {
    const manifest = readManifest(await manifestBytes(sha256), mediaType);
    if (manifest.config && manifest.config.digest !== digest) continue;
    const description = await describeImage({ repo, image }, manifest);
    await indexTag({ repo, image }, tag, description);
    if (description.created)
      await setCreated({ repo, type: 'docker', name: image, version: tag }, description.created);
  }
}
