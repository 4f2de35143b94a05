import type { ImageReferrer, ImageReferrers } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../../database/db.ts';
import type { Named } from '../dockerPath.ts';
import { type FoundManifest, manifestBytes } from '../manifests/findManifest.ts';
import { readManifest } from '../manifests/readManifest.ts';
import { attachedSuffixes, attachedTag, listedAttestations } from './attached.ts';
import { platformName } from './platformName.ts';
import { kindOf, statementOf } from './statementOf.ts';

const maxReferrers = 50;

interface Row extends Record<string, unknown> {
  digest: string;
  sha256: string;
  mediaType: string;
  subject: string;
}

/**
 * Manifests attached to an image, or to one of the images of an index: by `subject`, by cosign's
 * tags, or as listed in the index by builders. Finds only stored manifests; upstreams are not
 * queried.
 */
export async function referrersOf(named: Named, found: FoundManifest): Promise<ImageReferrers> {
  const index = readManifest(await manifestBytes(found.sha256), found.mediaType);
  const platforms = new Map(index.manifests.map(({ digest, platform }) => [digest, platformName(platform)]));
  const listed = listedAttestations(index);
  const rows = await select(named, [found.digest, ...platforms.keys()], [...listed.keys()]);
  const shown = rows.slice(0, maxReferrers);
  const referrers = await Promise.all(
    shown.map((row) => describe(named, row, listed.get(row.digest) ?? row.subject, platforms)),
  );
  return { referrers, more: rows.length > maxReferrers };
}

async function select(
  { repo, image }: Named,
  subjects: readonly string[],
  listed: readonly string[],
): Promise<Row[]> {
  // Signatures, attestations, and SBOMs from before the referrers API have a tag: sha256-{hex}.sig
  const tags = subjects.flatMap((subject) =>
    attachedSuffixes.map((suffix) => ({ subject, tag: attachedTag(subject, suffix) })),
  );
  const { rows } = await db().execute<Row>(sql`
    SELECT DISTINCT ON (m.digest) m.digest, m.sha256, m.media_type AS "mediaType", coalesce(k.subject, m.subject, '') AS subject
    FROM docker_manifests m
    LEFT JOIN docker_tags t ON t.repo = m.repo AND t.image = m.image AND t.digest = m.digest
    LEFT JOIN unnest(${sql.param(tags.map(({ tag }) => tag))}::text[], ${sql.param(tags.map(({ subject }) => subject))}::text[])
      AS k (tag, subject) ON k.tag = t.tag
    WHERE m.repo = ${repo} AND m.image = ${image} AND (m.subject = ANY(${sql.param([...subjects])}::text[])
      OR k.subject IS NOT NULL OR m.digest = ANY(${sql.param([...listed])}::text[]))
    ORDER BY m.digest, k.subject NULLS LAST LIMIT ${maxReferrers + 1}`);
  return rows;
}

async function describe(
  named: Named,
  { digest, sha256, mediaType }: Row,
  subject: string,
  platforms: ReadonlyMap<string, string | undefined>,
): Promise<ImageReferrer> {
  const bytes = await manifestBytes(sha256);
  const manifest = readManifest(bytes, mediaType);
  const parts = manifest.layers;
  const type = manifest.artifactType ?? parts[0]?.mediaType ?? manifest.config?.mediaType ?? mediaType;
  const created = new Date(manifest.annotations['org.opencontainers.image.created'] ?? '');
  const platform = platforms.get(subject);
  return {
    ...{ digest, subject, kind: kindOf(type, parts), type },
    ...(platform === undefined ? {} : { platform }),
    size: bytes.length + parts.reduce((sum, part) => sum + part.size, 0),
    ...(Number.isNaN(created.getTime()) ? {} : { created: created.toISOString() }),
    facts: await statementOf(named, parts),
    annotations: Object.entries(manifest.annotations)
      .slice(0, 50)
      .map(([key, value]) => ({ key, value: value.slice(0, 2000) })),
  };
}
