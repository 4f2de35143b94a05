import { sql } from 'drizzle-orm';
import { db } from '../../../database/db.ts';
import { type FileRow, selectFiles } from '../../../files/files.ts';
import type { IndexedVersion } from '../../../packages/IndexedVersion.ts';
import { tagPath } from '../blobs/layerPaths.ts';
import type { Named } from '../dockerPath.ts';
import type { ImageDescription } from './describeImage.ts';

/**
 * The tag as a version of its package: the manifest is the lead file, and everything that it
 * requires are the other files.
 */
export async function tagVersion(
  { repo, image }: Named,
  tag: string,
  { created, ...description }: ImageDescription,
): Promise<IndexedVersion> {
  const leadFile = tagPath(image, tag);
  const files = await filesOf({ repo, image }, tag);
  const lead = files.find(({ path }) => path === leadFile);
  return {
    repo,
    type: 'docker',
    name: image,
    version: tag,
    created: created ?? lead?.created ?? new Date(),
    ...description,
    leadFile,
    files,
  };
}

/** The tag's own file, layers, and configuration; for an index, those of all its images. */
async function filesOf({ repo, image }: Named, tag: string): Promise<FileRow[]> {
  const { rows } = await db().execute<{ needs: string }>(sql`
    WITH RECURSIVE reached AS (
      SELECT r.needs FROM docker_tags t JOIN docker_references r
        ON r.repo = t.repo AND r.image = t.image AND r.digest = t.digest
      WHERE t.repo = ${repo} AND t.image = ${image} AND t.tag = ${tag}
      UNION
      SELECT r.needs FROM reached JOIN docker_references r
        ON r.repo = ${repo} AND r.image = ${image} AND r.digest = reached.needs
    )
    SELECT needs FROM reached LIMIT 2000`);
  const names = rows.map(({ needs }) => needs.replace(':', '__'));
  const paths = [
    tagPath(image, tag),
    ...names.map((name) => `${image}/_layers/${name}`),
    ...names.map((name) => `${image}/_manifests/${name}.json`),
  ];
  return selectFiles(sql`f.repo = ${repo} AND f.path = ANY(${sql.param(paths)}::text[])`);
}
