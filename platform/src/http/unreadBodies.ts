import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Maximum announced bytes of which the rest is read after a rejection, so that the connection can
 * be reused.
 */
const maxReusedBytes = 1024 * 1024;
/**
 * Limits for discarding a body, in milliseconds: without a byte, and in total. Some clients read
 * the response only after writing everything.
 */
const maxSilenceMs = 5000;
const maxDrainMs = 30_000;

/**
 * Keeps connections usable after a response that left part of its request's body unread. Node
 * discards only bodies that no code has begun to read. After any other, the socket stays paused,
 * and the next request on the connection is never read.
 */
export function drainUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (!request.raw.readableEnded && hasBody(request)) afterAnswer(request, reply);
  });
}

function hasBody({ raw, headers }: FastifyRequest): boolean {
  if (raw.httpVersionMajor === 2) return true;
  return 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;
}

function afterAnswer(request: FastifyRequest, reply: FastifyReply): void {
  if (request.raw.httpVersionMajor === 2) {
    const { stream } = request.raw as unknown as Http2ServerRequest;
    // The compatibility response finishes when its stream closes, which an unread body prevents.
    stream.once('finish', () => drain(request.raw, () => stream.close()));
    return;
  }
  const { socket } = request.raw;
  // A complete body is in memory, so no bytes remain on the connection.
  const length = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY);
  if (request.raw.complete || length <= maxReusedBytes) reply.removeHeader('connection');
  else {
    reply.header('connection', 'close');
    closeLate(socket);
  }
  reply.raw.once('finish', () => drain(request.raw, () => socket.destroy()));
}

/** Discards the rest of the body. Calls `giveUp` on timeout. */
function drain(body: IncomingMessage, giveUp: () => void): void {
  if (body.readableEnded || body.destroyed) return;
  const total = setTimeout(giveUp, maxDrainMs).unref();
  const silence = setTimeout(giveUp, maxSilenceMs).unref();
  body.on('data', () => silence.refresh());
  body.on('error', () => undefined);
  for (const over of ['end', 'close']) {
    body.once(over, () => {
      clearTimeout(total);
      clearTimeout(silence);
    });
  }
  // A reader that stopped early may still be attached, and would pause the stream.
  body.unpipe();
  body.removeAllListeners('readable');
  body.resume();
}

/**
 * Closes only the server's side of a connection at first. Closing a connection that still receives
 * bytes resets it, and the reset can discard the response before the client reads it.
 */
function closeLate(socket: Socket): void {
  // Node calls it after writing a response with `Connection: close`.
  socket.destroySoon = () => {
    socket.end();
    socket.once('end', () => socket.destroy());
  };
}
