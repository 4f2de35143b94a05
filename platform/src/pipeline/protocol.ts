import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../errors/HttpError.ts';
import { forgetContent } from '../http/forgetContent.ts';
import { knownFailure } from '../http/knownFailure.ts';
import { noteClientRequest } from '../jobs/serving.ts';
import { type Repository, requireRepository } from '../repositories/repositories.ts';
import { UpstreamError } from '../repositories/upstream/UpstreamError.ts';

/**
 * Returns the body of an error for the clients of a format, and can set the content type and
 * headers. Undefined: the platform's own error body.
 */
export type ErrorWriter = (error: HttpError, request: FastifyRequest, reply: FastifyReply) => unknown;

/**
 * Prepares routes for the clients of a format: request bodies are passed to handlers as streams,
 * and errors have the form of the protocol.
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
    // The handler that writes the error also logs it.
    if (body === undefined) throw thrown;
    const { status, headers } = error;
    // The response contains no details of the upstream, so log them for administrators.
    if (error instanceof UpstreamError && status !== 507)
      request.log.warn({ err: error }, 'an upstream failed');
    else if (status >= 500) request.log.error({ err: thrown }, 'request failed');
    return reply.code(status).headers(headers).send(body);
  });
}

/**
 * Returns the path of a URL `/artifactory/api/{format}/{repo}/{path}`, undecoded: the grammar of
 * the format specifies the meaning of escapes.
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

/** Handlers by kind of path and method. HEAD is handled as GET without a body. */
export type Handlers<Path extends { kind: string }> = {
  [Kind in Path['kind']]: Partial<Record<Method, Handler<Extract<Path, { kind: Kind }>>>>;
};

export interface Addresses<Path extends { kind: string }> {
  /** Segment of the URL, such as `cargo` in `/artifactory/api/cargo/{repo}/…`. */
  place: string;
  packageType: string;
  /** For error messages, such as `a Cargo registry`. */
  what: string;
  /** Throws `HttpError` for an invalid path. */
  parse(path: string): Path;
  handlers: Handlers<Path>;
}

/** Adds routes for all paths of a repository, which call the handler for the kind of path. */
export function routeByKind<Path extends { kind: string }>(
  app: FastifyInstance,
  { place, packageType, what, parse, handlers }: Addresses<Path>,
): void {
  const methods = new Set(Object.values<object>(handlers).flatMap((each) => Object.keys(each)));
  for (const path of ['', '/*']) {
    app.route<{ Params: { repo: string } }>({
      method: ['HEAD', ...methods],
      url: `/artifactory/api/${place}/:repo${path}`,
      handler: async (request, reply) => {
        const repository = await requireRepository(request.params.repo, packageType);
        const asked = parse(pathInRepository(request));
        if (methodOf(request) !== 'GET') noteClientRequest();
        return handlerOf(handlers, asked, request, what)(request, reply, repository, asked);
      },
    });
  }
}

/**
 * Returns the handler for a path and the method of the request. Throws `HttpError` 405 for a method
 * that the path does not support. `what`: see `Addresses`.
 */
export function handlerOf<Path extends { kind: string }>(
  handlers: Handlers<Path>,
  { kind }: Path,
  request: FastifyRequest,
  what: string,
): Handler<Path> {
  const table: Readonly<Record<string, Partial<Record<Method, unknown>>>> = handlers;
  const supported = table[kind] ?? {};
  const handler = supported[methodOf(request)] as Handler<Path> | undefined;
  if (handler) return handler;
  const allow = Object.keys(supported).join(', ');
  const message = `Method not allowed. This URL of ${what} supports ${allow}.`;
  throw new HttpError(405, 'NOT_ALLOWED', message, undefined, { allow });
}

/** HEAD is handled as GET. */
function methodOf({ method }: FastifyRequest): Method {
  return method === 'HEAD' ? 'GET' : (method as Method);
}
