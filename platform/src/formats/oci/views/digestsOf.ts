import type { ImageDigests } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../../database/db.ts';
import { isUnlimited, type View } from '../../../packages/sql/readable.ts';
import { readConfig } from '../manifests/describeImage.ts';
import { manifestBytes } from '../manifests/findManifest.ts';
import { type Manifest, readManifest } from '../manifests/readManifest.ts';
import { countReferrers } from './countReferrers.ts';
import { platformName } from './platformName.ts';

const maxDigests = 100;
const maxTags = 100;

/**
 * Tags that cosign uses for signatures and SBOMs. They are shown with the image that they refer to.
 */
const attachedTagPattern = '^sha256-[0-9a-f]{64}[.](sig|att|sbom)$';

interface Row extends Record<string, unknown> {
  repoKey: string;
  digest: string;
  sha256: string;
  mediaType: string;
  tags: string[];
  moved: number;
  size: number;
}

/**
 * The tags of an image by digest, in repositories of the view in which the caller can read the
 * image.
 */
export async function digestsOf(image: string, view: View): Promise<ImageDigests> {
  const repos = await readableRepos(image, view);
  const rows = await select(image, repos);
  const shown = await Promise.all(
    rows.slice(0, maxDigests).map(async ({ sha256, mediaType, moved, tags, ...row }) => {
      const manifest = readManifest(await manifestBytes(sha256), mediaType);
      return {
        ...{ ...row, manifest, tags: tags.slice(0, maxTags), moved: new Date(moved).toISOString() },
        platforms: await platformsOf({ repo: row.repoKey, image }, manifest),
      };
    }),
  );
  const counts = await countReferrers(image, shown);
  const images = shown.map(({ manifest: _, ...each }, at) => ({ ...each, referrers: counts[at] ?? 0 }));
  return { images, more: rows.length > maxDigests };
}

/** Permissions apply to image names, as in the registry protocol. */
async function readableRepos(image: string, view: View): Promise<string[]> {
  const inScope = isUnlimited(view.scope) ? sql`true` : sql`repo = ANY(${sql.param(view.scope)}::text[])`;
  const { rows } = await db().execute<{ repo: string }>(sql`
    SELECT repo FROM docker_images WHERE image = ${image} AND ${inScope} ORDER BY repo`);
  const readable: string[] = [];
  for (const { repo } of rows)
    if (!view.partial.has(repo) || (await view.mayRead(repo, image))) readable.push(repo);
  return readable;
}

async function select(image: string, repos: readonly string[]): Promise<Row[]> {
  const { rows } = await db().execute<Row>(sql`
    SELECT t.repo AS "repoKey", t.digest, m.sha256, m.media_type AS "mediaType",
      array_agg(t.tag ORDER BY t.moved DESC, t.tag) AS tags, (extract(epoch FROM max(t.moved)) * 1000)::float8 AS moved,
      coalesce(max(v.size), max(m.size))::float8 AS size
    FROM docker_tags t
    JOIN docker_manifests m ON m.repo = t.repo AND m.image = t.image AND m.digest = t.digest
    LEFT JOIN packages p ON p.type = 'docker' AND p.name = t.image
    LEFT JOIN versions v ON v.package_id = p.id AND v.repo = t.repo AND v.name = t.tag
    WHERE t.tag !~ ${attachedTagPattern} AND t.image = ${image} AND t.repo = ANY(${sql.param([...repos])}::text[])
    GROUP BY t.repo, t.image, t.digest, m.sha256, m.media_type
    ORDER BY max(t.moved) DESC, t.digest, t.repo LIMIT ${maxDigests + 1}`);
  return rows;
}

async function platformsOf(named: { repo: string; image: string }, manifest: Manifest): Promise<string[]> {
  const known = manifest.config
    ? [platformName(await readConfig(named, manifest.config))]
    : manifest.manifests.map(({ platform }) => platformName(platform));
  return [...new Set(known.filter((name) => name !== undefined))].slice(0, 50);
}
