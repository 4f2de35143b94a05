import type { FastifyReply, FastifyRequest } from 'fastify';
import { countDownload } from '../../files/downloads.ts';
import { mimeTypeOf } from '../../files/mimeTypes.ts';
import { rejectExecution, sendFile, untrustedContentHeaders } from '../../files/sendFile.ts';
import type { Arriving } from './fetchFile.ts';

/**
 * Maximum bytes of a file that is sent only once it is complete, so that errors can still be
 * reported.
 */
const smallFile = 1024 * 1024;

/**
 * Streams a file while it is being cached; its end is sent once it is stored. Ranges and
 * conditional requests wait for the complete file.
 */
export async function sendArriving(
  request: FastifyRequest,
  reply: FastifyReply,
  arriving: Arriving,
): Promise<FastifyReply> {
  rejectExecution(request);
  const { path, size, passing, stored } = arriving;
  const { range, 'if-none-match': known } = request.headers;
  const wantsAll = request.method === 'GET' && range === undefined && known === undefined;
  if (!passing || !wantsAll || (size !== undefined && size <= smallFile)) {
    passing?.destroy();
    return sendFile(request, reply, await stored);
  }
  stored.then(
    (file) => countDownload(file.repo, file.path),
    () => undefined,
  );
  reply.headers(untrustedContentHeaders({ path, mimeType: mimeTypeOf(path) }));
  if (size !== undefined) reply.header('content-length', size);
  return reply.send(passing);
}
