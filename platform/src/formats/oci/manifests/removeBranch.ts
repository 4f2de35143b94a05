import { sql } from 'drizzle-orm';
import { db, transaction } from '../../../database/db.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { keepNames } from '../../../packages/ownedNames.ts';
import type { Named } from '../dockerPath.ts';
import { indexOf, removeManifest, removeTag, removeTagVersion } from './removeManifest.ts';

/** The tag, manifest, or layer at a path of the tree. */
type Place = Named & ({ tag: string } | { manifest: string } | { layer: string });

export function placeOf(repo: string, path: string): Place | undefined {
  const parts = path.split('/');
  const file = parts.pop() ?? '';
  const folder = parts.pop() ?? '';
  const image = parts.join('/');
  const [, algorithm, hex] = /^(sha256|sha512)__([0-9a-f]+)(?:\.json)?$/.exec(file) ?? [];
  if (folder === '_layers' && hex !== undefined) return { repo, image, layer: `${algorithm}:${hex}` };
  if (folder === '_manifests' && hex !== undefined) return { repo, image, manifest: `${algorithm}:${hex}` };
  return file === 'manifest.json' ? { repo, image, tag: folder } : undefined;
}

/**
 * Throws `HttpError` 409 for layers that a remaining image requires, and for a manifest that an
 * index requires.
 */
export async function checkBranch(repo: string, path: string): Promise<void> {
  const place = placeOf(repo, path);
  if (place && 'manifest' in place) {
    const index = await indexOf(place, place.manifest);
    if (index === undefined) return;
    const message = `The index ${index} of ${place.image} requires the manifest ${place.manifest}. Delete the index, or the whole image.`;
    throw new HttpError(409, 'NOT_ALLOWED_BY_FORMAT', message);
  }
  const [, image, file] = /^(.+)\/_layers(?:\/(.+))?$/.exec(path) ?? [];
  if (image === undefined) return;
  const { rows } = await db().execute<{ needs: string; digest: string }>(sql`
    SELECT r.needs, r.digest FROM docker_references r JOIN docker_blobs b
      ON b.repo = r.repo AND b.image = r.image AND b.digest = r.needs
    WHERE r.repo = ${repo} AND r.image = ${image}
      ${file === undefined ? sql`` : sql`AND r.needs = ${file.replace('__', ':')}`} LIMIT 1`);
  const [used] = rows;
  if (used) {
    const message = `The manifest ${used.digest} of ${image} requires ${used.needs}. Delete its tags, or the whole image.`;
    throw new HttpError(409, 'NOT_ALLOWED_BY_FORMAT', message);
  }
}

/**
 * Deletes the rows for the files of a deleted folder, in the current transaction. An image that is
 * completely in the folder is deleted as a whole, so that it never has only some of its layers.
 */
export async function forgetBranch(repo: string, branch: string, paths: readonly string[]): Promise<void> {
  await transaction(async () => {
    const places = paths.flatMap((path) => placeOf(repo, path) ?? []);
    const isWhole = ({ image }: Place) => image === branch || image.startsWith(`${branch}/`);
    for (const image of new Set(places.filter(isWhole).map((place) => place.image)))
      await forgetImage({ repo, image });
    for (const place of places.filter((each) => !isWhole(each))) {
      if ('tag' in place)
        await removeTagVersion({ repo, type: 'docker', name: place.image, version: place.tag });
      else if ('manifest' in place) await removeManifest(place, place.manifest, { alone: false });
      else await forgetBlob(place, place.layer);
    }
  });
}

async function forgetImage({ repo, image }: Named): Promise<void> {
  const { rows } = await db().execute<{ tag: string }>(sql`
    SELECT tag FROM docker_tags WHERE repo = ${repo} AND image = ${image} ORDER BY tag`);
  for (const { tag } of rows) await removeTag({ repo, image }, tag);
  const remove = (table: string) =>
    db().execute(sql`DELETE FROM ${sql.identifier(table)} WHERE repo = ${repo} AND image = ${image}`);
  if ((await remove('docker_manifests')).rowCount) await keepNames(repo, 'docker', [image]);
  for (const table of ['docker_blobs', 'docker_images']) await remove(table);
}

async function forgetBlob({ repo, image }: Named, digest: string): Promise<void> {
  await db().execute(
    sql`DELETE FROM docker_blobs WHERE repo = ${repo} AND image = ${image} AND digest = ${digest}`,
  );
}
