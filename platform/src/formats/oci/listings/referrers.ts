import { sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { db } from '../../../database/db.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { readableMembers } from '../access.ts';
import type { Named } from '../dockerPath.ts';
import { indexType } from '../manifests/mediaTypes.ts';
import type { Mount } from '../mount.ts';
import { fetchReferrers } from '../remote/upstreamReferrers.ts';
import { holdersOf } from '../remote/upstreamsFor.ts';
import type { Referrer } from './Referrer.ts';

/** Manifests of one answer at most, and the bytes of what they say of themselves: clients take no more than of a manifest. */
const most = 500;
const mostBytes = 3 * 1024 * 1024;

interface Row extends Record<string, unknown> {
  mediaType: string;
  digest: string;
  size: number;
  artifactType: string | null;
  annotations: Record<string, string> | null;
}

/** The manifests of the image that speak of a digest, whether that is here or not; none is an empty index. */
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
  const { keys, upstreams } = await holdersOf(repository, members, image);
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
    const here = new Set(manifests.map((each) => each.digest));
    const theirs = await fetchReferrers(upstreams, image, digest);
    manifests.push(
      ...theirs.filter(
        (each) => !here.has(each.digest) && (type === undefined || each.artifactType === type),
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
  // Only what fits is read: annotations may be as large as a manifest.
  const { rows } = await db().execute<Row & { before: number; number: number }>(sql`
    WITH found AS MATERIALIZED (
      SELECT DISTINCT ON (digest) digest, repo, 300 + CASE WHEN annotations IS NULL THEN 0 ELSE size END AS weight FROM docker_manifests
      WHERE repo = ANY(${sql.param([...repos])}::text[]) AND image = ${image} AND subject = ${digest} AND digest > ${after} ${ofType}
      ORDER BY digest LIMIT ${most + 1}
    ), weighed AS (
      SELECT *, sum(weight) OVER (ORDER BY digest) - weight AS before, row_number() OVER (ORDER BY digest) AS number,
        count(*) OVER () AS total FROM found
    )
    SELECT m.digest, m.media_type AS "mediaType", m.size::float8 AS size, m.artifact_type AS "artifactType", m.annotations,
      w.before::float8 AS before, (w.total - w.number)::float8 AS number
    FROM weighed w JOIN docker_manifests m ON m.repo = w.repo AND m.image = ${image} AND m.digest = w.digest
    WHERE w.number <= ${most} AND (w.number = 1 OR w.before + w.weight <= ${mostBytes}) ORDER BY m.digest`);
  // How many were found after the last that is given.
  const more = (rows.at(-1)?.number ?? 0) > 0;
  return { rows: rows.map(({ before: _before, number: _number, ...row }) => row as Row), more };
}
