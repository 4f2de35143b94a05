import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../errors/HttpError.ts';
import { forgetContent } from '../http/forgetContent.ts';
import { knownFailure } from '../http/knownFailure.ts';
import { noteClientRequest } from '../jobs/serving.ts';
import { type Repository, requireRepository } from '../repositories/repositories.ts';
import { UpstreamError } from '../repositories/upstream/UpstreamError.ts';

/**
 * What a format's clients are told of an error, with a type and headers of its own set; undefined:
 * the same as all others.
 */
export type ErrorWriter = (error: HttpError, request: FastifyRequest, reply: FastifyReply) => unknown;

/**
 * For routes that clients of a format ask: bodies stay streams until it is known what they are, and
 * errors are in its own words.
 */
export function speakProtocol(app: FastifyInstance, writeError?: ErrorWriter): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  if (writeError) writeErrors(app, writeError);
}

export function writeErrors(app: FastifyInstance, write: ErrorWriter): void {
  app.setErrorHandler((thrown: unknown, request, reply) => {
    const error = knownFailure(thrown);
    if (!error) throw thrown;
    forgetContent(reply);
    const body = write(error, request, reply);
    // What is thrown on is logged where it is written.
    if (body === undefined) throw thrown;
    const { status, headers } = error;
    // What exactly went wrong there is for administrators.
    if (error instanceof UpstreamError && status !== 507)
      request.log.warn({ err: error }, 'an upstream failed');
    else if (status >= 500) request.log.error({ err: thrown }, 'request failed');
    return reply.code(status).headers(headers).send(body);
  });
}

/**
 * Of an address `/artifactory/api/{format}/{repo}/{path}`, as it came: the format's grammar decides
 * what a percent sign may stand for.
 */
export function pathInRepository(request: FastifyRequest): string {
  const [path = ''] = (request.raw.url ?? '').split('?', 1);
  return path.split('/').slice(5).join('/');
}

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';
type Handler<Path> = (
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
  path: Path,
) => Promise<FastifyReply>;

/** What each kind of address answers to; HEAD is GET without its body. */
export type Handlers<Path extends { kind: string }> = {
  [Kind in Path['kind']]: Partial<Record<Method, Handler<Extract<Path, { kind: Kind }>>>>;
};

export interface Addresses<Path extends { kind: string }> {
  /** `cargo`, in `/artifactory/api/cargo/{repo}/…`. */
  place: string;
  packageType: string;
  /** `a Cargo registry`. */
  what: string;
  /** Throws `HttpError` for a path that is none. */
  parse(path: string): Path;
  handlers: Handlers<Path>;
}

/** Routes for all that lies below a repository, answered by what kind of address it is. */
export function routeByKind<Path extends { kind: string }>(
  app: FastifyInstance,
  { place, packageType, what, parse, handlers }: Addresses<Path>,
): void {
  const table: Record<string, Partial<Record<Method, Handler<never>>>> = handlers;
  const methods = new Set(Object.values(table).flatMap((each) => Object.keys(each)));
  for (const path of ['', '/*']) {
    app.route<{ Params: { repo: string } }>({
      method: ['HEAD', ...methods],
      url: `/artifactory/api/${place}/:repo${path}`,
      handler: async (request, reply) => {
        const repository = await requireRepository(request.params.repo, packageType);
        const asked = parse(pathInRepository(request));
        const known = table[asked.kind] ?? {};
        const method = request.method === 'HEAD' ? 'GET' : (request.method as Method);
        const handler = known[method] as Handler<Path> | undefined;
        if (method !== 'GET') noteClientRequest();
        if (handler) return handler(request, reply, repository, asked);
        const allow = Object.keys(known).join(', ');
        throw new HttpError(
          405,
          'NOT_ALLOWED',
          `Method not allowed. This URL of ${what} supports ${allow}.`,
          undefined,
          {
            allow,
          },
        );
      },
    });
  }
}
