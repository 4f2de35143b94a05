import { sql } from 'drizzle-orm';
import type { BlobInfo } from '../../../blobs/BlobStore.ts';
import { db, transaction } from '../../../database/db.ts';
import { announce, isAnnounced } from '../../../events/announce.ts';
import type { Content } from '../../../events/Event.ts';
import { findFile, type PutFileOptions, putFile } from '../../../files/files.ts';
import { claimName } from '../../../packages/nameClaims.ts';
import { holdUpstream } from '../../../repositories/removal.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { blobs } from '../../../storage/storage.ts';
import { rememberImage } from '../blobs/imageBlobs.ts';
import { manifestPath, tagPath } from '../blobs/layerPaths.ts';
import type { Named } from '../dockerPath.ts';
import { dockerError } from '../errors.ts';
import { describeImage, type ImageDescription } from './describeImage.ts';
import { indexLatest } from './indexLatest.ts';
import { indexTag } from './indexTag.ts';
import { isForeign, type Manifest } from './readManifest.ts';

/** A manifest that is to be an image's, whose bytes are here. */
export interface PlacedManifest extends Named {
  digest: string;
  manifest: Manifest;
  by: string;
  /** The remote whose upstream gave it: what it needs comes when it is asked for. */
  from?: Repository;
  /** Where a promotion takes it from. */
  source?: Named;
}

export interface NewManifest extends PlacedManifest {
  bytes: Buffer;
  /** What is to stand at it. */
  tag?: string;
  /** A tag that is there is not moved. */
  tagsStay?: boolean;
}

/** A tag that is to stand at a manifest of its image. */
export interface StandingTag extends PlacedManifest {
  tag: string;
  /** Of a promotion: its tag at the source. */
  sourceTag?: string;
  tagsStay?: boolean;
}

/**
 * Keeps a manifest as it came, moves the tag to it and puts the tag into the index. Throws `HttpError` 400 when something that it
 * needs is not in the image, 409 for a tag that stays where it is, or an upstream that the remote has no more.
 */
export async function storeManifest(given: NewManifest): Promise<void> {
  const { repo, image, manifest, tag } = given;
  const blob = await blobs().put(
    (async function* () {
      yield given.bytes;
    })(),
  );
  // Read before the transaction: bytes are no part of one.
  const description = tag === undefined ? undefined : await describeImage({ repo, image }, manifest);
  await transaction(async () => {
    if (given.from) await holdUpstream(given.from);
    claimName({ repo, type: 'docker', name: image });
    await placeManifest(given, blob);
    if (tag === undefined || !description) return;
    if (!(await moveTag({ ...given, tag }))) return;
    const pushed = { ...given, tag };
    const before = await replacedManifest(pushed);
    await showTag(pushed, blob, description);
    if (!given.from)
      announce('docker.pushed', () => ({ repo, image, tag, ...before, after: contentOf(blob) }));
  });
}

/** Of a push: the manifest that the tag stood at, where a subscriber wants to know. */
async function replacedManifest({ repo, image, tag, from }: StandingTag): Promise<{ before?: Content }> {
  if (from || !isAnnounced('docker.pushed')) return {};
  const file = await findFile(repo, tagPath(image, tag));
  return file ? { before: contentOf(file) } : {};
}

export function contentOf({ sha256, size }: Content): Content {
  return { sha256, size };
}

/** What is announced of a manifest's files. */
function announcedAs({ from, source }: PlacedManifest, pathIn: (image: string) => string): PutFileOptions {
  if (from) return { as: 'cached' };
  if (!source) return {};
  return { as: { was: 'copied', source: { repo: source.repo, path: pathIn(source.image) } } };
}

/** Makes it one of the image's, in the current transaction. Throws `HttpError` 400 when the image lacks something that it needs. */
export async function placeManifest(given: PlacedManifest, blob: BlobInfo): Promise<void> {
  const { repo, image, digest, manifest, by } = given;
  await rememberImage({ repo, image });
  if (!given.from) await checkParts(given);
  await writeManifest(given, blob);
  await putFile(repo, manifestPath(image, digest), blob, by, {
    ...{ mimeType: manifest.mediaType, ...announcedAs(given, (of) => manifestPath(of, digest)) },
  });
}

/** Layers and configurations that are named now are held, so that no collection and nobody who deletes one takes them meanwhile. */
async function checkParts({ repo, image, manifest }: PlacedManifest): Promise<void> {
  const parts = [...(manifest.config ? [manifest.config] : []), ...manifest.layers];
  const wanted = [...new Set(parts.filter((part) => !isForeign(part)).map(({ digest }) => digest))].sort();
  if (wanted.length) {
    // In order, as everyone takes them: so there is no dead lock.
    const { rows } = await db().execute<{ digest: string }>(sql`
      WITH held AS MATERIALIZED (
        SELECT digest FROM docker_blobs
        WHERE repo = ${repo} AND image = ${image} AND digest = ANY(${sql.param(wanted)}::text[]) ORDER BY digest FOR UPDATE
      )
      UPDATE docker_blobs d SET touched = now() FROM held
      WHERE d.repo = ${repo} AND d.image = ${image} AND d.digest = held.digest RETURNING d.digest`);
    refuseMissing(wanted, rows, 'blob', image);
  }
  const children = [...new Set(manifest.manifests.map(({ digest }) => digest))].sort();
  if (children.length) {
    const { rows } = await db().execute<{ digest: string }>(sql`
      SELECT digest FROM docker_manifests
      WHERE repo = ${repo} AND image = ${image} AND digest = ANY(${sql.param(children)}::text[]) ORDER BY digest FOR SHARE`);
    refuseMissing(children, rows, 'manifest', image);
  }
}

function refuseMissing(
  wanted: readonly string[],
  found: readonly { digest: string }[],
  what: string,
  image: string,
): void {
  const there = new Set(found.map(({ digest }) => digest));
  const missing = wanted.filter((digest) => !there.has(digest));
  if (!missing.length) return;
  const more = missing.length > 1 ? ` and ${missing.length - 1} more` : '';
  throw dockerError(
    'MANIFEST_BLOB_UNKNOWN',
    `The manifest requires ${what} ${missing[0]}${more}, which ${image} does not have. Push it first.`,
  );
}

async function writeManifest(
  { repo, image, digest, manifest }: PlacedManifest,
  blob: BlobInfo,
): Promise<void> {
  const { mediaType, artifactType, config, subject, annotations } = manifest;
  const type = artifactType ?? config?.mediaType ?? null;
  await db().execute(sql`
    INSERT INTO docker_manifests (repo, image, digest, sha256, media_type, size, artifact_type, subject, annotations)
    VALUES (${repo}, ${image}, ${digest}, ${blob.sha256}, ${mediaType}, ${blob.size}, ${type}, ${subject ?? null},
      ${Object.keys(annotations).length ? storable(annotations) : null}::jsonb)
    ON CONFLICT (repo, image, digest) DO UPDATE SET pushed = now()`);
  const needs = [...(config ? [config] : []), ...manifest.layers, ...manifest.manifests].map(
    ({ digest: of }) => of,
  );
  await db().execute(sql`
    INSERT INTO docker_references (repo, image, digest, needs)
    SELECT ${repo}, ${image}, ${digest}, n FROM unnest(${sql.param([...new Set(needs)])}::text[]) AS n
    ON CONFLICT DO NOTHING`);
}

/** The database holds no NUL and no half characters; the manifest itself has all of it. */
function storable(texts: Readonly<Record<string, string>>): string {
  const plain = (text: string) => text.replace(/\0|\p{Surrogate}/gu, '');
  return JSON.stringify(
    Object.fromEntries(Object.entries(texts).map(([key, value]) => [plain(key), plain(value)])),
  );
}

/**
 * Lets the tag stand at the manifest, in the current transaction; false where it does already. Throws `HttpError` 409 for one that stays where
 * it is.
 */
export async function moveTag({ repo, image, tag, digest, from, tagsStay }: StandingTag): Promise<boolean> {
  const before = await db().execute<{ digest: string }>(sql`
    SELECT digest FROM docker_tags WHERE repo = ${repo} AND image = ${image} AND tag = ${tag} FOR UPDATE`);
  // Whoever comes second waits here for the first, and then finds its tag.
  const { rowCount } = await db().execute(sql`
    INSERT INTO docker_tags AS t (repo, image, tag, digest) VALUES (${repo}, ${image}, ${tag}, ${digest})
    ON CONFLICT (repo, image, tag) DO UPDATE SET digest = excluded.digest, moved = now(), checked = now()
    ${tagsStay ? sql`WHERE t.digest = excluded.digest` : sql``}`);
  if (!rowCount) {
    const message = `Tag ${tag} of ${image} cannot be moved because the tags of ${repo} are immutable. Push another tag.`;
    throw dockerError('TAG_INVALID', message, 409);
  }
  return before.rows[0]?.digest !== digest || from !== undefined;
}

/** Shows the tag, which was moved, in the tree and in the index: in the current transaction. */
export async function showTag(
  standing: StandingTag,
  blob: BlobInfo,
  description: ImageDescription,
): Promise<void> {
  const { repo, image, tag, sourceTag = tag, manifest, by } = standing;
  await putFile(repo, tagPath(image, tag), blob, by, {
    ...{ mimeType: manifest.mediaType, overwrite: true },
    ...announcedAs(standing, (of) => tagPath(of, sourceTag)),
  });
  await indexTag({ repo, image }, tag, description);
  await indexLatest({ repo, image }, tag);
}
