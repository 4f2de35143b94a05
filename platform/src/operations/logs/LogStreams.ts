import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isStillAuthorized } from '../../access/stillAuthorized.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { isFromNode } from '../nodes/nodeAccess.ts';
import type { EventStream } from './EventStream.ts';
import type { LogPieces } from './LogPieces.ts';

/** Maximum number of streams of this node. */
export const maxStreams = 100;

/** Time between two checks of the caller's session and permission, in milliseconds. */
const checkMs = 3000;
/** Time after which a client that reads nothing is disconnected, in milliseconds. */
const stalledMs = 60_000;

/** The open streams of this node. */
export class LogStreams {
  readonly #open = new Set<EventStream>();
  readonly #pieces: LogPieces | undefined;

  constructor(pieces: LogPieces | undefined) {
    this.#pieces = pieces;
  }

  /** Returns the events as a response body. Throws `HttpError` 503 if too many streams are open. */
  open(create: () => EventStream, request: FastifyRequest, reply: FastifyReply): Readable {
    if (this.#open.size >= maxStreams)
      throw new HttpError(
        503,
        'TOO_MANY_STREAMS',
        `This node already streams logs to ${maxStreams} pages. Close one of them, or refresh the log periodically`,
      );
    const stream = create();
    const body = Readable.from(stream.events(), { objectMode: false });
    this.#open.add(stream);
    this.#count();
    const timer = setInterval(() => void this.#check(stream, body, request), checkMs);
    timer.unref();
    reply.raw.once('close', () => {
      clearInterval(timer);
      this.#open.delete(stream);
      this.#count();
      stream.end('closed');
      body.destroy();
    });
    return body;
  }

  /** Ends all streams when the server stops. Their clients connect again. */
  close(): void {
    for (const stream of this.#open) stream.end('closed');
  }

  #count(): void {
    if (this.#pieces) this.#pieces.streams = this.#open.size;
  }

  async #check(stream: EventStream, body: Readable, request: FastifyRequest): Promise<void> {
    const { waitingSince } = stream;
    if (waitingSince !== undefined && Date.now() - waitingSince > stalledMs) {
      body.destroy();
      return;
    }
    // The other node checks its caller, and closes the connection.
    if (isFromNode(request)) return;
    // While the database does not respond, the permission is unknown: the stream ends.
    const isAuthorized = await isStillAuthorized(request).catch(() => undefined);
    if (isAuthorized) return;
    stream.end(isAuthorized === false ? 'denied' : 'closed');
  }
}
