import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** `aborted`: the connection ended before the whole response was sent. */
type AfterAnswer = (request: FastifyRequest, reply: FastifyReply, aborted: boolean) => void;

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Callbacks that run once per request, when its response was sent or can no longer be sent.
     * `onResponse` does not run in the latter case.
     */
    afterAnswer: AfterAnswer[];
  }
}

/** nginx's status for a client that closes the connection before it gets a response. */
const clientClosedRequest = 499;

/** Returns the status that was sent, or 499 if none was. */
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
    // A reset HTTP/2 stream also counts as finished, but its response was not ended.
    end(request, reply, !reply.raw.writableEnded);
    done();
  });
}
