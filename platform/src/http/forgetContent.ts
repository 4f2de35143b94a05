import type { FastifyReply } from 'fastify';

const ofContent = [
  'content-type',
  'content-length',
  'content-encoding',
  'content-range',
  'content-disposition',
  'accept-ranges',
  'cache-control',
  'etag',
  'last-modified',
];

/** Removes headers of content whose stream failed before its first byte: the error that replaces it has others. */
export function forgetContent(reply: FastifyReply): void {
  for (const name of ofContent) reply.removeHeader(name);
}
