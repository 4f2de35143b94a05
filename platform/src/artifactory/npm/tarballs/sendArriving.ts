import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Arriving } from '../upstream/fetchTarball.ts';

/** Answers with a tarball while it is being cached. Its end is sent only once it is known to be the right one. */
export function sendArriving(reply: FastifyReply, passing: Readable, { size, file }: Arriving): FastifyReply {
  reply.headers({
    'content-type': 'application/gzip',
    'content-disposition': `attachment; filename="${file}"`,
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  if (size !== undefined) reply.header('content-length', size);
  return reply.send(passing);
}
