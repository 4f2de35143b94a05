import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../../../errors/HttpError.ts';
import { shown } from '../../../errors/shown.ts';
import { countDownload, type ServedFile } from '../../../files/files.ts';
import { type OpenFile, rejectExecution, sendFile } from '../../../files/sendFile.ts';
import { mayQueryUpstream } from '../../../repositories/ownNames.ts';
import { membersOf, type Repository } from '../../../repositories/repositories.ts';
import { blobs } from '../../../storage/storage.ts';
import { findHead } from '../packument/heads.ts';
import { type Arriving, fetchTarball, smallTarball } from '../upstream/fetchTarball.ts';
import { remoteState } from '../upstream/remotePackument.ts';
import { findFileInBatch } from './findFiles.ts';
import { openTarball } from './recentTarballs.ts';
import { sendArriving } from './sendArriving.ts';

/**
 * Sends a version's tarball. The first request fetches it from an upstream.
 *
 * ```text
 * GET /artifactory/api/npm/{repo}/kite/-/kite-1.0.0.tgz
 * 200 the bytes of the tarball
 * ```
 *
 * https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md#dist
 */
export async function sendTarball(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
  name: string,
  file: string,
): Promise<FastifyReply> {
  const found = await findTarball(repository, name, file);
  if (!found) throw notFound(repository, name, file);
  if (!('stored' in found)) return sendFile(request, reply, found, openTarball);
  const { whole, stored } = found;
  if (whole) {
    const { file: served, content } = whole;
    const open: OpenFile = async (_file, part) =>
      part ? content.subarray(part.start, part.end + 1) : content;
    // The download is counted after the file is stored.
    const count = () => stored.then(({ repo, path }) => countDownload(repo, path)).catch(() => undefined);
    return sendFile(request, reply, served, open, count);
  }
  rejectExecution(request);
  const { range, 'if-none-match': known } = request.headers;
  const wantsAll = request.method === 'GET' && range === undefined && known === undefined;
  if (found.passing && wantsAll && !(found.size !== undefined && found.size <= smallTarball)) {
    return sendArriving(reply, found.passing, found);
  }
  // Ranges and conditional requests need the whole file; a small file is complete immediately.
  found.passing?.destroy();
  return sendFile(request, reply, await stored, openTarball);
}

async function findTarball(
  repository: Repository,
  name: string,
  file: string,
): Promise<ServedFile | Arriving | undefined> {
  const members = await membersOf(repository);
  const locals = members.filter(({ type }) => type === 'local');
  const remotes = members.filter(({ type }) => type === 'remote');
  const filesOf = (of: Repository[]) =>
    Promise.all(of.map(({ key }) => findFileInBatch(key, `${name}/-/${file}`)));
  const headsOf = (of: Repository[]) => Promise.all(of.map(({ key }) => findHead(key, name)));
  // The owner of the name matters only if an upstream could serve it too.
  const [own, cached, owners] = await Promise.all([
    filesOf(locals),
    filesOf(remotes),
    remotes.length > 0 ? headsOf(locals) : [],
  ]);
  const ours = own.find(Boolean);
  if (ours) return ours;
  if (!(await mayQueryUpstream(repository, name, owners.some(Boolean)))) return undefined;
  const cachedFile = cached.find(Boolean);
  const isCached = cachedFile && !blobs().isDamaged(cachedFile.sha256);
  if (remotes.length > 0) remoteState().tarballUses.count(isCached === true);
  if (isCached) return cachedFile;
  for (const remote of remotes) {
    const fetched = await fetchTarball(remote, name, file);
    if (fetched) return fetched;
  }
  // The file is damaged and the upstream no longer has it; sending it reports the error.
  return cachedFile;
}

function notFound({ key }: Repository, name: string, file: string): HttpError {
  return new HttpError(404, 'NOT_FOUND', `${shown(`${name}/-/${file}`)} not found in ${key}`);
}
