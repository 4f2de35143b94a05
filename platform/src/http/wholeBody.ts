import type { FastifyRequest } from 'fastify';

/**
 * Reads all bytes of a body. Throws the result of `tooLarge` if the body exceeds the limit, without
 * buffering more than that. The announced length is not used, because chunked bodies have none.
 */
export async function wholeBody(
  body: AsyncIterable<Uint8Array>,
  limit: number,
  tooLarge: () => Error,
): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > limit) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts, size);
}

/**
 * Returns the request's bytes. Stopping early does not end the connection, so that a response still
 * reaches the client.
 */
export function bytesOf(request: FastifyRequest): AsyncIterable<Uint8Array> {
  return request.raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
}
