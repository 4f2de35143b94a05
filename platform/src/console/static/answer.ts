import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, type Compressed, type Quality } from '../../http/encoding.ts';

export const IMMUTABLE = 'public, max-age=31536000, immutable';

const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  wasm: 'application/wasm',
  webp: 'image/webp',
  woff2: 'font/woff2',
};
const SMALL_ALREADY = /^(?:image\/(?!svg)|font\/)/;

export function typeOf(path: string): string {
  return TYPES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';
}

interface Answer {
  content: Buffer;
  type: string;
  cache: string;
  /** How well the content is compressed; `quick` by default. */
  quality?: Quality;
  /** Value of the `Vary` header, in addition to the encoding. */
  vary?: string;
  /** Origins that can embed the content. Default: only this one. */
  sharing?: 'same-origin' | 'cross-origin';
}

/** Sends the content with negotiated compression, or 304 if the browser has it cached. */
export async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  compressed: Compressed,
  { content, type, cache, quality = 'quick', vary, sharing = 'same-origin' }: Answer,
): Promise<FastifyReply> {
  const encoding = SMALL_ALREADY.test(type)
    ? undefined
    : acceptedEncoding(request.headers['accept-encoding']);
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 27);
  const etag = `"${hash}${encoding ? `-${encoding}` : ''}"`;
  reply.headers({
    'cache-control': cache,
    etag,
    vary: vary ? `accept-encoding, ${vary}` : 'accept-encoding',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': sharing,
  });
  if (request.headers['if-none-match']?.split(/,\s*/).includes(etag)) return reply.code(304).send();
  reply.type(type);
  if (!encoding) return reply.send(content);
  return reply.header('content-encoding', encoding).send(await compressed.get(content, encoding, quality));
}
