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
import { embeddedGoMod, latestInfo, localInfo, versionFile, versionList } from './versions.ts';

const prefix = '/artifactory/api/go';

/**
 * The GOPROXY protocol below `/artifactory/api/go/{repo}/`. Publishing is a PUT of a version's
 * three files at their URLs.
 *
 * ```text
 * GET /artifactory/api/go/{repo}/example.org/kite/@v/list            v1.0.0, a line per version GET
 * /artifactory/api/go/{repo}/example.org/kite/@v/v1.0.0.info     {"Version": "v1.0.0", "Time": "…"}
 * GET /artifactory/api/go/{repo}/example.org/kite/@v/v1.0.0.mod      go.mod GET
 * /artifactory/api/go/{repo}/example.org/kite/@v/v1.0.0.zip      the module GET
 * /artifactory/api/go/{repo}/example.org/kite/@latest            as .info 404 not found: …, as
 * plain text; the client then asks its next proxy
 *
 * PUT /artifactory/api/go/{repo}/example.org/kite/@v/v1.0.0.zip      not in the protocol, which
 * only reads 201 {"repo": "{repo}", "path": "/example.org/kite/@v/v1.0.0.zip", …}
 * ```
 *
 * https://go.dev/ref/mod#goproxy-protocol
 */
export async function goRoutes(app: FastifyInstance): Promise<void> {
  // The client prints a plain-text body, and tries the next proxy after 404 and 410.
  speakProtocol(app, ({ status, message }, { method }, reply) => {
    if (method !== 'GET' || status === 401) return undefined;
    reply.type('text/plain; charset=utf-8');
    return message;
  });

  const url = `${prefix}/:repo/*`;
  app.route({ method: ['GET', 'HEAD'], url, handler: get });
  app.put(url, put);
}

/** Throws `HttpError` 400 for a malformed path. */
function addressOf(request: FastifyRequest): Address {
  return parseAddress(request.raw.url ?? '', prefix);
}

async function get(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { repo, path } = addressOf(request);
  const repository = await requireRepository(repo, 'go');
  const requested = requireGoPath(path);
  const module = 'module' in requested ? requested.module : undefined;
  const sources = await sourcesOf(callerOf(request), repository, path, module);
  const note = async () => (module === undefined ? '' : reservationNote(repository, module));
  if (requested.kind === 'list') {
    const versions = await versionList(sources, requested.module);
    if (!versions) throw missing(`no version of ${requested.module} is in ${repo}${await note()}`);
    return sendText(
      request,
      reply,
      'text/plain; charset=utf-8',
      versions.map((each) => `${each}\n`).join(''),
    );
  }
  if (requested.kind === 'latest') {
    const info = await latestInfo(sources, requested.module);
    if (!info) throw missing(`no version of ${requested.module} is in ${repo}`);
    return sendText(request, reply, 'application/json', JSON.stringify(info));
  }
  if (requested.kind === 'sumdb') {
    const found = await firstUpstream(sources.remotes, (remote) => remoteFile(remote, path));
    if (!found) throw missing(`${repo} does not proxy a checksum database with ${requested.rest}`);
    return send(request, reply, found);
  }
  const found = await versionFile(sources, path, requested);
  if (found) return send(request, reply, found);
  const infoOf = (version: string) => localInfo(sources.locals, requested.module, version);
  // The tag of an incompatible version has no suffix; the client uses the version in the response.
  const info =
    requested.file === 'info' &&
    ((await infoOf(requested.version)) ?? (await infoOf(`${requested.version}+incompatible`)));
  if (info) return sendText(request, reply, 'application/json', JSON.stringify(info));
  const inside = requested.file === 'mod' && (await embeddedGoMod(sources, requested));
  if (inside) return sendText(request, reply, 'text/plain; charset=utf-8', inside);
  throw missing(
    isCanonical(requested.version)
      ? `${requested.module}@${requested.version} is not in ${repo}${await note()}`
      : `${repo} supports only versions, so branch, tag, or commit ${requested.version} of ${requested.module} was not found`,
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
