import type { FastifyReply, FastifyRequest } from 'fastify';
import { perStorage } from '../database/perStorage.ts';
import { acceptedEncoding, Compressed } from './encoding.ts';

/** The same list is asked for again and again: it is compressed once. */
const compressed = perStorage(() => new Compressed());
/** In characters; below it an answer gains nothing. */
const worthCompressing = 4000;

/** Answers with JSON that may be long, such as a list of everything, as small as the client takes it. */
export async function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  value: unknown,
): Promise<FastifyReply> {
  const body = JSON.stringify(value);
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  if (!encoding || body.length < worthCompressing) return reply.send(body);
  reply.header('content-encoding', encoding);
  return reply.send(await compressed().get(Buffer.from(body), encoding, 'quick'));
}
