import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { byPermission } from '../access/accessRules.ts';
import { callerOf } from '../access/gateway.ts';
import { HttpError } from '../errors/HttpError.ts';
import { type Address, parseAddress } from '../files/address.ts';
import { fileInfo } from '../files/fileInfo.ts';
import { removeRepositoryFiles } from '../files/removeRepository.ts';
import { sendFile } from '../files/sendFile.ts';
import { file, ownApi } from '../http/api/ownApi.ts';
import { ownOrigin } from '../http/ownOrigin.ts';
import { noteClientRequest } from '../jobs/serving.ts';
import { writeTarget } from '../pipeline/writeTarget.ts';
import { onRepositoryDeleted } from '../repositories/removal.ts';
import { requireRepository } from '../repositories/repositories.ts';
import { deleteBranch, treeRoutes } from '../tree/routes.ts';
import { deployFile } from './deploy.ts';
import { explodeArchive, isToBeExploded } from './explode/explodeArchive.ts';
import { sendFolder } from './folderPage.ts';
import { generatedFilesAt, putGenerated, sendGenerated } from './generatedFiles.ts';
import { readFile } from './readFile.ts';
import { forgetAside } from './remote/asideFiles.ts';
import { sendArriving } from './remote/sendArriving.ts';
import { forgetUpstreamFiles } from './remote/upstreamFiles.ts';
import { storageRoutes } from './storageRoutes.ts';

export interface PlainFileOptions {
  /** Maximum bytes of an uploaded file. */
  uploadLimit?: number;
}

const gibibyte = 1024 ** 3;

/**
 * Plain files at `/artifactory/{repo}/{path}`. GET and HEAD work for files of all repositories and,
 * with a trailing slash, for folders as pages. PUT and DELETE require a format with plain files
 * (for caches only DELETE), with checksums in headers and properties as `;key=value`. Also the
 * storage API and the console's download.
 */
export async function plainFileRoutes(app: FastifyInstance, options: PlainFileOptions): Promise<void> {
  const uploadLimit = options.uploadLimit ?? 16 * gibibyte;
  onRepositoryDeleted(app.platform, removeRepositoryFiles);
  onRepositoryDeleted(app.platform, forgetUpstreamFiles);
  onRepositoryDeleted(app.platform, forgetAside);
  await app.register(storageRoutes);
  await app.register(treeRoutes);
  await app.register(async (files) => {
    // Treat bodies as bytes, regardless of their content type.
    files.removeAllContentTypeParsers();
    files.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    const url = '/artifactory/:repo/*';
    files.route({ method: ['GET', 'HEAD'], url, handler: getFile });
    files.get<{ Params: { repo: string } }>('/artifactory/:repo', (request, reply) =>
      reply.redirect(`/artifactory/${encodeURIComponent(request.params.repo)}/`, 302),
    );
    files.put(url, (request, reply) => putFile(request, reply, uploadLimit));
    files.delete(url, deleteBranch);
  });

  await app.register(downloadRoute);
}

/** Download route of the console. */
async function downloadRoute(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Tree', access: byPermission });
  api.get(
    '/ui/api/v1/ui/download',
    {
      schema: {
        summary: 'Downloads a file.',
        response: { 200: file('application/octet-stream', 'The file. Ranges are supported.') },
      },
      config: {
        query: Type.Object({ repoKey: Type.String(), path: Type.String() }),
        errors: { 404: ['NOT_FOUND'] },
      },
    },
    async (request, reply) => {
      const { repoKey, path } = request.query as { repoKey?: unknown; path?: unknown };
      if (typeof repoKey !== 'string' || typeof path !== 'string') {
        throw new HttpError(400, 'BAD_REQUEST', 'Invalid query. Expected ?repoKey= and &path=, once each.');
      }
      const { path: checked } = parseAddress(
        `/${repoKey}/${path.split('/').map(encodeURIComponent).join('/')}`,
        '',
      );
      return answer(request, reply, repoKey, checked);
    },
  );
}

/** Parses the URL of a file. Throws `HttpError` 400 for a folder. */
function fileAddress(request: FastifyRequest): Address {
  const address = parseAddress(request.raw.url ?? '', '/artifactory');
  if (address.path !== '' && !address.folder) return address;
  const list = `/artifactory/api/storage/${address.repo}`;
  throw new HttpError(
    400,
    'NOT_A_FILE',
    `The URL of a file does not end with a slash. Folders are listed at ${list}.`,
  );
}

async function getFile(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { repo, path, folder } = parseAddress(request.raw.url ?? '', '/artifactory');
  if (folder || path === '') return sendFolder(reply, callerOf(request), repo, path);
  return answer(request, reply, repo, path);
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  repo: string,
  path: string,
): Promise<FastifyReply> {
  const [caller, repository] = [callerOf(request), await requireRepository(repo)];
  const generated = generatedFilesAt(repository, path);
  if (generated) return sendGenerated(request, reply, await generated.read(caller, repository, path));
  const file = await readFile(caller, repository, path);
  return 'stored' in file ? sendArriving(request, reply, file) : sendFile(request, reply, file);
}

async function putFile(request: FastifyRequest, reply: FastifyReply, limit: number): Promise<FastifyReply> {
  noteClientRequest();
  const address = fileAddress(request);
  const target = await writeTarget(await requireRepository(address.repo));
  if (isToBeExploded(request))
    return reply.code(201).send(await explodeArchive(request, target, address, limit));
  const generated = generatedFilesAt(target, address.path);
  if (generated) {
    await putGenerated(request, target, address.path, generated);
    return reply.code(201).send();
  }
  const info = fileInfo(ownOrigin(request), await deployFile(request, target, address, limit));
  return reply.code(201).header('location', info.downloadUri).send(info);
}
