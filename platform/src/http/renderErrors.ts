import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable } from '../storage/unavailable.ts';
import { HttpError } from './errors.ts';

/** Every failure leaves as `{errors: [{code, message, detail}]}`; what nobody foresaw is logged and never shown. */
export function renderErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: unknown, request, reply) => {
    const shown = asHttpError(error);
    if (shown.status >= 500) request.log.error({ err: error }, 'request failed');
    return render(shown, request, reply);
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0];
    return render(
      new HttpError(404, 'NOT_FOUND', `There is no ${request.method} ${path} here`),
      request,
      reply,
    );
  });
}

function asHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (isUnavailable(error)) {
    return new HttpError(
      503,
      'UNAVAILABLE',
      'The database did not answer in time: try again in a moment',
      undefined,
      {
        'retry-after': '2',
      },
    );
  }
  if (isUnstorable(error)) {
    return new HttpError(400, 'BAD_TEXT', 'The request holds a character that no text may have, such as NUL');
  }
  const { statusCode, code, validation, message } = error as Partial<FastifyError>;
  if (validation) return new HttpError(400, 'BAD_REQUEST', message ?? 'The request is not as it must be');
  // Fastify's own: a body that does not parse, is too large, or of a type that is not taken.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new HttpError(statusCode, code ?? 'BAD_REQUEST', message ?? 'The request is not as it must be');
  }
  return new HttpError(500, 'INTERNAL', 'Something went wrong on the server: its log says more');
}

/** PostgreSQL's answer to a NUL or half a character in a name, which is nowhere to be found then. */
function isUnstorable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return code === '22021' || code === '22P05' || isUnstorable(error.cause);
}

function render(error: HttpError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, code, message, detail, headers } = error;
  // Clients of the protocols ask for a password when they are told to; a browser would open its own dialog.
  if (status === 401 && !request.url.startsWith('/ui/') && request.headers['sec-fetch-mode'] !== 'cors') {
    reply.header('www-authenticate', 'Basic realm="Lading"');
  }
  return reply
    .code(status)
    .headers(headers)
    .type('application/json; charset=utf-8')
    .send({ errors: [{ code, message, ...(detail === undefined ? {} : { detail }) }] });
}
