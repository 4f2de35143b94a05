import { sql } from 'drizzle-orm';
import { db } from '../../../database/db.ts';
import type { FileRow } from '../../../files/files.ts';
import { indexVersion, setCreated } from '../../../packages/indexing.ts';
import type { Named } from '../dockerPath.ts';
import { describeImage } from '../manifests/describeImage.ts';
import { manifestBytes } from '../manifests/findManifest.ts';
import { readManifest } from '../manifests/readManifest.ts';
import { tagVersion } from '../manifests/tagVersion.ts';

/** Maximum size of a configuration in bytes; larger blobs are not checked. */
const maxConfigBytes = 1024 * 1024;
/** Maximum number of tags that one configuration updates. */
const maxTags = 50;

/**
 * Updates the index after a blob of a remote image was cached, in the current transaction. If the
 * blob is the configuration of manifests that were cached before, their tags get its creation time
 * and description.
 */
export async function updateTagDescriptions(
  { repo, image }: Named,
  digest: string,
  { size }: FileRow,
): Promise<void> {
  if (size > maxConfigBytes) return;
  const { rows } = await db().execute<{ tag: string; sha256: string; mediaType: string }>(sql`
    WITH RECURSIVE above AS (
      SELECT r.digest FROM docker_references r WHERE r.repo = ${repo} AND r.image = ${image} AND r.needs = ${digest}
      UNION
      SELECT r.digest FROM above JOIN docker_references r ON r.repo = ${repo} AND r.image = ${image} AND r.needs = above.digest
    )
    SELECT t.tag, m.sha256, m.media_type AS "mediaType" FROM above
    JOIN docker_manifests m ON m.repo = ${repo} AND m.image = ${image} AND m.digest = above.digest
    JOIN docker_tags t ON t.repo = ${repo} AND t.image = ${image} AND t.digest = above.digest
    ORDER BY t.tag LIMIT ${maxTags}`);
  for (const { tag, sha256, mediaType } of rows) {
    const manifest = readManifest(await manifestBytes(sha256), mediaType);
    if (manifest.config && manifest.config.digest !== digest) continue;
    const description = await describeImage({ repo, image }, manifest);
    await indexVersion(await tagVersion({ repo, image }, tag, description));
    if (description.created)
      await setCreated({ repo, type: 'docker', name: image, version: tag }, description.created);
  }
}
