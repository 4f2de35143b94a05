import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../../access/gateway.ts';
import { withStorage } from '../../database/db.ts';
import { noteClientRequest, sinceClientRequest } from '../../jobs/serving.ts';
import { pathInRepository, speakProtocol } from '../../pipeline/protocol.ts';
import { requireKnown } from '../../repositories/concealment.ts';
import { onRepositoryDeleted } from '../../repositories/removal.ts';
import { findRepository, type Repository, requireRepository } from '../../repositories/repositories.ts';
import { answer } from './answer.ts';
import { unpublishedRoutes } from './changes/unpublishedRoutes.ts';
import { type NpmPath, parseNpmPath } from './npmPath.ts';
import { removeRepositoryPackages } from './removeRepository.ts';
import { defineIndexJob } from './upstream/indexQueue.ts';
import { installKeeper } from './upstream/keepPackuments.ts';
import { installHostRegistry } from './upstream/upstream.ts';

interface InRepository {
  Params: { repo: string };
}

/** The npm protocol, below `/artifactory/api/npm/{repo}/`. */
export async function npmRoutes(app: FastifyInstance): Promise<void> {
  const { storage } = app.platform;
  installHostRegistry(app);
  defineIndexJob(app);
  installKeeper(app, () => withStorage(storage, sinceClientRequest));
  onRepositoryDeleted(app.platform, removeRepositoryPackages);
  await app.register(unpublishedRoutes);

  // npm clients print `error`; the other fields are the same for all calls.
  speakProtocol(app, ({ code, message, detail }) => ({
    error: message,
    errors: [{ code, message, ...(detail ? { detail } : {}) }],
  }));

  const handle = async (request: FastifyRequest<InRepository>, reply: FastifyReply) => {
    noteClientRequest();
    const { repo } = request.params;
    const repository = await findRepository(repo);
    const path = parseNpmPath(pathInRepository(request));
    if (platformCalls.has(path.kind)) return answer(request, reply, repository ?? anyNpm(repo), path);
    const npm = await requireRepository(repo, 'npm');
    if (callsWithoutContent.has(path.kind)) await requireKnown(callerOf(request), repo);
    return answer(request, reply, npm, path);
  };
  // Clients may send an expired token when they sign in.
  const open = { open: true };
  const at = (path: string) => `/artifactory/api/npm/:repo${path}`;
  app.route<InRepository>({ method: 'PUT', url: at('/-/user/*'), config: open, handler: handle });
  app.route<InRepository>({ method: 'POST', url: at('/-/v1/login'), config: open, handler: handle });
  app.route<InRepository>({ method: 'GET', url: at('/-/v1/login/done'), config: open, handler: handle });
  for (const url of [at(''), at('/*')]) {
    app.route<InRepository>({ method: ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'], url, handler: handle });
  }
}

/**
 * Sign-in and sign-out: accounts belong to the platform, so these are the same at every repository
 * URL.
 */
const platformCalls = new Set<NpmPath['kind']>(['user', 'token', 'webLogin', 'webLoginDone', 'webLoginPage']);
/** Calls that read nothing from the repository. */
const callsWithoutContent = new Set<NpmPath['kind']>([
  'root',
  'ping',
  'whoami',
  'profile',
  'tokens',
  'tokenKey',
]);

function anyNpm(key: string): Repository {
  return { key, type: 'local', packageType: 'npm', description: '', options: {} };
}
