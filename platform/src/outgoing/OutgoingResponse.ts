import { pipeline, type Readable, Transform } from 'node:stream';
import type { Dispatcher } from 'undici';
import { asOutgoingError, OutgoingError } from './OutgoingError.ts';

export interface OutgoingResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Where the answer came from, after redirects. */
  url: string;
  /** Ends with an `OutgoingError` when it breaks, stays silent or is too large. Read it or call `discard()`. */
  body: Readable;
  bytes(): Promise<Buffer>;
  discard(): void;
}

/** The answer from `url`, with a body of up to `limit` bytes. */
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
  // What announces its length breaks off where it has more.
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
  // Errors of either side arrive at the one who reads.
  return pipeline(body, limiter, () => undefined);
}

function tooLarge(limit: number): OutgoingError {
  return new OutgoingError('too-large', `The response exceeds ${limit} bytes`);
}

/** Nobody reads what is left: its connection is given up rather than waited for. */
export function discard(body: Readable): void {
  body.on('error', () => undefined);
  body.destroy();
}
