import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** `aborted`: the connection ended before the whole answer was sent. */
type AfterAnswer = (request: FastifyRequest, reply: FastifyReply, aborted: boolean) => void;

declare module 'fastify' {
  interface FastifyInstance {
    /** Runs once per request, when its answer was sent or can't be sent any more. `onResponse` misses the latter. */
    afterAnswer: AfterAnswer[];
  }
}

/** nginx's status for a client that closes the connection before it gets an answer. */
const clientClosedRequest = 499;

/** The status that was sent, or 499 if none was. */
export function sentStatus(reply: FastifyReply, aborted: boolean): number {
  return aborted && !reply.raw.headersSent ? clientClosedRequest : reply.statusCode;
}

export function watchAnswers(app: FastifyInstance): void {
  const listeners: AfterAnswer[] = [];
  const ended = new WeakSet<FastifyRequest>();
  const end: AfterAnswer = (request, reply, aborted) => {
    if (ended.has(request)) return;
    ended.add(request);
    for (const listener of listeners) listener(request, reply, aborted);
  };
  app.decorate('afterAnswer', listeners);
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => end(request, reply, !reply.raw.writableFinished));
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    // An HTTP/2 stream that was reset is finished, too, but nobody has ended it.
    end(request, reply, !reply.raw.writableEnded);
    done();
  });
}
