import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../access/Caller.ts';
import { allows, callerOf } from '../access/gateway.ts';
import type { BlobInfo } from '../blobs/BlobStore.ts';
import { HttpError } from '../errors/HttpError.ts';
import type { Address } from '../files/address.ts';
import { type FileRow, findFile, selectFiles } from '../files/files.ts';
import { bytesOf } from '../http/wholeBody.ts';
import { plainFilesOf } from '../pipeline/Format.ts';
import { inspectPlainFile } from '../pipeline/plainFile.ts';
import { publish } from '../pipeline/publish.ts';
import { type Received, receive, receivedBlob } from '../pipeline/receive.ts';
import { authorizeWrite } from '../pipeline/writeTarget.ts';
import type { Repository } from '../repositories/repositories.ts';
import { assertCapacity } from '../storage/capacity.ts';
import { type Checksums, checkChecksums, checksumsOf } from './checksums.ts';
import { noteDeployed } from './justDeployed.ts';

/**
 * Stores the request body as a file or, with `X-Checksum-Deploy: true`, existing content by its
 * checksum. Replacing different content requires delete permission; sending properties requires
 * annotate permission. Throws `HttpError` 400 or 409 for mismatched checksums, 404 for an unknown
 * checksum.
 */
export async function deployFile(
  request: FastifyRequest,
  target: Repository,
  { path, properties }: Address,
  limit: number,
): Promise<FileRow> {
  const caller = callerOf(request);
  const format = plainFilesOf(target.packageType);
  format.check?.(path);
  await authorizeWrite(caller, 'deploy', target, path);
  if (Object.keys(properties).length) await authorizeWrite(caller, 'annotate', target, path);
  const checksums = checksumsOf(request.headers);
  const byChecksum = String(request.headers['x-checksum-deploy']).toLowerCase() === 'true';
  if (!byChecksum) await assertFits(target, path, Number(request.headers['content-length'] ?? 0));
  const received = byChecksum
    ? receivedBlob(await knownContent(caller, checksums))
    : await receiveBody(request, limit);
  const { blob } = received;
  checkChecksums(blob, checksums);
  const mimeType = mimeTypeSent(request);
  const options = { properties, ...(mimeType ? { mimeType } : {}) };
  const stored = await publish(received, () => inspectPlainFile(caller, target, path, blob, options));
  noteDeployed(stored);
  return stored;
}

/**
 * Rejects a body that has no room before it is received. A replaced file makes room for the new
 * one. Throws `HttpError` 507.
 */
async function assertFits({ key }: Repository, path: string, bytes: number): Promise<void> {
  try {
    assertCapacity(key, bytes);
  } catch (error) {
    const replaced = await findFile(key, path);
    if (!replaced) throw error;
    if (bytes > replaced.size) assertCapacity(key, bytes - replaced.size);
  }
}

async function receiveBody(request: FastifyRequest, limit: number): Promise<Received> {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new HttpError(
      415,
      'BAD_ENCODING',
      `Unsupported content encoding ${encoding}. Send the file without encoding.`,
    );
  }
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  try {
    return await receive(bytesOf(request), limit);
  } catch (error) {
    if (error instanceof HttpError && error.status === 413) throw tooLarge(limit);
    if (error instanceof HttpError) throw error;
    // A complete body is also destroyed when a later step fails.
    if (request.raw.destroyed && !request.raw.complete)
      throw new HttpError(400, 'BROKEN_OFF', 'The upload was aborted. Nothing was stored.');
    throw error;
  }
}

function tooLarge(limit: number): HttpError {
  return new HttpError(413, 'TOO_LARGE', `The file exceeds the limit of ${limit} bytes`);
}

/** Finds only content that the caller can read: knowing a checksum grants no access. */
async function knownContent(caller: Caller, { sha256, sha1, md5 }: Checksums): Promise<BlobInfo> {
  const where = sha256
    ? sql`b.sha256 = ${sha256}`
    : sha1
      ? sql`b.sha1 = ${sha1}`
      : md5
        ? sql`b.md5 = ${md5}`
        : undefined;
  if (!where) {
    throw new HttpError(
      400,
      'NO_CHECKSUM',
      'X-Checksum-Deploy requires a checksum in X-Checksum-Sha256, X-Checksum-Sha1, or X-Checksum-Md5',
    );
  }
  for (const file of await selectFiles(sql`${where} ORDER BY f.id LIMIT 1000`)) {
    if (await allows(caller, 'read', { repo: file.repo, path: file.path })) return file;
  }
  throw new HttpError(404, 'NOT_FOUND', 'No stored content has this checksum. Upload the file itself.');
}

/**
 * Returns the content type; undefined for clients' default types, where the file name determines
 * it.
 */
function mimeTypeSent(request: FastifyRequest): string | undefined {
  const sent = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  const saysNothing = ['application/octet-stream', 'application/x-www-form-urlencoded', '*/*'];
  return sent && !saysNothing.includes(sent) && /^[\w.+-]+\/[\w.+-]+$/.test(sent) ? sent : undefined;
}
