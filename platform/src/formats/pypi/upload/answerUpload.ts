import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../../../access/gateway.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { publish } from '../../../pipeline/publish.ts';
import { publishTarget } from '../../../repositories/publishTarget.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { readDistribution } from '../distribution/readDistribution.ts';
import { isProjectName, normalName } from '../names.ts';
import { checkAction, checkDigests, checkRequest, fieldOf, readFileName } from './checkUpload.ts';
import { publicationOf } from './publication.ts';
import { receiveFile } from './receiveFile.ts';
import { readUploadForm } from './uploadForm.ts';

/** Maximum size of a file in bytes. */
const maxFileBytes = 8 * 1024 ** 3;

/**
 * Accepts an upload from twine and similar clients.
 *
 * ```text
 * POST /artifactory/api/pypi/{repo}/
 *     Content-Type: multipart/form-data
 *     :action=file_upload protocol_version=1 metadata_version=2.1 name=kite version=1.0
 *     filetype=bdist_wheel pyversion=py3 sha256_digest=… content=(kite-1.0-py3-none-any.whl)
 * 200 without a body
 * 409 File already exists, with any content
 * ```
 *
 * https://docs.pypi.org/api/upload/
 */
export async function answerUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
): Promise<FastifyReply> {
  const caller = callerOf(request);
  const { fields, content } = await readUploadForm(request, async ({ file, bytes, fields: early }) => {
    const parsed = readFileName(file);
    // Permission is checked before the file is received. Its name is compared with the form's after
    // the whole form has arrived.
    const given = fieldOf(early, 'name');
    const name = normalName(isProjectName(given) ? given : parsed.name);
    const target = await publishTarget(caller, repository, 'deploy', name);
    if (early.has(':action')) checkAction(early);
    return { file, name, target, received: await receiveFile(bytes, maxFileBytes) };
  });
  if (!content) {
    checkAction(fields);
    throw new HttpError(400, 'BAD_UPLOAD', "Invalid upload: the file in the field 'content' is missing");
  }
  const { file, name, target, received } = content;
  const upload = checkRequest(fields, file);
  if (upload.project !== name) await publishTarget(caller, repository, 'deploy', upload.project);
  checkDigests(fields, received);
  const { blake2 } = received;
  await publish(received, async (bytes) => {
    const distribution = await readDistribution(bytes, file, upload.parsed);
    return publicationOf(target.key, { request: upload, distribution, blake2 }, caller.userName);
  });
  return reply.code(200).type('text/plain; charset=utf-8').send('');
}
