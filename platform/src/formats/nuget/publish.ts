import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../access/Caller.ts';
import { authorize, callerOf } from '../../access/gateway.ts';
import { bytesOfBlob } from '../../archives/ArchiveBytes.ts';
import type { StagedBlob } from '../../blobs/BlobStore.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { readFileForm } from '../../http/forms/readFileForm.ts';
import { inspectPlainFile } from '../../pipeline/plainFile.ts';
import { publish } from '../../pipeline/publish.ts';
import { receivedBlob } from '../../pipeline/receive.ts';
import { authorizeWrite, writeTarget } from '../../pipeline/writeTarget.ts';
import { type Repository, requireRepository } from '../../repositories/repositories.ts';
import { packagePath } from './files.ts';
import { readNuspec } from './package/nuspec.ts';
import { nuspecOf, packageLimit } from './package/readPackage.ts';
import { symbolsPath } from './symbols.ts';
import { findStoredVersion, type StoredVersion, setListed } from './versions.ts';

interface Named {
  Params: { repo: string; id: string; version: string };
}

/**
 * Publishes the package from a form with one file. Throws `HttpError` 400, 401, 403, 409, or 413.
 *
 * ```text
 * PUT /artifactory/api/nuget/v3/{repo}/package
 *     X-NuGet-ApiKey: …
 *     Content-Type: multipart/form-data, with the .nupkg as its only part
 * 201
 * 409 if the version exists
 * ```
 *
 * https://learn.microsoft.com/en-us/nuget/api/package-publish-resource#push-a-package
 */
export function push(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return take(request, reply, packagePath);
}

/**
 * Publishes the symbols of an existing version. Throws `HttpError` 404 if the version does not
 * exist.
 *
 * ```text
 * PUT /artifactory/api/nuget/v3/{repo}/symbolpackage
 * 201
 * ```
 *
 * https://learn.microsoft.com/en-us/nuget/api/symbol-package-publish-resource
 */
export function pushSymbols(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return take(request, reply, symbolsPath);
}

type Place = (id: string, version: string) => string;

async function take(request: FastifyRequest, reply: FastifyReply, place: Place): Promise<FastifyReply> {
  const target = await targetOf(request);
  const caller = callerOf(request);
  // Checked before the body is received.
  await authorize(caller, 'deploy', { repo: target.key });
  const [file, second] = await readFileForm(request, { limit: packageLimit, parts: 10 });
  if (!file || second)
    throw new HttpError(400, 'BAD_FORM', 'Invalid upload form. Expected the package as its only part.');
  await save(caller, target, file.blob, place);
  return reply.code(201).send();
}

async function save(caller: Caller, target: Repository, blob: StagedBlob, place: Place): Promise<void> {
  const { id, version } = readNuspec((await nuspecOf(bytesOfBlob(blob))).toString());
  const existing = await findStoredVersion(target.key, id, version.normal);
  const path = (place === packagePath && existing?.path) || place(id, version.normal);
  await authorizeWrite(caller, 'deploy', target, path);
  await publish(receivedBlob(blob), () => inspectPlainFile(caller, target, path, blob));
}

/**
 * Unlists a version: it is hidden from search but still downloadable.
 *
 * ```text
 * DELETE /artifactory/api/nuget/v3/{repo}/package/Kite/1.0.0
 * 204
 * ```
 *
 * https://learn.microsoft.com/en-us/nuget/api/package-publish-resource#delete-a-package
 */
export async function unlist(request: FastifyRequest<Named>, reply: FastifyReply): Promise<FastifyReply> {
  await setListed(await versionToChange(request, 'delete'), false);
  return reply.code(204).send();
}

/**
 * Lists a version again.
 *
 * ```text
 * POST /artifactory/api/nuget/v3/{repo}/package/Kite/1.0.0
 * 200
 * ```
 *
 * https://learn.microsoft.com/en-us/nuget/api/package-publish-resource#relist-a-package
 */
export async function relist(request: FastifyRequest<Named>, reply: FastifyReply): Promise<FastifyReply> {
  await setListed(await versionToChange(request, 'deploy'), true);
  return reply.code(200).send();
}

async function versionToChange(
  request: FastifyRequest<Named>,
  action: 'delete' | 'deploy',
): Promise<StoredVersion> {
  const { repo, id, version } = request.params;
  const target = await targetOf(request);
  const caller = callerOf(request);
  // Checked first, so that a caller without permission cannot find out what exists.
  await authorize(caller, action, { repo: target.key });
  const held = await findStoredVersion(target.key, id, version);
  if (!held) throw new HttpError(404, 'NOT_FOUND', `Version ${version} of ${id} not found in ${repo}`);
  await authorizeWrite(caller, action, target, held.path);
  return held;
}

async function targetOf(request: FastifyRequest): Promise<Repository> {
  const { repo } = request.params as { repo: string };
  return writeTarget(await requireRepository(repo, 'nuget'));
}
