import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../../../errors/HttpError.ts';
import { shown } from '../../../errors/shown.ts';
import { countDownload, type ServedFile } from '../../../files/files.ts';
import { type OpenFile, refuseToRun, sendFile } from '../../../files/sendFile.ts';
import { mayAskUpstream } from '../../../repositories/ownNames.ts';
import { membersOf, type Repository } from '../../../repositories/repositories.ts';
import { blobs } from '../../../storage/storage.ts';
import { findHead } from '../packument/heads.ts';
import { type Arriving, fetchTarball, smallTarball } from '../upstream/fetchTarball.ts';
import { findFileSoon } from './findFiles.ts';
import { openTarball } from './recentTarballs.ts';
import { sendArriving } from './sendArriving.ts';

/** Answers with the bytes of a version's tarball, fetched from an upstream when it is asked for the first time. */
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
    // A download is counted of a file that is there.
    const count = () => stored.then(({ repo, path }) => countDownload(repo, path)).catch(() => undefined);
    return sendFile(request, reply, served, open, count);
  }
  refuseToRun(request);
  const { range, 'if-none-match': known } = request.headers;
  const wantsAll = request.method === 'GET' && range === undefined && known === undefined;
  if (found.passing && wantsAll && !(found.size !== undefined && found.size <= smallTarball)) {
    return sendArriving(reply, found.passing, found);
  }
  // A part, or a comparison, needs the whole first; what is small is whole at once.
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
    Promise.all(of.map(({ key }) => findFileSoon(key, `${name}/-/${file}`)));
  const headsOf = (of: Repository[]) => Promise.all(of.map(({ key }) => findHead(key, name)));
  // Who owns the name matters only where an upstream could answer for it too.
  const [own, cached, owners] = await Promise.all([
    filesOf(locals),
    filesOf(remotes),
    remotes.length > 0 ? headsOf(locals) : [],
  ]);
  const ours = own.find(Boolean);
  if (ours) return ours;
  if (!(await mayAskUpstream(repository, name, owners.some(Boolean)))) return undefined;
  const here = cached.find(Boolean);
  if (here && !blobs().isDamaged(here.sha256)) return here;
  for (const remote of remotes) {
    const fetched = await fetchTarball(remote, name, file);
    if (fetched) return fetched;
  }
  // Damaged, and the upstream no longer has it: the answer says so.
  return here;
}

function notFound({ key }: Repository, name: string, file: string): HttpError {
  return new HttpError(404, 'NOT_FOUND', `${shown(`${name}/-/${file}`)} not found in ${key}`);
}
