import { sql } from 'drizzle-orm';
import { db } from '../../../database/db.ts';
import { type FileRow, selectFiles } from '../../../files/files.ts';
import { indexVersion } from '../../../packages/indexing.ts';
import { tagPath } from '../blobs/layerPaths.ts';
import type { Named } from '../dockerPath.ts';
import type { ImageDescription } from './describeImage.ts';

/** Makes the index say what the tag stands at, in the current transaction: its manifest leads, all that it needs are its files. */
export async function indexTag(
  { repo, image }: Named,
  tag: string,
  { created, ...description }: ImageDescription,
): Promise<void> {
  const leadFile = tagPath(image, tag);
  const files = await filesOf({ repo, image }, tag);
  const lead = files.find(({ path }) => path === leadFile);
  await indexVersion({
    repo,
    type: 'docker',
    name: image,
    version: tag,
    created: created ?? lead?.modified ?? new Date(),
    ...description,
    leadFile,
    files,
  });
}

/** The tag's own file, and those of its layers, of its configuration, and of an index those of all of its images. */
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
