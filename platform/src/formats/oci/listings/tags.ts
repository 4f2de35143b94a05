import { sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { db } from '../../../database/db.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { readableMembers } from '../access.ts';
import type { Named } from '../dockerPath.ts';
import { dockerError } from '../errors.ts';
import type { Mount } from '../mount.ts';
import { contentMembersOf } from '../remote/upstreamsFor.ts';
import { upstreamTags } from '../remote/upstreamTags.ts';
import { readPage, sendPage } from './listing.ts';

/**
 * Lists the tags of an image, sorted by bytes. A remote repository lists the upstream's tags, or
 * the cached ones.
 *
 * ```text
 * GET /v2/{repo}/kite/tags/list?n=100
 * 200 {"name": "{repo}/kite", "tags": ["1.0", "latest"]}
 * ```
 *
 * https://github.com/opencontainers/distribution-spec/blob/main/spec.md#listing-tags
 */
export async function answerTags(
  request: FastifyRequest,
  reply: FastifyReply,
  mount: Mount,
  repository: Repository,
  named: Named,
): Promise<FastifyReply> {
  const { image } = named;
  const members = await readableMembers(request, repository, image);
  const page = readPage(request.query);
  const { keys, upstreams } = await contentMembersOf(repository, members, image);
  const fromUpstream = await upstreamTags(upstreams, image);
  const { rows } = await db().execute<{ tag: string }>(sql`
    SELECT DISTINCT tag FROM docker_tags
    WHERE repo = ANY(${sql.param(keys)}::text[]) AND image = ${image} AND tag > ${page.last} ORDER BY tag LIMIT ${page.n + 1}`);
  if (!rows.length && !fromUpstream && !(await isImage(keys, image))) {
    throw dockerError('NAME_UNKNOWN', `Image ${image} not found in ${repository.key}`);
  }
  const after = (fromUpstream ?? []).filter((tag) => tag > page.last);
  const tags = [...new Set([...rows.map(({ tag }) => tag), ...after])].sort(byBytes);
  const name = mount.nameOf(named);
  return sendPage(reply, tags, page, `${mount.addressOf(named)}/tags/list`, (shown) => ({
    name,
    tags: shown,
  }));
}

async function isImage(repos: readonly string[], image: string): Promise<boolean> {
  const { rowCount } = await db().execute(sql`
    SELECT FROM docker_images WHERE repo = ANY(${sql.param([...repos])}::text[]) AND image = ${image} LIMIT 1`);
  return Boolean(rowCount);
}

function byBytes(a: string, b: string): number {
  return a < b ? -1 : 1;
}
