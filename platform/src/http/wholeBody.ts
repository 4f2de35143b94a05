import type { FastifyRequest } from 'fastify';

/**
 * All bytes of a body; once it is longer than the limit, what `tooLarge` gives is thrown, and no more than the limit was held. A length
 * that is announced is no promise: a body in chunks announces none.
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

/** The request's bytes. Leaving them unread does not end the connection, so that an answer still reaches the client. */
export function bytesOf(request: FastifyRequest): AsyncIterable<Uint8Array> {
  return request.raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
}
