import type { FastifyReply, FastifyRequest } from 'fastify';
import { countDownload } from '../../files/downloads.ts';
import { mimeTypeOf } from '../../files/mimeTypes.ts';
import { hostileContent, refuseToRun, sendFile } from '../../files/sendFile.ts';
import type { Arriving } from './fetchFile.ts';

/** Up to this many bytes a file is not sent while it arrives: a fault can still be told in words. */
const smallFile = 1024 * 1024;

/** Answers with a file while it is being cached; its end is sent only once it is stored. A part, or a comparison, needs the whole first. */
export async function sendArriving(
  request: FastifyRequest,
  reply: FastifyReply,
  arriving: Arriving,
): Promise<FastifyReply> {
  refuseToRun(request);
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
  reply.headers(hostileContent({ path, mimeType: mimeTypeOf(path) }));
  if (size !== undefined) reply.header('content-length', size);
  return reply.send(passing);
}
