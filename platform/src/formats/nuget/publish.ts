import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../access/Caller.ts';
import { authorise, callerOf } from '../../access/gateway.ts';
import { bytesOfBlob } from '../../archives/ArchiveBytes.ts';
import type { StagedBlob } from '../../blobs/BlobStore.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { readFileForm } from '../../http/forms/readFileForm.ts';
import { inspectPlainFile } from '../../pipeline/plainFile.ts';
import { publish } from '../../pipeline/publish.ts';
import { receivedBlob } from '../../pipeline/receive.ts';
import { authoriseWrite, writeTarget } from '../../pipeline/writeTarget.ts';
import { type Repository, requireRepository } from '../../repositories/repositories.ts';
import { packagePath } from './files.ts';
import { readNuspec } from './package/nuspec.ts';
import { nuspecOf, packageLimit } from './package/readPackage.ts';
import { symbolsPath } from './symbols.ts';
import { type HeldVersion, heldVersion, setListed } from './versions.ts';

interface Named {
  Params: { repo: string; id: string; version: string };
}

/** Publishes the package that comes as a form with one file. Throws `HttpError` 400, 401, 403, 409 or 413. */
export function push(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return take(request, reply, packagePath);
}

/** The same of the symbols of one that is there. Throws `HttpError` 404 for those of another. */
export function pushSymbols(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return take(request, reply, symbolsPath);
}

type Place = (id: string, version: string) => string;

async function take(request: FastifyRequest, reply: FastifyReply, place: Place): Promise<FastifyReply> {
  const target = await targetOf(request);
  const caller = callerOf(request);
  // Before anything of the body is taken: who may put nothing here sends nothing.
  await authorise(caller, 'deploy', { repo: target.key });
  const [file, second] = await readFileForm(request, { limit: packageLimit, parts: 10 });
  if (!file || second)
    throw new HttpError(400, 'BAD_FORM', 'Invalid upload form. Expected the package as its only part.');
  await save(caller, target, file.blob, place);
  return reply.code(201).send();
}

async function save(caller: Caller, target: Repository, blob: StagedBlob, place: Place): Promise<void> {
  const { id, version } = readNuspec((await nuspecOf(bytesOfBlob(blob))).toString());
  const there = await heldVersion(target.key, id, version.normal);
  const path = (place === packagePath && there?.path) || place(id, version.normal);
  await authoriseWrite(caller, 'deploy', target, path);
  await publish(receivedBlob(blob), () => inspectPlainFile(caller, target, path, blob));
}

/** Unlists a version: who knows it may fetch it still. */
export async function unlist(request: FastifyRequest<Named>, reply: FastifyReply): Promise<FastifyReply> {
  await setListed(await versionToChange(request, 'delete'), false);
  return reply.code(204).send();
}

export async function relist(request: FastifyRequest<Named>, reply: FastifyReply): Promise<FastifyReply> {
  await setListed(await versionToChange(request, 'deploy'), true);
  return reply.code(200).send();
}

async function versionToChange(
  request: FastifyRequest<Named>,
  action: 'delete' | 'deploy',
): Promise<HeldVersion> {
  const { repo, id, version } = request.params;
  const target = await targetOf(request);
  const caller = callerOf(request);
  // Who may not do it anywhere here learns nothing of what is here.
  await authorise(caller, action, { repo: target.key });
  const held = await heldVersion(target.key, id, version);
  if (!held) throw new HttpError(404, 'NOT_FOUND', `Version ${version} of ${id} not found in ${repo}`);
  await authoriseWrite(caller, action, target, held.path);
  return held;
}

async function targetOf(request: FastifyRequest): Promise<Repository> {
  const { repo } = request.params as { repo: string };
  return writeTarget(await requireRepository(repo, 'nuget'));
}
