import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding } from './encoding.ts';

/** Minimum length for compression, in characters. */
const minCompressedLength = 4000;

/** Sends JSON that may be long, compressed if the client supports it. */
export async function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  value: object,
): Promise<FastifyReply> {
  // Uses the route's schema, if any. The declared type covers all serializers, but for JSON it is
  // `string`.
  const body = reply.serialize(value) as string;
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  if (!encoding || body.length < minCompressedLength) return reply.send(body);
  reply.header('content-encoding', encoding);
  return reply.send(await request.server.platform.compressed.json.get(Buffer.from(body), encoding, 'quick'));
}
