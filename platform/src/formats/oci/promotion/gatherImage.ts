import { sql } from 'drizzle-orm';
import { db } from '../../../database/db.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { type FileRow, selectFiles } from '../../../files/files.ts';
import type { Properties } from '../../../files/properties.ts';
import { manifestPath, tagPath } from '../blobs/layerPaths.ts';
import type { Named } from '../dockerPath.ts';
import { describeImage, type ImageDescription } from '../manifests/describeImage.ts';
import { findManifest, manifestBytes } from '../manifests/findManifest.ts';
import { isForeign, type Manifest, readManifest } from '../manifests/readManifest.ts';

/** Limits per promotion, because it is a single transaction. */
const maxTags = 200;
const maxManifests = 2000;
/** Maximum total bytes of all manifests, which are held in memory. */
const maxManifestBytes = 64 * 1024 ** 2;

interface GatheredManifest {
  digest: string;
  manifest: Manifest;
  /** The manifest's own file row. */
  file: FileRow;
  /**
   * 0 for a manifest that requires no other manifest; otherwise one more than the highest height
   * among those it requires.
   */
  height: number;
}

interface GatheredBlob extends Record<string, unknown> {
  digest: string;
  sha256: string;
  /** In bytes. */
  size: number;
}

export interface GatheredTag {
  tag: string;
  at: GatheredManifest;
  description: ImageDescription;
  properties: Properties;
}

/**
 * The manifests and blobs that the tags of an image refer to. Referrers, such as signatures, are
 * not included.
 */
export interface GatheredImage {
  /** Sorted by name. */
  tags: GatheredTag[];
  /** Required manifests come first. The order is deterministic. */
  manifests: GatheredManifest[];
  /** Layers and configurations, sorted by digest. */
  blobs: GatheredBlob[];
}

/**
 * Collects the parts of an image. Throws `HttpError` 404 if the image or tag does not exist, 400 if
 * it exceeds the limits, and 409 if a part is missing.
 */
export async function gatherImage(named: Named, tag: string | undefined): Promise<GatheredImage> {
  const standing = await tagsOf(named, tag);
  const manifests = await manifestsOf(
    named,
    standing.map(({ digest }) => digest),
  );
  const described = new Map<string, ImageDescription>();
  const tags: GatheredTag[] = [];
  for (const { tag: name, digest } of standing) {
    const at = manifests.get(digest);
    if (!at) throw incomplete(named, `the manifest ${digest}`);
    const description = described.get(digest) ?? (await describeImage(named, at.manifest));
    described.set(digest, description);
    tags.push({ tag: name, at, description, properties: await propertiesOf(named, name) });
  }
  const all = [...manifests.values()];
  return {
    tags,
    manifests: all.sort((a, b) => a.height - b.height || (a.digest < b.digest ? -1 : 1)),
    blobs: await blobsOf(named, all),
  };
}

async function tagsOf(
  { repo, image }: Named,
  tag: string | undefined,
): Promise<{ tag: string; digest: string }[]> {
  const { rows } = await db().execute<{ tag: string; digest: string }>(sql`
    SELECT tag, digest FROM docker_tags WHERE repo = ${repo} AND image = ${image}
      AND ${tag === undefined ? sql`true` : sql`tag = ${tag}`} ORDER BY tag LIMIT ${maxTags + 1}`);
  if (rows.length > maxTags)
    throw tooMuch(`${repo}/${image} has more than ${maxTags} tags, the maximum per promotion`);
  if (rows.length) return rows;
  const what = tag === undefined ? `image ${image} with tags` : `tag ${tag} of image ${image}`;
  throw new HttpError(404, 'NOT_FOUND', `Not found in ${repo}: ${what}`);
}

async function manifestsOf(named: Named, digests: readonly string[]): Promise<Map<string, GatheredManifest>> {
  const found = new Map<string, GatheredManifest>();
  let bytes = 0;
  const gather = async (digest: string): Promise<GatheredManifest> => {
    const known = found.get(digest);
    if (known) return known;
    const row = await findManifest([named.repo], named.image, { digest });
    if (!row) throw incomplete(named, `the manifest ${digest}`);
    bytes += row.size;
    if (found.size === maxManifests || bytes > maxManifestBytes)
      throw tooMuch(
        `The promotion exceeds ${maxManifests} manifests or ${maxManifestBytes} bytes of manifests`,
      );
    const manifest = readManifest(await manifestBytes(row.sha256), row.mediaType);
    let height = 0;
    for (const child of manifest.manifests) {
      height = Math.max(height, (await gather(child.digest)).height + 1);
    }
    const [file] = await selectFiles(
      sql`f.repo = ${named.repo} AND f.path = ${manifestPath(named.image, digest)}`,
    );
    if (!file) throw incomplete(named, `the manifest ${digest}`);
    const gathered = { digest, manifest, file, height };
    found.set(digest, gathered);
    return gathered;
  };
  for (const digest of digests) await gather(digest);
  return found;
}

async function blobsOf(named: Named, manifests: readonly GatheredManifest[]): Promise<GatheredBlob[]> {
  const parts = manifests.flatMap(({ manifest: { config, layers } }) => [
    ...(config ? [config] : []),
    ...layers,
  ]);
  const wanted = [...new Set(parts.filter((part) => !isForeign(part)).map(({ digest }) => digest))];
  const { rows } = await db().execute<GatheredBlob>(sql`
    SELECT digest, sha256, (SELECT size::float8 FROM blobs b WHERE b.sha256 = d.sha256) AS size FROM docker_blobs d
    WHERE repo = ${named.repo} AND image = ${named.image} AND digest = ANY(${sql.param(wanted)}::text[]) ORDER BY digest`);
  const found = new Set(rows.map(({ digest }) => digest));
  const missing = wanted.find((digest) => !found.has(digest));
  if (missing !== undefined) throw incomplete(named, `the blob ${missing}`);
  return rows;
}

async function propertiesOf({ repo, image }: Named, tag: string): Promise<Properties> {
  const [file] = await selectFiles(sql`f.repo = ${repo} AND f.path = ${tagPath(image, tag)}`);
  return file?.properties ?? {};
}

function incomplete({ repo, image }: Named, what: string): HttpError {
  const message = `${repo}/${image} requires ${what}, which no longer exists. Push the image again.`;
  return new HttpError(409, 'INCOMPLETE', message);
}

function tooMuch(what: string): HttpError {
  return new HttpError(400, 'TOO_MANY', `${what}. Promote tag by tag with 'tag'.`);
}
