import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../errors/HttpError.ts';
import { forgetContent } from './forgetContent.ts';
import { knownFailure } from './knownFailure.ts';

/**
 * Renders every error as `{errors: [{code, message, detail}]}`. Unexpected errors are logged and
 * never sent to the client.
 */
export function renderErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: unknown, request, reply) => {
    const shown = asHttpError(error);
    if (shown.status >= 500) request.log.error({ err: error }, 'request failed');
    return render(shown, request, reply);
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0];
    return render(new HttpError(404, 'NOT_FOUND', `Not found: ${request.method} ${path}`), request, reply);
  });
}

function asHttpError(error: unknown): HttpError {
  const known = knownFailure(error);
  if (known) return known;
  const refused = unstorable(error);
  if (refused) return new HttpError(400, ...refused);
  const absent = absence(error);
  if (absent !== undefined) return new HttpError(404, 'NOT_FOUND', absent);
  const { statusCode, validation, message } = error as Partial<FastifyError>;
  if (validation) return new HttpError(400, 'BAD_REQUEST', message ?? 'Invalid request');
  const framework = frameworkError(statusCode, message);
  if (framework) return framework;
  return new HttpError(500, 'INTERNAL', 'Internal server error. See the server log.');
}

/**
 * Converts Fastify's errors about a body that is too large, has an unsupported type, or is not
 * JSON.
 */
function frameworkError(status: number | undefined, message = 'Invalid request'): HttpError | undefined {
  if (status === 413) return new HttpError(413, 'TOO_LARGE', message);
  if (status === 415) return new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', message);
  if (status === undefined || status < 400 || status >= 500) return undefined;
  return new HttpError(status, 'BAD_REQUEST', message);
}

type Refusal = readonly [code: string, message: string];
const badText: Refusal = ['BAD_TEXT', 'The request contains an invalid character, such as NUL'];
const badDate: Refusal = [
  'BAD_DATE',
  'The request contains an invalid date. Expected a year from 1 to 9999.',
];
/**
 * PostgreSQL's error codes for NUL or half a character in a name, and for a date outside its range.
 * Such names and dates never exist.
 */
const refusals = new Map([
  ['22021', badText],
  ['22P05', badText],
  ['22007', badDate],
  ['22008', badDate],
]);

function unstorable(error: unknown): Refusal | undefined {
  if (!(error instanceof Error)) return undefined;
  return refusals.get(`${(error as NodeJS.ErrnoException).code}`) ?? unstorable(error.cause);
}

/** Returns the message of a database function that did not find a row, for the caller. */
function absence(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return (error as NodeJS.ErrnoException).code === 'LD404' ? error.message : absence(error.cause);
}

function render(error: HttpError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, code, message, detail, headers } = error;
  // Protocol clients prompt for a password on this header. Browsers would open their own dialog.
  if (status === 401 && !request.url.startsWith('/ui/') && request.headers['sec-fetch-mode'] !== 'cors') {
    reply.header('www-authenticate', 'Basic realm="Lading"');
  }
  forgetContent(reply);
  return reply
    .code(status)
    .headers(headers)
    .type('application/json; charset=utf-8')
    .send({ errors: [{ code, message, ...(detail === undefined ? {} : { detail }) }] });
}
