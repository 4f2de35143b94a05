import { sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { db } from '../../../database/db.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { readableMembers } from '../access.ts';
import type { Named } from '../dockerPath.ts';
import { indexType } from '../manifests/mediaTypes.ts';
import type { Mount } from '../mount.ts';
import { fetchReferrers } from '../remote/upstreamReferrers.ts';
import { contentMembersOf } from '../remote/upstreamsFor.ts';
import type { Referrer } from './Referrer.ts';

/**
 * Limits per response: the number of manifests and the bytes of their annotations. Clients accept
 * no response larger than a manifest.
 */
const maxReferrers = 500;
const maxBytes = 3 * 1024 * 1024;

interface Row extends Record<string, unknown> {
  mediaType: string;
  digest: string;
  size: number;
  artifactType: string | null;
  annotations: Record<string, string> | null;
}

/**
 * Lists the manifests of the image whose subject is the digest, even if the subject does not exist.
 * Returns an empty index if there are none.
 *
 * ```text
 * GET /v2/{repo}/kite/referrers/sha256:…?artifactType=…
 * 200 {"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json",
 *      "manifests": [{"mediaType": "…", "digest": "sha256:…", "size": 7, "artifactType": "…"}]}
 *     OCI-Filters-Applied: artifactType
 * ```
 *
 * https://github.com/opencontainers/distribution-spec/blob/main/spec.md#listing-referrers
 */
export async function answerReferrers(
  request: FastifyRequest,
  reply: FastifyReply,
  mount: Mount,
  repository: Repository,
  { digest, ...named }: Named & { digest: string },
): Promise<FastifyReply> {
  const { image } = named;
  const members = await readableMembers(request, repository, image);
  const { artifactType, last } = request.query as Record<string, unknown>;
  const type = typeof artifactType === 'string' && artifactType !== '' ? artifactType : undefined;
  const after = typeof last === 'string' ? last.replaceAll('\0', '') : '';
  const { keys, upstreams } = await contentMembersOf(repository, members, image);
  const { rows, more } = await referrersHere(keys, image, digest, type, after);
  const manifests: Referrer[] = rows.map(({ artifactType: of, annotations, ...rest }) => ({
    ...rest,
    ...(of === null ? {} : { artifactType: of }),
    ...(annotations === null ? {} : { annotations }),
  }));
  const end = manifests.at(-1)?.digest;
  if (more && end !== undefined) {
    const rest = type === undefined ? '' : `&artifactType=${encodeURIComponent(type)}`;
    const address = `${mount.addressOf(named)}/referrers/${digest}`;
    reply.header('link', `<${address}?last=${encodeURIComponent(end)}${rest}>; rel="next"`);
  } else {
    const stored = new Set(manifests.map((each) => each.digest));
    const fromUpstream = await fetchReferrers(upstreams, image, digest);
    manifests.push(
      ...fromUpstream.filter(
        (each) => !stored.has(each.digest) && (type === undefined || each.artifactType === type),
      ),
    );
  }
  if (type !== undefined) reply.header('oci-filters-applied', 'artifactType');
  const index = { schemaVersion: 2, mediaType: indexType, manifests };
  return reply.header('content-type', indexType).send(Buffer.from(JSON.stringify(index)));
}

async function referrersHere(
  repos: readonly string[],
  image: string,
  digest: string,
  type: string | undefined,
  after: string,
): Promise<{ rows: Row[]; more: boolean }> {
  const ofType = type === undefined ? sql`` : sql`AND artifact_type = ${type.replaceAll('\0', '')}`;
  // Reads only rows that fit, because annotations can be as large as a manifest.
  const { rows } = await db().execute<Row & { before: number; number: number }>(sql`
    WITH found AS MATERIALIZED (
      SELECT DISTINCT ON (digest) digest, repo, 300 + CASE WHEN annotations IS NULL THEN 0 ELSE size END AS weight FROM docker_manifests
      WHERE repo = ANY(${sql.param([...repos])}::text[]) AND image = ${image} AND subject = ${digest} AND digest > ${after} ${ofType}
      ORDER BY digest LIMIT ${maxReferrers + 1}
    ), weighed AS (
      SELECT *, sum(weight) OVER (ORDER BY digest) - weight AS before, row_number() OVER (ORDER BY digest) AS number,
        count(*) OVER () AS total FROM found
    )
    SELECT m.digest, m.media_type AS "mediaType", m.size::float8 AS size, m.artifact_type AS "artifactType", m.annotations,
      w.before::float8 AS before, (w.total - w.number)::float8 AS number
    FROM weighed w JOIN docker_manifests m ON m.repo = w.repo AND m.image = ${image} AND m.digest = w.digest
    WHERE w.number <= ${maxReferrers} AND (w.number = 1 OR w.before + w.weight <= ${maxBytes}) ORDER BY m.digest`);
  // The number of rows after the last one returned.
  const more = (rows.at(-1)?.number ?? 0) > 0;
  return { rows: rows.map(({ before: _before, number: _number, ...row }) => row as Row), more };
}
