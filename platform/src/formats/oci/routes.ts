import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../../access/gateway.ts';
import type { HttpError } from '../../errors/HttpError.ts';
import { RepositoryError } from '../../errors/RepositoryError.ts';
import { noteClientRequest } from '../../jobs/serving.ts';
import { speakProtocol } from '../../pipeline/protocol.ts';
import { onRepositoryDeleted } from '../../repositories/removal.ts';
import { findRepository, type Repository } from '../../repositories/repositories.ts';
import { checkCatalogScope, insufficientScope } from './access.ts';
import { challenge } from './auth/challenge.ts';
import { identifyDocker } from './auth/identify.ts';
import { answerToken } from './auth/tokenRoute.ts';
import { answerBlob, deleteBlob } from './blobs/answerBlob.ts';
import { type DockerPath, parseDockerPath } from './dockerPath.ts';
import { codeOf, dockerError } from './errors.ts';
import { defineOciJobs } from './jobs.ts';
import { answerCatalog } from './listings/catalog.ts';
import { answerReferrers } from './listings/referrers.ts';
import { answerTags } from './listings/tags.ts';
import { answerManifest, deleteManifest, putManifest } from './manifests/answerManifest.ts';
import { atRepository, atRoot, type Mount } from './mount.ts';
import { promotionRoutes } from './promotion/routes.ts';
import { removeRepositoryImages } from './removeRepository.ts';
import { answerUpload, beginUpload } from './uploads/answerUpload.ts';
import { layerRoutes } from './views/routes.ts';

/**
 * The protocol of container registries, below `/v2/` and, for proxies, below
 * `/artifactory/api/docker/{repo}/v2/`.
 */
export async function dockerRoutes(app: FastifyInstance): Promise<void> {
  onRepositoryDeleted(app.platform, removeRepositoryImages);
  defineOciJobs(app.platform);
  await app.register(layerRoutes);
  await app.register(promotionRoutes);
  await app.register(protocolRoutes);
}

async function protocolRoutes(app: FastifyInstance): Promise<void> {
  app.decorateRequest('dockerAccess', undefined);
  speakProtocol(app, writeError);
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('docker-distribution-api-version', 'registry/2.0');
  });
  app.addHook('onRequest', identifyDocker);

  // The protocol checks credentials itself, so that errors have its format.
  const config = { open: true };
  const methods = ['GET', 'HEAD', 'PUT', 'POST', 'PATCH', 'DELETE'];
  app.get('/v2', { config }, (_request, reply) => reply.redirect('/v2/', 301));
  app.route({
    method: ['GET', 'POST'],
    url: '/v2/token',
    config,
    handler: (request, reply) => answerToken(request, reply, atRoot),
  });
  app.route({
    method: methods,
    url: '/v2/*',
    config,
    handler: (request, reply) => answer(request, reply, atRoot),
  });

  const prefix = '/artifactory/api/docker/:repo/v2';
  const mountOf = (request: FastifyRequest) => atRepository((request.params as { repo: string }).repo);
  app.route({
    method: ['GET', 'POST'],
    url: `${prefix}/token`,
    config,
    handler: (request, reply) => answerToken(request, reply, mountOf(request)),
  });
  app.route({
    method: methods,
    url: `${prefix}/*`,
    config,
    handler: (request, reply) => answer(request, reply, mountOf(request)),
  });
}

function writeError(error: HttpError, request: FastifyRequest, reply: FastifyReply): Buffer {
  const { status, message, detail } = error;
  const { repo } = (request.params ?? {}) as { repo?: string };
  if (status === 401) {
    const mount = repo === undefined ? atRoot : atRepository(repo);
    reply.header('www-authenticate', challenge(request, mount, detail === insufficientScope));
  }
  reply.header('content-type', 'application/json');
  return Buffer.from(JSON.stringify({ errors: [{ code: codeOf(error), message, detail: null }] }));
}

async function answer(request: FastifyRequest, reply: FastifyReply, mount: Mount): Promise<FastifyReply> {
  noteClientRequest();
  const path = parseDockerPath(mount.pathOf(request));
  const { repo: own } = request.params as { repo?: string };
  if (path.kind === 'check') return check(request, reply);
  if (path.kind === 'catalog') {
    requireRead(request);
    requireCredentials(request);
    checkCatalogScope(request);
    return answerCatalog(request, reply, own === undefined ? undefined : await dockerRepository(own));
  }
  return answerNamed(request, reply, mount, await dockerRepository(path.repo), path);
}

/**
 * Handles the first request of clients. Without credentials, returns the challenge with the token
 * service, even if anonymous users can read.
 */
function check(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  requireRead(request);
  requireCredentials(request);
  return reply.header('content-type', 'application/json').send(Buffer.from('{}'));
}

/**
 * Throws `HttpError` 401 unless the client sent credentials or an anonymous token, because clients
 * send credentials only after a challenge.
 */
function requireCredentials(request: FastifyRequest): void {
  if (callerOf(request).kind !== 'anonymous' || request.headers.authorization !== undefined) return;
  throw dockerError('UNAUTHORIZED', 'Sign in, or request a token without credentials');
}

/** Throws `RepositoryError` 404. */
async function dockerRepository(key: string): Promise<Repository> {
  const repository = await findRepository(key);
  if (repository?.packageType === 'docker') return repository;
  throw new RepositoryError(
    404,
    'NAME_UNKNOWN',
    `Image repository ${key} not found. Image names start with a repository, {repository}/{image}.`,
    key,
  );
}

function answerNamed(
  request: FastifyRequest,
  reply: FastifyReply,
  mount: Mount,
  repository: Repository,
  path: Exclude<DockerPath, { kind: 'check' | 'catalog' }>,
): Promise<FastifyReply> {
  const { method } = request;
  const reading = method === 'GET' || method === 'HEAD';
  switch (path.kind) {
    case 'tags':
      requireRead(request);
      return answerTags(request, reply, mount, repository, path);
    case 'referrers':
      requireRead(request);
      return answerReferrers(request, reply, mount, repository, path);
    case 'manifest':
      if (reading) return answerManifest(request, reply, repository, path);
      if (method === 'PUT') return putManifest(request, reply, mount, repository, path);
      if (method === 'DELETE') return deleteManifest(request, reply, repository, path);
      throw unsupported(request);
    case 'blob':
      if (reading) return answerBlob(request, reply, repository, path);
      if (method === 'DELETE') return deleteBlob(request, reply, repository, path);
      throw unsupported(request);
    case 'uploads':
      if (method === 'POST') return beginUpload(request, reply, mount, repository, path);
      throw unsupported(request);
    case 'upload':
      if (method === 'POST') throw unsupported(request);
      return answerUpload(request, reply, mount, repository, path);
  }
}

function requireRead(request: FastifyRequest): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') throw unsupported(request);
}

function unsupported({ method }: FastifyRequest): HttpError {
  return dockerError('UNSUPPORTED', `Method ${method} is not supported`);
}
