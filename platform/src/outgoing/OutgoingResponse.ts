import { pipeline, type Readable, Transform } from 'node:stream';
import type { Dispatcher } from 'undici';
import { asOutgoingError, OutgoingError } from './OutgoingError.ts';

export interface OutgoingResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** URL of the response, after redirects. */
  url: string;
  /**
   * Fails with an `OutgoingError` if the connection breaks, times out, or exceeds the limit. Read
   * it or call `discard()`.
   */
  body: Readable;
  bytes(): Promise<Buffer>;
  discard(): void;
}

/** Wraps the response from `url`, with a body of up to `limit` bytes. */
export function outgoingResponse(
  url: URL,
  answer: Dispatcher.ResponseData,
  limit = Number.POSITIVE_INFINITY,
): OutgoingResponse {
  const { statusCode: status, headers, body } = answer;
  const announced = Number(headers['content-length'] ?? 0);
  if (announced > limit) {
    discard(body);
    throw tooLarge(limit);
  }
  // A body with an announced length fails on its own if it is longer.
  const isBounded = announced > 0 || limit === Number.POSITIVE_INFINITY;
  const limited = isBounded ? body : limitedBody(body, limit);
  return {
    status,
    headers,
    url: url.href,
    body: limited,
    async bytes() {
      const parts: Buffer[] = [];
      try {
        for await (const part of limited as AsyncIterable<Buffer>) parts.push(part);
      } catch (error) {
        throw asOutgoingError(error);
      }
      return Buffer.concat(parts);
    },
    discard: () => discard(body),
  };
}

function limitedBody(body: Readable, limit: number): Readable {
  let size = 0;
  const limiter = new Transform({
    transform(part: Buffer, _encoding, done) {
      size += part.length;
      if (size > limit) done(tooLarge(limit));
      else done(null, part);
    },
  });
  // Errors on either side reach the reader.
  return pipeline(body, limiter, () => undefined);
}

function tooLarge(limit: number): OutgoingError {
  return new OutgoingError('too-large', `The response exceeds ${limit} bytes`);
}

/** Closes the connection instead of reading the rest of the body. */
export function discard(body: Readable): void {
  body.on('error', () => undefined);
  body.destroy();
}
