import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import type { BlobInfo } from '../../../blobs/BlobStore.ts';
import { db } from '../../../database/db.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { type FileRow, findFile } from '../../../files/files.ts';
import { setProperties } from '../../../files/properties.ts';
import { restoreFacts } from '../../../files/restoreFacts.ts';
import type { TrashDescription, TrashedFile, TrashSupport } from '../../../pipeline/Format.ts';
import { blobs } from '../../../storage/storage.ts';
import { linkBlob } from '../blobs/imageBlobs.ts';
import { layerPath, manifestPath, tagPath } from '../blobs/layerPaths.ts';
import type { Named } from '../dockerPath.ts';
import { readManifest } from './readManifest.ts';
import { placeOf } from './removeBranch.ts';
import { placeManifest } from './storeManifest.ts';
import type { PlacedTag } from './tagPublication.ts';

interface Part extends Record<string, unknown> {
  digest: string;
  sha256: string;
  size: number;
}

interface ManifestPart extends Part {
  mediaType: string;
}

/** A tag or manifest with the manifests and layers that it requires. */
interface TrashedImage {
  image: string;
  tag?: string;
  digest: string;
  /** Those that others require come first; the image's own is the last one. */
  manifests: { digest: string; mediaType: string }[];
  blobs: { digest: string }[];
}

/**
 * Tags, and manifests without a tag, are stored with all that is required to pull them, because
 * garbage collection may delete layers before the image is restored.
 */
export const imageTrash: TrashSupport = {
  async describe(repo, files) {
    const described = new Map<string, TrashDescription | null>();
    for (const file of files) described.set(file.path, await describeFile(repo, file));
    return described;
  },
  async restore({ key: repo }, files, by) {
    for (const file of files) if (file.state) await restoreImage(repo, file, files, by);
  },
  replaceRefusal: ({ key, options }) => (options.immutableTags ? `The tags of ${key} are immutable` : ''),
};

async function describeFile(repo: string, { path, sha256 }: FileRow): Promise<TrashDescription | null> {
  const place = placeOf(repo, path);
  // Layers and tagged manifests are part of their tags.
  if (!place || 'layer' in place) return null;
  if ('manifest' in place && (await isNeeded(place, place.manifest))) return null;
  const { image } = place;
  const manifests = await manifestsOf({ repo, image }, sha256);
  const own = manifests.at(-1);
  if (!own) return null;
  const layers = await layersOf(
    { repo, image },
    manifests.map(({ digest }) => digest),
  );
  const tag = 'tag' in place ? { tag: place.tag } : {};
  const state: TrashedImage = {
    ...{ image, digest: own.digest, ...tag },
    manifests: manifests.map(({ digest, mediaType }) => ({ digest, mediaType })),
    blobs: layers.map(({ digest }) => ({ digest })),
  };
  const needs = [
    ...manifests.map((part) => ({ ...part, path: manifestPath(image, part.digest) })),
    ...layers.map((part) => ({ ...part, path: layerPath(image, part.digest) })),
  ];
  return { state, needs, version: { name: image, version: tag.tag ?? own.digest } };
}

/** Whether a tag or another manifest refers to the manifest. */
async function isNeeded({ repo, image }: Named, digest: string): Promise<boolean> {
  const { rows } = await db().execute<{ needed: boolean }>(sql`
    SELECT EXISTS (SELECT FROM docker_tags WHERE repo = ${repo} AND image = ${image} AND digest = ${digest})
      OR EXISTS (SELECT FROM docker_references WHERE repo = ${repo} AND image = ${image} AND needs = ${digest}) AS needed`);
  return rows[0]?.needed ?? false;
}

/** The manifest with this content and those that it requires, which come first. */
async function manifestsOf({ repo, image }: Named, sha256: string): Promise<ManifestPart[]> {
  const { rows } = await db().execute<ManifestPart>(sql`
    WITH RECURSIVE needed AS (
      SELECT digest, 0 AS depth FROM docker_manifests WHERE repo = ${repo} AND image = ${image} AND sha256 = ${sha256}
      UNION SELECT m.digest, n.depth + 1 FROM needed n
      JOIN docker_references r ON r.repo = ${repo} AND r.image = ${image} AND r.digest = n.digest
      JOIN docker_manifests m ON m.repo = ${repo} AND m.image = ${image} AND m.digest = r.needs
      WHERE n.depth < 10
    )
    SELECT m.digest, m.sha256, m.size::float8 AS size, m.media_type AS "mediaType"
    FROM (SELECT digest, max(depth) AS depth FROM needed GROUP BY digest) n
    JOIN docker_manifests m ON m.repo = ${repo} AND m.image = ${image} AND m.digest = n.digest
    ORDER BY n.depth DESC, m.digest`);
  return rows;
}

async function layersOf({ repo, image }: Named, manifests: readonly string[]): Promise<Part[]> {
  const { rows } = await db().execute<Part>(sql`
    SELECT d.digest, d.sha256, b.size::float8 AS size FROM docker_blobs d JOIN blobs b ON b.sha256 = d.sha256
    WHERE d.repo = ${repo} AND d.image = ${image} AND d.digest IN (SELECT r.needs FROM docker_references r
      WHERE r.repo = ${repo} AND r.image = ${image} AND r.digest = ANY(${sql.param([...manifests])}::text[]))
    ORDER BY d.digest`);
  return rows;
}

/** Throws `HttpError` 409 if the tag was pushed again in the meantime. */
async function restoreTag(manifest: PlacedTag, blob: BlobInfo): Promise<void> {
  const { repo, image, tag } = manifest;
  await placeManifest(manifest, blob).catch((error: unknown) => {
    if (!(error instanceof HttpError && error.code === 'TAG_INVALID')) throw error;
    throw new HttpError(
      409,
      'EXISTS',
      `${repo}/${image}:${tag} exists with different content. Delete it first.`,
    );
  });
}

/** Throws `HttpError` 409 for content with another digest: edges get descriptions from others. */
async function assertDigest(digest: string, { sha256 }: BlobInfo): Promise<void> {
  const [algorithm = '', hex] = digest.split(':');
  if (algorithm === 'sha256' ? hex === sha256 : hex === (await hashOf(algorithm, sha256))) return;
  throw new HttpError(409, 'BAD_DESCRIPTION', `The content of ${digest} has another digest`);
}

async function hashOf(algorithm: string, sha256: string): Promise<string> {
  const hash = createHash(algorithm);
  for await (const chunk of await blobs().open(sha256)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

async function restoreImage(
  repo: string,
  { state, file, replaces }: TrashedFile,
  files: readonly TrashedFile[],
  by: string,
): Promise<void> {
  const { image, tag, digest: own, manifests, blobs: layers } = state as TrashedImage;
  const parts = new Map(files.map(({ path, blob }) => [path, blob]));
  // Each step is idempotent, and garbage collection spares what was linked recently.
  for (const { digest } of layers) {
    const blob = parts.get(layerPath(image, digest));
    if (blob) await assertDigest(digest, blob);
    if (blob) await linkBlob({ repo, image }, digest, blob, by);
  }
  for (const { digest, mediaType } of manifests) {
    const blob = parts.get(manifestPath(image, digest));
    if (!blob) continue;
    await assertDigest(digest, blob);
    const bytes = await buffer(await blobs().open(blob.sha256));
    const placed = { repo, image, digest, manifest: readManifest(bytes, mediaType), by };
    if (digest !== own || tag === undefined) await placeManifest(placed, blob);
    else await restoreTag({ ...placed, tag, tagsStay: !replaces }, blob);
  }
  const row = tag === undefined ? undefined : await findFile(repo, tagPath(image, tag));
  if (!row || !file) return;
  await restoreFacts(row, file);
  await setProperties(row, file.properties);
}
