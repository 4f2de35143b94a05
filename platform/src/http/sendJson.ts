import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding } from './encoding.ts';

/** In characters; below it an answer gains nothing. */
const worthCompressing = 4000;

/** Sends JSON that can be long, such as a list of everything, compressed if the client supports it. */
export async function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  value: object,
): Promise<FastifyReply> {
  // By the schema of the route, where it has one. The type is `string` for every serializer of JSON.
  const body = reply.serialize(value) as string;
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  if (!encoding || body.length < worthCompressing) return reply.send(body);
  reply.header('content-encoding', encoding);
  return reply.send(await request.server.platform.compressed.json.get(Buffer.from(body), encoding, 'quick'));
}
