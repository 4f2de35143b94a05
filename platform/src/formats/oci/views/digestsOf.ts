import type { ImageDigests } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../../database/db.ts';
import { isUnlimited, type View } from '../../../packages/search/readable.ts';
import { readConfig } from '../manifests/describeImage.ts';
import { manifestBytes } from '../manifests/findManifest.ts';
import { readManifest } from '../manifests/readManifest.ts';
import { platformName } from './platformName.ts';

const maxDigests = 100;
const maxTags = 100;

/** Tags of signatures and SBOMs, as cosign names them: they are shown with the image that they are about. */
const attachedTag = '^sha256-[0-9a-f]{64}[.](sig|att|sbom)$';

interface Row extends Record<string, unknown> {
  repoKey: string;
  digest: string;
  sha256: string;
  mediaType: string;
  tags: string[];
  moved: number;
  size: number;
  referrers: number;
}

/** The tags of an image by digest, in repositories of the view in which the caller can read the image. */
export async function digestsOf(image: string, view: View): Promise<ImageDigests> {
  const repos = await readableRepos(image, view);
  const rows = await select(image, repos);
  const images = await Promise.all(
    rows.slice(0, maxDigests).map(async ({ sha256, mediaType, moved, tags, ...row }) => ({
      ...row,
      tags: tags.slice(0, maxTags),
      moved: new Date(moved).toISOString(),
      platforms: await platformsOf({ repo: row.repoKey, image }, sha256, mediaType),
    })),
  );
  return { images, more: rows.length > maxDigests };
}

/** As the registry's protocol checks it: permissions apply to the name of the image. */
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
      coalesce(max(v.size), max(m.size))::float8 AS size,
      (SELECT count(*)::integer FROM docker_manifests r
        WHERE r.repo = t.repo AND r.image = t.image AND r.subject = t.digest)
      + (SELECT count(*)::integer FROM docker_tags r WHERE r.repo = t.repo AND r.image = t.image
        AND r.tag IN (SELECT replace(t.digest, ':', '-') || suffix FROM unnest(ARRAY['.sig', '.att', '.sbom']) suffix)) AS referrers
    FROM docker_tags t
    JOIN docker_manifests m ON m.repo = t.repo AND m.image = t.image AND m.digest = t.digest
    LEFT JOIN packages p ON p.type = 'docker' AND p.name = t.image
    LEFT JOIN versions v ON v.package_id = p.id AND v.repo = t.repo AND v.name = t.tag
    WHERE t.tag !~ ${attachedTag} AND t.image = ${image} AND t.repo = ANY(${sql.param([...repos])}::text[])
    GROUP BY t.repo, t.image, t.digest, m.sha256, m.media_type
    ORDER BY max(t.moved) DESC, t.digest, t.repo LIMIT ${maxDigests + 1}`);
  return rows;
}

async function platformsOf(
  named: { repo: string; image: string },
  sha256: string,
  mediaType: string,
): Promise<string[]> {
  const manifest = readManifest(await manifestBytes(sha256), mediaType);
  const known = manifest.config
    ? [platformName(await readConfig(named, manifest.config))]
    : manifest.manifests.map(({ platform }) => platformName(platform));
  return [...new Set(known.filter((name) => name !== undefined))].slice(0, 50);
}
