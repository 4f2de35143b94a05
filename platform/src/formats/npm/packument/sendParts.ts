import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../../../errors/HttpError.ts';
import { shown } from '../../../errors/shown.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { findPackument } from './findPackument.ts';
import { baseAddress } from './sendPackument.ts';
import { withAddresses } from './tarballMark.ts';

/**
 * Sends the manifest of one version, identified by version or tag.
 *
 * ```text
 * GET /artifactory/api/npm/{repo}/kite/1.0.0, or …/kite/latest
 * 200 {"name": "kite", "version": "1.0.0", "dist": {…}}
 * ```
 *
 * https://github.com/npm/registry/blob/main/docs/REGISTRY-API.md#getpackageversion
 */
export async function sendManifest(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
  name: string,
  version: string,
): Promise<FastifyReply> {
  const text = await (await findPackument(repository, name, 'full')).load();
  const complete = withAddresses(text, baseAddress(request, repository.key));
  const packument = JSON.parse(complete.toString());
  const tags: Record<string, string> = packument['dist-tags'] ?? {};
  const wanted = Object.hasOwn(tags, version) ? (tags[version] ?? version) : version;
  if (!Object.hasOwn(packument.versions, wanted)) {
    throw new HttpError(
      404,
      'NOT_FOUND',
      `Version or tag ${shown(version)} of ${name} not found in ${repository.key}`,
    );
  }
  return reply.send(packument.versions[wanted]);
}

/**
 * Sends the package's dist-tags.
 *
 * ```text
 * GET /artifactory/api/npm/{repo}/-/package/kite/dist-tags
 * 200 {"latest": "1.0.0"}
 * ```
 *
 * https://docs.npmjs.com/cli/commands/npm-dist-tag
 */
export async function sendTags(
  reply: FastifyReply,
  repository: Repository,
  name: string,
): Promise<FastifyReply> {
  const text = await (await findPackument(repository, name, 'short')).load();
  return reply.send(JSON.parse(text.toString())['dist-tags'] ?? {});
}
