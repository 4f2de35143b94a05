import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding } from '../http/encoding.ts';

/** Minimum size in bytes for compression. */
const minCompressedBytes = 4000;

/**
 * Responds with generated text, such as a list of versions. Sends 304 for a current cached copy,
 * and compresses the text if the client supports it.
 */
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
    // Some of the content was uploaded by users.
    'content-security-policy': "sandbox; default-src 'none'",
  });
  const known = request.headers['if-none-match'] ?? '';
  if (known.split(',').some((each) => each.trim().replace(/^W\//, '') === etag))
    return reply.code(304).send();
  reply.type(type);
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  if (!encoding || body.length < minCompressedBytes) return reply.send(body);
  return reply
    .header('content-encoding', encoding)
    .send(await request.server.platform.compressed.text.get(body, encoding, 'quick'));
}
