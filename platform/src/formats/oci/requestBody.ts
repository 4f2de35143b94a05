import type { FastifyRequest } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { bytesOf, wholeBody as wholeOf } from '../../http/wholeBody.ts';
import { dockerError } from './errors.ts';

/**
 * The body as bytes; empty if there is none. Leaving it unread does not close the connection, so
 * the client still receives the response. Throws if the client aborts the request.
 */
export function bodyOf(request: FastifyRequest): AsyncIterable<Uint8Array> {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new HttpError(
      415,
      'UNSUPPORTED',
      `Unsupported content encoding ${encoding}. Send the body without encoding.`,
    );
  }
  return bytesOf(request);
}

/** Reads a whole body. Throws `HttpError` 413 if it exceeds the limit. */
export async function wholeBody(request: FastifyRequest, limit: number): Promise<Buffer> {
  const tooLarge = () => dockerError('SIZE_INVALID', `The body exceeds the limit of ${limit} bytes`, 413);
  return wholeOf(bodyOf(request), limit, tooLarge);
}

export async function textBody(request: FastifyRequest): Promise<string> {
  return (await wholeBody(request, 64 * 1024)).toString();
}
