import { sql } from 'drizzle-orm';
import { db } from '../../../database/db.ts';
import { selectFiles } from '../../../files/files.ts';
import type { DeletedFile } from '../../../pipeline/Format.ts';
import { layerPath, manifestPath, tagPath } from '../blobs/layerPaths.ts';
import type { Named } from '../dockerPath.ts';

/**
 * The files that are deleted with each tag, if the tags are deleted in this order: the tag's own
 * file, its manifest unless another tag or an index requires it, and layers that no manifest of the
 * image requires afterwards, which the next garbage collection deletes.
 */
export async function filesDeletedWith(
  repo: string,
  image: string,
  tags: readonly string[],
): Promise<Map<string, DeletedFile[]>> {
  const paths = await pathsGoing({ repo, image }, tags);
  const all = [...paths.values()].flat();
  const files = await selectFiles(sql`f.repo = ${repo} AND f.path = ANY(${sql.param(all)}::text[])`);
  const byPath = new Map(files.map(({ path, size, sha256 }) => [path, { path, size, sha256 }]));
  return new Map(
    [...paths].map(([tag, deleted]) => [tag, deleted.flatMap((path) => byPath.get(path) ?? [])] as const),
  );
}

interface References {
  digest: string;
  needs: string;
}

async function pathsGoing(named: Named, tags: readonly string[]): Promise<Map<string, string[]>> {
  const { repo, image } = named;
  const ofImage = sql`repo = ${repo} AND image = ${image}`;
  const tagged = await db().execute<{ tag: string; digest: string }>(sql`
    SELECT tag, digest FROM docker_tags WHERE ${ofImage} AND digest IN (
      SELECT digest FROM docker_tags WHERE ${ofImage} AND tag = ANY(${sql.param([...tags])}::text[]))`);
  const digests = [...new Set(tagged.rows.map(({ digest }) => digest))];
  const needed = await db().execute<References & Record<string, unknown>>(sql`
    SELECT digest, needs FROM docker_references WHERE ${ofImage} AND (needs = ANY(${sql.param(digests)}::text[]) OR needs IN (
      SELECT needs FROM docker_references WHERE ${ofImage} AND digest = ANY(${sql.param(digests)}::text[])))`);
  const digestOf = new Map(tagged.rows.map(({ tag, digest }) => [tag, digest]));
  const tagsOf = grouped(tagged.rows.map(({ tag, digest }) => [digest, tag]));
  const neededBy = grouped(needed.rows.map(({ digest, needs }) => [needs, digest]));
  const needs = grouped(needed.rows.map((row) => [row.digest, row.needs]));

  const deleted = new Map<string, string[]>();
  for (const tag of tags) {
    const digest = digestOf.get(tag);
    if (digest === undefined) continue;
    const paths = [tagPath(image, tag)];
    deleted.set(tag, paths);
    tagsOf.get(digest)?.delete(tag);
    if (tagsOf.get(digest)?.size || neededBy.get(digest)?.size) continue;
    paths.push(manifestPath(image, digest));
    for (const each of needs.get(digest) ?? []) {
      neededBy.get(each)?.delete(digest);
      // Manifests of an index have no layer path for their digest, so they are kept.
      if (!neededBy.get(each)?.size) paths.push(layerPath(image, each));
    }
  }
  return deleted;
}

function grouped(pairs: readonly (readonly [string, string])[]): Map<string, Set<string>> {
  const groups = new Map<string, Set<string>>();
  for (const [key, value] of pairs) groups.set(key, (groups.get(key) ?? new Set()).add(value));
  return groups;
}
