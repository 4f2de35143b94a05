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

/** Of one image so many go at once: all of it is one transaction. */
const mostTags = 200;
const mostManifests = 2000;
/** Of all manifests together, in bytes: they are held in memory. */
const mostBytes = 64 * 1024 ** 2;

interface GatheredManifest {
  digest: string;
  manifest: Manifest;
  /** Its own row in the tree, which knows its bytes. */
  file: FileRow;
  /** 0 for what needs no other manifest; else one more than the highest that it needs. */
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

/** All that tags of an image stand at and need. What refers to it, such as a signature, is no part of it. */
export interface GatheredImage {
  /** In the order of their names. */
  tags: GatheredTag[];
  /** What others need comes before them; in the same order whatever they are gathered for. */
  manifests: GatheredManifest[];
  /** Layers and configurations, in the order of their digests. */
  blobs: GatheredBlob[];
}

/** Throws `HttpError` 404 for what is not there, 400 for what is too much at once, 409 for an image that lacks a part. */
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
      AND ${tag === undefined ? sql`true` : sql`tag = ${tag}`} ORDER BY tag LIMIT ${mostTags + 1}`);
  if (rows.length > mostTags)
    throw tooMuch(`${repo}/${image} has more than ${mostTags} tags, the maximum per promotion`);
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
    if (found.size === mostManifests || bytes > mostBytes)
      throw tooMuch(`The promotion exceeds ${mostManifests} manifests or ${mostBytes} bytes of manifests`);
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
  const there = new Set(rows.map(({ digest }) => digest));
  const missing = wanted.find((digest) => !there.has(digest));
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
