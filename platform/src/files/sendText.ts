import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding } from '../http/encoding.ts';

/** In bytes; below it an answer gains nothing. */
const worthCompressing = 4000;

/** Answers with a text that was made for the request, such as a list of versions: 304 for who has it, as small as the client takes it. */
export async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  text: string,
): Promise<FastifyReply> {
  const body = Buffer.from(text);
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  reply.headers({
    etag,
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
    // Parts of it were uploaded by somebody.
    'content-security-policy': "sandbox; default-src 'none'",
  });
  const known = request.headers['if-none-match'] ?? '';
  if (known.split(',').some((each) => each.trim().replace(/^W\//, '') === etag))
    return reply.code(304).send();
  reply.type(type);
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  if (!encoding || body.length < worthCompressing) return reply.send(body);
  return reply
    .header('content-encoding', encoding)
    .send(await request.server.platform.compressed.text.get(body, encoding, 'quick'));
}
