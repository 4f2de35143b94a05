import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../../../access/gateway.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { shown } from '../../../errors/shown.ts';
import { bytesOf, wholeBody } from '../../../http/wholeBody.ts';
import { publishTarget } from '../../../repositories/publishTarget.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { isFileName } from '../fileNames.ts';
import { packageType } from '../indexRelease.ts';
import { checkProjectName, normalName } from '../names.ts';
import { normalVersion } from '../version.ts';
import { noRelease, removeRelease, removeReleaseFile, yankRelease } from './changeRelease.ts';

interface ReleaseAddress {
  name: string;
  version: string;
}

/**
 * Yanks a release; the body can specify a reason, `{"reason": "…"}`.
 *
 * ```text
 * POST   /artifactory/api/pypi/{repo}/pypi/kite/1.0/yank   {"reason": "broken"}
 * DELETE /artifactory/api/pypi/{repo}/pypi/kite/1.0/yank   reverts it
 * 200 {"ok": true}
 * ```
 *
 * No specification has this call. The effect on installers: https://peps.python.org/pep-0592/
 */
export async function answerYank(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
  address: ReleaseAddress,
): Promise<FastifyReply> {
  const { project, version } = readAddress(address);
  const target = await publishTarget(callerOf(request), repository, 'deploy', project);
  await yankRelease(target.key, project, version, await reasonIn(request));
  return reply.send({ ok: true });
}

export async function answerUnyank(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
  address: ReleaseAddress,
): Promise<FastifyReply> {
  const { project, version } = readAddress(address);
  const target = await publishTarget(callerOf(request), repository, 'deploy', project);
  await yankRelease(target.key, project, version, undefined);
  return reply.send({ ok: true });
}

export async function answerRemoveRelease(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
  address: ReleaseAddress,
): Promise<FastifyReply> {
  const { project, version } = readAddress(address);
  const { key: repo } = await publishTarget(callerOf(request), repository, 'delete', project);
  const removed = await removeRelease({ repo, type: packageType, name: project, version });
  if (!removed) throw noRelease(repo, project, version);
  return reply.code(204).send();
}

export async function answerRemoveFile(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
  { name, file }: { name: string; file: string },
): Promise<FastifyReply> {
  const project = normalName(checkProjectName(name));
  const { key: repo } = await publishTarget(callerOf(request), repository, 'delete', project);
  if (!isFileName(file)) throw new HttpError(404, 'NOT_FOUND', `File ${shown(file)} not found in ${repo}`);
  await removeReleaseFile(repo, project, file);
  return reply.code(204).send();
}

function readAddress({ name, version }: ReleaseAddress): { project: string; version: string } {
  const normal = normalVersion(version);
  if (normal === undefined)
    throw new HttpError(400, 'BAD_VERSION', `Invalid version ${shown(version)}. Expected a PEP 440 version.`);
  return { project: normalName(checkProjectName(name)), version: normal };
}

async function reasonIn(request: FastifyRequest): Promise<string> {
  const message = 'Invalid body. Expected a reason of up to 1000 characters.';
  const tooLarge = () => new HttpError(413, 'TOO_LARGE', message);
  const body = (await wholeBody(bytesOf(request), 10_000, tooLarge)).toString();
  if (body.trim() === '') return '';
  let reason: unknown;
  try {
    reason = (JSON.parse(body) as { reason?: unknown } | null)?.reason ?? '';
  } catch {
    throw new HttpError(400, 'BAD_JSON', 'The body is not JSON. Expected {"reason": "…"}, or no body.');
  }
  if (typeof reason === 'string' && reason.length <= 1000 && !reason.includes('\0')) return reason;
  throw new HttpError(400, 'BAD_REASON', "Invalid 'reason'. Expected a string of up to 1000 characters.");
}
