import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../../access/gateway.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { type Address, parseAddress } from '../../files/address.ts';
import { fileInfo } from '../../files/fileInfo.ts';
import type { FileRow } from '../../files/files.ts';
import { sendFile } from '../../files/sendFile.ts';
import { sendText } from '../../files/sendText.ts';
import { ownOrigin } from '../../http/ownOrigin.ts';
import { speakProtocol } from '../../pipeline/protocol.ts';
import { writeTarget } from '../../pipeline/writeTarget.ts';
import { deployFile } from '../../plainFiles/deploy.ts';
import type { Arriving } from '../../plainFiles/remote/fetchFile.ts';
import { remoteFile } from '../../plainFiles/remote/remoteFile.ts';
import { sendArriving } from '../../plainFiles/remote/sendArriving.ts';
import { firstUpstream, sourcesOf } from '../../plainFiles/sources.ts';
import { reservationNote } from '../../repositories/names/explain.ts';
import { requireRepository } from '../../repositories/repositories.ts';
import { requireGoPath } from './goPath.ts';
import { isCanonical } from './moduleVersion.ts';
import { zipLimit } from './moduleZip.ts';
import { goModInside, latestInfo, localInfo, versionFile, versionList } from './versions.ts';

const prefix = '/artifactory/api/go';

/** The GOPROXY protocol below `/artifactory/api/go/{repo}/`, and publishing by PUT of a version's three files at their addresses. */
export async function goRoutes(app: FastifyInstance): Promise<void> {
  // The client prints a body of plain text, and asks the next proxy after 404 and 410.
  speakProtocol(app, ({ status, message }, { method }, reply) => {
    if (method !== 'GET' || status === 401) return undefined;
    reply.type('text/plain; charset=utf-8');
    return message;
  });

  const url = `${prefix}/:repo/*`;
  app.route({ method: ['GET', 'HEAD'], url, handler: get });
  app.put(url, put);
}

/** Throws `HttpError` 400 for an address below which nothing lies. */
function addressOf(request: FastifyRequest): Address {
  return parseAddress(request.raw.url ?? '', prefix);
}

async function get(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { repo, path } = addressOf(request);
  const repository = await requireRepository(repo, 'go');
  const asked = requireGoPath(path);
  const module = 'module' in asked ? asked.module : undefined;
  const sources = await sourcesOf(callerOf(request), repository, path, module);
  const note = async () => (module === undefined ? '' : reservationNote(repository, module));
  if (asked.kind === 'list') {
    const versions = await versionList(sources, asked.module);
    if (!versions) throw missing(`no version of ${asked.module} is in ${repo}${await note()}`);
    return sendText(
      request,
      reply,
      'text/plain; charset=utf-8',
      versions.map((each) => `${each}\n`).join(''),
    );
  }
  if (asked.kind === 'latest') {
    const info = await latestInfo(sources, asked.module);
    if (!info) throw missing(`no version of ${asked.module} is in ${repo}`);
    return sendText(request, reply, 'application/json', JSON.stringify(info));
  }
  if (asked.kind === 'sumdb') {
    const found = await firstUpstream(sources.remotes, (remote) => remoteFile(remote, path));
    if (!found) throw missing(`${repo} does not proxy a checksum database with ${asked.rest}`);
    return send(request, reply, found);
  }
  const found = await versionFile(sources, path, asked);
  if (found) return send(request, reply, found);
  const infoOf = (version: string) => localInfo(sources.locals, asked.module, version);
  // The tag of an incompatible version does not say so; the client takes the version that the answer names.
  const info =
    asked.file === 'info' &&
    ((await infoOf(asked.version)) ?? (await infoOf(`${asked.version}+incompatible`)));
  if (info) return sendText(request, reply, 'application/json', JSON.stringify(info));
  const inside = asked.file === 'mod' && (await goModInside(sources, asked));
  if (inside) return sendText(request, reply, 'text/plain; charset=utf-8', inside);
  throw missing(
    isCanonical(asked.version)
      ? `${asked.module}@${asked.version} is not in ${repo}${await note()}`
      : `${repo} supports only versions, so branch, tag, or commit ${asked.version} of ${asked.module} was not found`,
  );
}

async function put(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const address = addressOf(request);
  const target = await writeTarget(await requireRepository(address.repo, 'go'));
  const info = fileInfo(ownOrigin(request), await deployFile(request, target, address, zipLimit));
  return reply.code(201).header('location', info.downloadUri).send(info);
}

function send(request: FastifyRequest, reply: FastifyReply, file: FileRow | Arriving): Promise<FastifyReply> {
  return 'stored' in file ? sendArriving(request, reply, file) : sendFile(request, reply, file);
}

function missing(what: string): HttpError {
  return new HttpError(404, 'NOT_FOUND', `not found: ${what}`);
}
