import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../../../http/errors.ts';
import { findFile } from '../../files/files.ts';
import { sendFile } from '../../files/sendFile.ts';
import type { Repository } from '../../repositories/repositories.ts';
import { shown } from '../names.ts';
import { findSources } from '../packument/sources.ts';

/** Answers with the bytes of a version's tarball. */
export async function sendTarball(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
  name: string,
  file: string,
): Promise<FastifyReply> {
  for (const source of await findSources(repository, name, 'short')) {
    const found = await findFile(source.repository.key, `${name}/-/${file}`);
    if (found) return sendFile(request, reply, found);
  }
  throw new HttpError(404, 'NOT_FOUND', `There is no ${shown(`${name}/-/${file}`)} in ${repository.key}`);
}
