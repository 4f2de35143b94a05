import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../../access/gateway.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { shown } from '../../errors/shown.ts';
import { type FileRow, findFile } from '../../files/files.ts';
import { sendFile } from '../../files/sendFile.ts';
import type { Arriving } from '../../plainFiles/remote/fetchFile.ts';
import { sendArriving } from '../../plainFiles/remote/sendArriving.ts';
import type { Repository } from '../../repositories/repositories.ts';
import { UpstreamError } from '../../repositories/upstream/UpstreamError.ts';
import { isFileName, pathOf } from './fileNames.ts';
import { isProjectName, normalName } from './names.ts';
import { findReleaseFile, rawMetadata } from './releaseFiles.ts';
import { type Sources, sourcesOf } from './sources.ts';
import { upstreamFile, upstreamMetadata } from './upstream/upstreamFile.ts';

interface FileAddress {
  name: string;
  file: string;
}

/**
 * Sends a distribution, or a range of it.
 *
 * ```text
 * GET /artifactory/api/pypi/{repo}/packages/kite/kite-1.0-py3-none-any.whl
 * 200 the bytes of the distribution; 206 for a range
 * ```
 *
 * https://packaging.python.org/en/latest/specifications/simple-repository-api/
 */
export async function answerFile(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
  { name, file }: FileAddress,
): Promise<FastifyReply> {
  const project = checkAddress(repository, { name, file });
  const sources = await sourcesOf(callerOf(request), repository, project);
  for (const { key } of sources.locals) {
    const found = await findFile(key, pathOf(project, file));
    if (found) return sendFile(request, reply, found);
  }
  const found = await fromUpstreams(sources, (remote) => upstreamFile(remote, project, file));
  if (!found) throw noFile(repository, name, file);
  return 'stored' in found ? sendArriving(request, reply, found) : sendFile(request, reply, found);
}

/**
 * Sends only a wheel's metadata: PEP 658.
 *
 * ```text
 * GET /artifactory/api/pypi/{repo}/packages/kite/kite-1.0-py3-none-any.whl.metadata
 * 200 Metadata-Version: 2.1
 *     Name: kite
 * ```
 *
 * https://peps.python.org/pep-0658/
 */
export async function answerMetadata(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
  { name, file }: FileAddress,
): Promise<FastifyReply> {
  const project = checkAddress(repository, { name, file });
  const sources = await sourcesOf(callerOf(request), repository, project);
  for (const { key } of sources.locals) {
    const found = await findReleaseFile(key, project, file);
    if (found?.kind !== 'bdist_wheel') continue;
    return reply
      .headers({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
        etag: `"${found.metadataSha256}"`,
      })
      .type('text/plain; charset=utf-8')
      .send(await rawMetadata(key, project, file));
  }
  const found = await fromUpstreams(sources, (remote) => upstreamMetadata(remote, project, file));
  if (!found) throw noFile(repository, name, `${file}.metadata`);
  return 'stored' in found ? sendArriving(request, reply, found) : sendFile(request, reply, found);
}

/**
 * The file from the first upstream that has it. Throws an upstream's error only if no other has the
 * file.
 */
async function fromUpstreams(
  { remotes }: Sources,
  find: (remote: Repository) => Promise<FileRow | Arriving | undefined>,
): Promise<FileRow | Arriving | undefined> {
  let failure: UpstreamError | undefined;
  for (const remote of remotes) {
    try {
      const found = await find(remote);
      if (found) return found;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      failure ??= error;
    }
  }
  if (failure) throw failure;
  return undefined;
}

function checkAddress(repository: Repository, { name, file }: FileAddress): string {
  if (!isProjectName(name) || !isFileName(file)) throw noFile(repository, name, file);
  return normalName(name);
}

function noFile({ key }: Repository, name: string, file: string): HttpError {
  return new HttpError(404, 'NOT_FOUND', `File ${shown(file)} of ${shown(name)} not found in ${key}`);
}
