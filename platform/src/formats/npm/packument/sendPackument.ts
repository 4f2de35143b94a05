import type { FastifyReply, FastifyRequest } from 'fastify';
import { ownOrigin } from '../../../http/ownOrigin.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { findPackument } from './findPackument.ts';
import type { PackumentForm } from './localPackument.ts';
import { renderCache } from './RenderCache.ts';
import { withAddresses } from './tarballMark.ts';

const shortType = 'application/vnd.npm.install-v1+json';

/**
 * Sends the package's packument in the form that the client accepts, or 304. `at` is the repository
 * in its tarball URLs.
 *
 * ```text
 * GET /artifactory/api/npm/{repo}/kite
 *     Accept: application/vnd.npm.install-v1+json
 * 200 {"name": "kite", "dist-tags": {"latest": "1.0.0"}, "versions": {"1.0.0": {…, "dist":
 * {"tarball": "…", "integrity": "…"}}}}
 * ```
 *
 * https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md
 */
export async function sendPackument(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
  name: string,
  at = repository.key,
): Promise<FastifyReply> {
  const form: PackumentForm = request.headers.accept?.includes(shortType) ? 'short' : 'full';
  const { stamp, load } = await findPackument(repository, name, form);
  const base = baseAddress(request, at);
  const render = async () => withAddresses(await load(), base);
  const key = `${form} ${base}${name}`;
  const zipped = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const { body, etag } = zipped
    ? await renderCache().gzipped(key, stamp, render)
    : await renderCache().plain(key, stamp, render);
  reply.headers({
    etag,
    'cache-control': 'private, no-cache',
    vary: 'accept, accept-encoding, authorization',
  });
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (zipped) reply.header('content-encoding', 'gzip');
  return reply.header('content-type', form === 'short' ? shortType : 'application/json').send(body);
}

/** The URL of the repository as the client reached it, with a trailing slash. */
export function baseAddress(request: FastifyRequest, repo: string): string {
  return `${ownOrigin(request)}/artifactory/api/npm/${repo}/`;
}

function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const opaque = etag.replace(/^W\//, '');
  return header.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === opaque);
}
