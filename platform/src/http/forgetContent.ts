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

/**
 * Removes the content headers of a response whose stream failed before its first byte. The error
 * that replaces it sets its own.
 */
export function forgetContent(reply: FastifyReply): void {
  for (const name of ofContent) reply.removeHeader(name);
}
