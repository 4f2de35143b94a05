import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { countDownload } from '../../../files/downloads.ts';
import { untrustedContentHeaders } from '../../../files/sendFile.ts';
import type { Arriving } from '../upstream/fetchTarball.ts';

/** Streams a tarball while it is being cached. The end is sent only after its hash was verified. */
export function sendArriving(
  reply: FastifyReply,
  passing: Readable,
  { size, file, stored }: Arriving,
): FastifyReply {
  // The download is counted after the file is stored.
  stored.then(
    ({ repo, path }) => countDownload(repo, path),
    () => undefined,
  );
  reply.headers(untrustedContentHeaders({ path: file, mimeType: 'application/gzip' }));
  if (size !== undefined) reply.header('content-length', size);
  return reply.send(passing);
}
