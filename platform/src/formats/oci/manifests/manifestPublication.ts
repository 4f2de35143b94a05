import { sql } from 'drizzle-orm';
import type { BlobInfo } from '../../../blobs/BlobStore.ts';
import { db } from '../../../database/db.ts';
import type { PutFileOptions } from '../../../files/files.ts';
import type { Publication } from '../../../pipeline/publish.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { rememberImage } from '../blobs/imageBlobs.ts';
import { manifestPath } from '../blobs/layerPaths.ts';
import type { Named } from '../dockerPath.ts';
import { dockerError } from '../errors.ts';
import { isForeign, type Manifest } from './readManifest.ts';

/** A manifest to be added to an image. Its bytes are in the blob store. */
export interface PlacedManifest extends Named {
  digest: string;
  manifest: Manifest;
  by: string;
  /** The remote repository that caches it. Its layers are fetched when a client requests them. */
  from?: Repository;
  /** The image that a promotion copies it from. */
  source?: Named;
}

/**
 * Adds a manifest to its image. Throws `HttpError` 400 if the image lacks a layer or manifest that
 * it requires.
 */
export function manifestPublication(given: PlacedManifest, blob: BlobInfo): Publication<void> {
  const { repo, image, digest, manifest, by } = given;
  return {
    repo,
    path: manifestPath(image, digest),
    by,
    mimeType: manifest.mediaType,
    as: announcedAs(given, (of) => manifestPath(of, digest)),
    // Rows are written before the file, the same order as in deletions, to prevent deadlocks.
    admit: async () => {
      await rememberImage({ repo, image });
      if (!given.from) await checkParts(given);
      await writeManifest(given, blob);
    },
  };
}

/**
 * The event for a file of the image, which can be deployed, cached, or copied. `pathIn` returns its
 * path in an image.
 */
export function announcedAs(
  { from, source }: PlacedManifest,
  pathIn: (image: string) => string,
): NonNullable<PutFileOptions['as']> {
  if (from) return 'cached';
  if (!source) return 'deployed';
  return { was: 'copied', source: { repo: source.repo, path: pathIn(source.image) } };
}

/**
 * Locks the layers and manifests that the manifest requires, so that neither garbage collection nor
 * a client deletes them before the commit.
 */
async function checkParts({ repo, image, manifest }: PlacedManifest): Promise<void> {
  const parts = [...(manifest.config ? [manifest.config] : []), ...manifest.layers];
  const wanted = [...new Set(parts.filter((part) => !isForeign(part)).map(({ digest }) => digest))].sort();
  if (wanted.length) {
    // All transactions lock them in this order, which prevents deadlocks.
    const { rows } = await db().execute<{ digest: string }>(sql`
      WITH held AS MATERIALIZED (
        SELECT digest FROM docker_blobs
        WHERE repo = ${repo} AND image = ${image} AND digest = ANY(${sql.param(wanted)}::text[]) ORDER BY digest FOR UPDATE
      )
      UPDATE docker_blobs d SET touched = now() FROM held
      WHERE d.repo = ${repo} AND d.image = ${image} AND d.digest = held.digest RETURNING d.digest`);
    requireAll(wanted, rows, 'blob', image);
  }
  const children = [...new Set(manifest.manifests.map(({ digest }) => digest))].sort();
  if (children.length) {
    const { rows } = await db().execute<{ digest: string }>(sql`
      SELECT digest FROM docker_manifests
      WHERE repo = ${repo} AND image = ${image} AND digest = ANY(${sql.param(children)}::text[]) ORDER BY digest FOR SHARE`);
    requireAll(children, rows, 'manifest', image);
  }
}

function requireAll(
  wanted: readonly string[],
  found: readonly { digest: string }[],
  what: string,
  image: string,
): void {
  const existing = new Set(found.map(({ digest }) => digest));
  const missing = wanted.filter((digest) => !existing.has(digest));
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

/**
 * Removes NUL and unpaired surrogates, which the database cannot store. The stored manifest keeps
 * them.
 */
function storable(texts: Readonly<Record<string, string>>): string {
  const plain = (text: string) => text.replace(/\0|\p{Surrogate}/gu, '');
  return JSON.stringify(
    Object.fromEntries(Object.entries(texts).map(([key, value]) => [plain(key), plain(value)])),
  );
}
