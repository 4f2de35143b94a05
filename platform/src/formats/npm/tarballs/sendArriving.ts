import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { countDownload } from '../../../files/downloads.ts';
import { hostileContent } from '../../../files/sendFile.ts';
import type { Arriving } from '../upstream/fetchTarball.ts';

/** Answers with a tarball while it is being cached. Its end is sent only once it is known to be the right one. */
export function sendArriving(
  reply: FastifyReply,
  passing: Readable,
  { size, file, stored }: Arriving,
): FastifyReply {
  // A download is counted of a file that is there.
  stored.then(
    ({ repo, path }) => countDownload(repo, path),
    () => undefined,
  );
  reply.headers(hostileContent({ path: file, mimeType: 'application/gzip' }));
  if (size !== undefined) reply.header('content-length', size);
  return reply.send(passing);
}
