import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Announced bytes up to which the rest of a rejected body is read so that its connection can be reused. */
const maxReusedBytes = 1024 * 1024;
/** Limits for reading a rest, in milliseconds: without a byte, and in total. Clients that only write read the answer late. */
const maxSilenceMs = 5000;
const maxDrainMs = 30_000;

/**
 * Keeps connections usable after an answer that left a part of its request's body unread. Node discards only bodies that no code has
 * begun to read: after any other, the socket stays paused, and the next request on the connection is never read.
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
    // The compatible response finishes when its stream closes, which an unread body prevents.
    stream.once('finish', () => drain(request.raw, () => stream.close()));
    return;
  }
  const { socket } = request.raw;
  // A complete body is in memory, and leaves nothing on the connection.
  const length = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY);
  if (request.raw.complete || length <= maxReusedBytes) reply.removeHeader('connection');
  else {
    reply.header('connection', 'close');
    closeLate(socket);
  }
  reply.raw.once('finish', () => drain(request.raw, () => socket.destroy()));
}

/** Reads the rest and discards it; calls `giveUp` when the rest takes too long. */
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
  // A reader that stopped halfway may still be attached, and would hold the stream back.
  body.unpipe();
  body.removeAllListeners('readable');
  body.resume();
}

/**
 * Ends only the server's side of a connection at first. Closing one on which bytes still arrive resets it, and a reset can take the
 * answer from a client that has not read it yet.
 */
function closeLate(socket: Socket): void {
  // Node calls it when an answer with `Connection: close` is written.
  socket.destroySoon = () => {
    socket.end();
    socket.once('end', () => socket.destroy());
  };
}
