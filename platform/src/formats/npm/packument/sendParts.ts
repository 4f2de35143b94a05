import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../../../errors/HttpError.ts';
import { shown } from '../../../errors/shown.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { findPackument } from './findPackument.ts';
import { baseAddress } from './sendPackument.ts';
import { withAddresses } from './tarballMark.ts';

/** Answers with the manifest of one version, named by itself or by a tag. */
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

/** Answers with the package's dist-tags. */
export async function sendTags(
  reply: FastifyReply,
  repository: Repository,
  name: string,
): Promise<FastifyReply> {
  const text = await (await findPackument(repository, name, 'short')).load();
  return reply.send(JSON.parse(text.toString())['dist-tags'] ?? {});
}
