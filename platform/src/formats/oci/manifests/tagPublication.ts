import { sql } from 'drizzle-orm';
import type { BlobInfo } from '../../../blobs/BlobStore.ts';
import { db } from '../../../database/db.ts';
import { announce, isAnnounced } from '../../../events/announce.ts';
import type { Content } from '../../../events/Event.ts';
import { findFile } from '../../../files/files.ts';
import type { Publication } from '../../../pipeline/publish.ts';
import { tagPath } from '../blobs/layerPaths.ts';
import { dockerError } from '../errors.ts';
import type { ImageDescription } from './describeImage.ts';
import { indexLatest } from './indexLatest.ts';
import { announcedAs, type PlacedManifest } from './manifestPublication.ts';
import { tagVersion } from './tagVersion.ts';

/** A tag that points to a manifest of its image. */
export interface PlacedTag extends PlacedManifest {
  tag: string;
  /** For a promotion: the source tag. */
  sourceTag?: string;
  tagsStay?: boolean;
}

interface Replaced {
  /** The manifest that the tag pointed to, if a subscriber needs it. */
  before?: Content;
}

/** Stores a tag, after `moveTag`, in the tree and in the index. */
export function tagPublication(
  given: PlacedTag,
  blob: BlobInfo,
  description: ImageDescription,
): Publication<Replaced> {
  const { repo, image, tag, sourceTag = tag, manifest, by } = given;
  // Promotions and cached images have separate events.
  const pushed = !given.from && !given.source;
  return {
    repo,
    path: tagPath(image, tag),
    by,
    mimeType: manifest.mediaType,
    overwrite: true,
    as: announcedAs(given, (of) => tagPath(of, sourceTag)),
    admit: async () => (pushed ? replacedManifest(given) : {}),
    version: () => tagVersion({ repo, image }, tag, given.from ? description : withoutBuildDate(description)),
    conclude: async (_file, replaced) => {
      await indexLatest({ repo, image }, tag);
      if (pushed)
        announce('docker.pushed', () => ({ repo, image, tag, ...replaced, after: contentOf(blob) }));
    },
  };
}

/**
 * Images are published when they are pushed. Only for cached ones, whose push is unknown, the build
 * date stands in.
 */
function withoutBuildDate({ created: _, ...rest }: ImageDescription): ImageDescription {
  return rest;
}

async function replacedManifest({ repo, image, tag }: PlacedTag): Promise<Replaced> {
  if (!isAnnounced('docker.pushed')) return {};
  const file = await findFile(repo, tagPath(image, tag));
  return file ? { before: contentOf(file) } : {};
}

export function contentOf({ sha256, size }: Content): Content {
  return { sha256, size };
}

/**
 * Points the tag to the manifest in the current transaction. Returns false if it already does.
 * Throws `HttpError` 409 for an immutable tag.
 */
export async function moveTag({ repo, image, tag, digest, from, tagsStay }: PlacedTag): Promise<boolean> {
  const before = await db().execute<{ digest: string }>(sql`
    SELECT digest FROM docker_tags WHERE repo = ${repo} AND image = ${image} AND tag = ${tag} FOR UPDATE`);
  // The second of two concurrent pushes of a new tag waits here for the first.
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
