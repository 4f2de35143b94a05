import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRange } from '../blobs/BlobStore.ts';
import { DamagedBlob } from '../blobs/integrity/DamagedBlob.ts';
import { HttpError } from '../errors/HttpError.ts';
import { blobs } from '../storage/storage.ts';
import { etagOf, ifRangeMatches, isFresh } from './conditionalRequests.ts';
import { countDownload } from './downloads.ts';
import type { ServedFile } from './files.ts';
import { fileNameOf } from './paths.ts';
import { rangeOf } from './range.ts';

/**
 * Destinations for which browsers run or apply content. Uploaded content is never served to them,
 * whatever its type.
 */
const refusedDestinations = new Set([
  'audioworklet',
  'paintworklet',
  'script',
  'serviceworker',
  'sharedworker',
  'style',
  'worker',
  'xslt',
]);

/** Opens the content of a file, possibly from a cache. */
export type OpenFile = (file: ServedFile, range: ByteRange | undefined) => Promise<Readable | Buffer>;

/**
 * Responds to GET and HEAD with the file: 200, 206 for one range, 304 for a current cached copy,
 * 416 for a range past the end. The content is untrusted, so it is sent as an attachment that no
 * browser runs. A GET from the first byte counts as a download. The caller must have been
 * authorized before.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: ServedFile,
  open: OpenFile = ({ sha256 }, range) => blobs().open(sha256, range),
  count: () => void = () => countDownload(file.repo, file.path),
): Promise<FastifyReply> {
  rejectExecution(request);
  if (isFresh(request.headers, file)) return reply.code(304).headers(describing(file)).send();

  const range = ifRangeMatches(request.headers, file) ? rangeOf(request.headers.range, file.size) : undefined;
  if (range === 'unsatisfiable') {
    const headers = { 'content-range': `bytes */${file.size}` };
    throw new HttpError(
      416,
      'BAD_RANGE',
      `Invalid range. The file has ${file.size} bytes.`,
      undefined,
      headers,
    );
  }
  if (request.method === 'HEAD' && blobs().isDamaged(file.sha256)) throw new DamagedBlob(file.sha256);
  // Opened before headers are set, so that an error response has its own.
  const content = request.method === 'HEAD' ? undefined : await open(file, range);
  if (content && !range?.start) count();
  reply.headers({ ...untrustedContentHeaders(file), ...describing(file) });
  reply.header('content-length', range ? range.end - range.start + 1 : file.size);
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  return reply.send(content);
}

/** Throws `HttpError` 403 if a browser requests the content as a script or style sheet. */
export function rejectExecution(request: FastifyRequest): void {
  const destination = request.headers['sec-fetch-dest'];
  if (typeof destination !== 'string' || !refusedDestinations.has(destination)) return;
  throw new HttpError(403, 'NOT_RUNNABLE', `Repository content is not served as a ${destination}`);
}

/** Returns the headers of uploaded content: an attachment that no browser runs. */
export function untrustedContentHeaders({
  path,
  mimeType,
}: Pick<ServedFile, 'path' | 'mimeType'>): Record<string, string> {
  return {
    'content-type': mimeType,
    'content-disposition': `attachment; ${fileNameParameters(fileNameOf(path))}`,
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  };
}

function describing(file: ServedFile): Record<string, string> {
  return {
    'accept-ranges': 'bytes',
    etag: etagOf(file),
    'last-modified': file.modified.toUTCString(),
    ...(file.md5 === '' ? {} : { 'x-checksum-md5': file.md5, 'x-checksum-sha1': file.sha1 }),
    'x-checksum-sha256': file.sha256,
    'x-artifactory-filename': encodeURIComponent(fileNameOf(file.path)),
  };
}

/** File name parameters of RFC 6266: ASCII for old clients, exact for others. */
function fileNameParameters(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return plain === name ? `filename="${plain}"` : `filename="${plain}"; filename*=UTF-8''${exact}`;
}
