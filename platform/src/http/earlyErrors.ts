import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { guards } from './guardHeaders.ts';

const reasons: Record<string, [status: number, code: string, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'TIMEOUT', 'The request timed out'],
  HPE_HEADER_OVERFLOW: [431, 'HEADERS_TOO_LARGE', 'The request headers are too large'],
};

/**
 * Responds to bytes that are not a valid HTTP request. There is no request to log, so the ID is
 * logged with the error.
 */
export function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  requestId: string,
  log: (fields: object, message: string) => void,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, code, message] = reasons[error.code ?? ''] ?? [400, 'BAD_REQUEST', 'Invalid HTTP request'];
  log({ err: error, requestId }, 'invalid HTTP request');
  const body = bodyOf(code, message, requestId);
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headersOf(body, requestId)).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ];
  if (socket.writable) socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}

/** Responds to a request with an `Expect` header other than `100-continue`. */
export function answerExpectation(response: ServerResponse, requestId: string): void {
  const message = 'Unsupported Expect header. The server supports only 100-continue.';
  const body = bodyOf('EXPECTATION_FAILED', message, requestId);
  response.writeHead(417, { ...headersOf(body, requestId), connection: 'close' }).end(body);
}

const badPath = 'Invalid path. Expected UTF-8 with percent-encoding, such as /caf%C3%A9.';
/** Fastify's own codes and messages are not part of the API, and its messages repeat the query. */
const unroutable: Record<string, [status: number, code: string, message: string]> = {
  FST_ERR_BAD_URL: [400, 'BAD_PATH', badPath],
  FST_ERR_MAX_PARAM_LENGTH: [414, 'PATH_TOO_LONG', 'A name in the path is too long'],
};

/** Responds to a URL that cannot be routed, such as one with invalid percent-encoding. */
export function answerFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const [status, code, message] = unroutable[error.code] ?? [400, 'BAD_REQUEST', 'Invalid request'];
  request.log.info({ method: request.raw.method, url: request.raw.url, status }, 'request');
  const body = bodyOf(code, message, request.id);
  reply.raw.writeHead(status, headersOf(body, request.id)).end(body);
}

function bodyOf(code: string, message: string, requestId: string): string {
  return JSON.stringify({ errors: [{ code, message }], request_id: requestId });
}

function headersOf(body: string, requestId: string): Record<string, string> {
  return {
    ...guards,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
  };
}
