import type { FastifyReply, FastifyRequest } from 'fastify';
import { blobs } from '../storage/storage.ts';
import { ifRangeMatches, isFresh } from './conditionalRequests.ts';
import { countDownload } from './downloads.ts';
import type { ServedFile } from './files.ts';
import { rangeOf } from './range.ts';
import { untrustedContentHeaders } from './sendFile.ts';

/** Size in bytes from which a redirect is worth a second request of the client. */
const minBytes = 64 * 1024;

/**
 * Redirects a GET to the object store, with the range that the client asks for, and counts it as a
 * download like `sendFile`. Returns false if the server must send the file itself. For clients that
 * follow redirects, and only after the caller was authorized: the URL is a permission.
 */
export async function redirectToStore(
  request: FastifyRequest,
  reply: FastifyReply,
  file: ServedFile,
): Promise<boolean> {
  const { headers, method } = request;
  // Browsers could not read the response of another origin.
  const isBrowser = headers['sec-fetch-mode'] !== undefined || headers.origin !== undefined;
  if (method !== 'GET' || isBrowser || file.size < minBytes || isFresh(headers, file)) return false;
  const range = ifRangeMatches(headers, file) ? rangeOf(headers.range, file.size) : undefined;
  if (range === 'unsatisfiable') return false;
  const shown = untrustedContentHeaders(file);
  const url = await blobs().link?.(file.sha256, {
    contentType: shown['content-type'] ?? 'application/octet-stream',
    contentDisposition: shown['content-disposition'] ?? 'attachment',
  });
  if (url === undefined) return false;
  if (!range?.start) countDownload(file.repo, file.path);
  reply.code(307).headers({ location: url, 'cache-control': 'private, no-store' }).send();
  return true;
}
