import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../../http/errors.ts';
import type { Storage } from '../../storage/storage.ts';
import { onRepositoryDeleted } from '../repositories/removal.ts';
import { requireRepository } from '../repositories/repositories.ts';
import { UpstreamError } from '../upstream/UpstreamError.ts';
import { answer } from './answer.ts';
import { parseNpmPath } from './npmPath.ts';
import { removeRepositoryPackages } from './removeRepository.ts';
import { installIndexer, postponeIndexer } from './upstream/indexQueue.ts';
import { installHostRegistry } from './upstream/upstream.ts';

interface InRepository {
  Params: { repo: string };
}

/** npm's protocol, below `/artifactory/api/npm/{repo}/`. */
export async function npmRoutes(app: FastifyInstance, { storage }: { storage: Storage }): Promise<void> {
  installHostRegistry(app, storage, app.settings);
  installIndexer(app, storage);
  onRepositoryDeleted(removeRepositoryPackages);

  // Bodies are read where it is known what they are: a publish is a stream of up to 140 MB.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

  // npm's clients print `error`; everything else is as for all calls.
  app.setErrorHandler((error: unknown, request, reply) => {
    if (!(error instanceof HttpError)) throw error;
    // What exactly went wrong there is for administrators.
    if (error instanceof UpstreamError) request.log.warn({ err: error }, 'an upstream failed');
    const { status, code, message, detail, headers } = error;
    const errors = [{ code, message, ...(detail ? { detail } : {}) }];
    return reply.code(status).headers(headers).send({ error: message, errors });
  });

  const handle = async (request: FastifyRequest<InRepository>, reply: FastifyReply) => {
    postponeIndexer();
    const repository = await requireRepository(request.params.repo, 'npm');
    return answer(request, reply, repository, parseNpmPath(pathBelowRepository(request.raw.url ?? '')));
  };
  // Whoever signs in may still send a token that has expired.
  const open = { open: true };
  const at = (path: string) => `/artifactory/api/npm/:repo${path}`;
  app.route<InRepository>({ method: 'PUT', url: at('/-/user/*'), config: open, handler: handle });
  app.route<InRepository>({ method: 'POST', url: at('/-/v1/login'), config: open, handler: handle });
  app.route<InRepository>({ method: 'GET', url: at('/-/v1/login/done'), config: open, handler: handle });
  for (const url of [at(''), at('/*')]) {
    app.route<InRepository>({ method: ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'], url, handler: handle });
  }
}

/** As it came: the grammar decides what a percent sign may stand for. */
function pathBelowRepository(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  return path.split('/').slice(5).join('/');
}
