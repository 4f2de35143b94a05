import type { FastifyReply, FastifyRequest } from 'fastify';
import { redirectToStore } from '../../../files/redirectToStore.ts';
import { sendFile } from '../../../files/sendFile.ts';
import { fromCache } from '../../../plainFiles/remote/remoteFile.ts';
import { sendArriving } from '../../../plainFiles/remote/sendArriving.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { blobs } from '../../../storage/storage.ts';
import { isPush, pushedTo, readableMembers, writable } from '../access.ts';
import type { Named } from '../dockerPath.ts';
import { dockerError } from '../errors.ts';
import { fetchBlob } from '../remote/remoteBlob.ts';
import { upstreamsFor } from '../remote/upstreamsFor.ts';
import { findImageBlob, type ImageBlob, touchBlob, unlinkBlob } from './imageBlobs.ts';

/**
 * Handles HEAD and GET, including ranges.
 *
 * ```text
 * GET /v2/{repo}/kite/blobs/sha256:…
 * 200 Docker-Content-Digest: sha256:…, and the bytes; 206 for a range
 * 404 {"errors": [{"code": "BLOB_UNKNOWN", …}]}
 * ```
 *
 * https://github.com/opencontainers/distribution-spec/blob/main/spec.md#pulling-blobs
 */
export async function answerBlob(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
  { image, digest }: Named & { digest: string },
): Promise<FastifyReply> {
  const readable = await readableMembers(request, repository, image);
  const target = request.method === 'HEAD' ? await pushedTo(request, repository, image) : undefined;
  const members = target ? [target] : readable;
  const blob = await findBlob(repository, members, image, digest);
  // For a pushing client a damaged blob counts as missing, so the client uploads it again.
  const pushes = request.method === 'HEAD' && isPush(request, repository, image);
  const isWanted = pushes && blob !== undefined && blobs().isDamaged(blob.sha256);
  if (blob && !isWanted) {
    if (request.method === 'HEAD') await touchBlob(blob, image);
    reply.header('docker-content-digest', digest);
    const isRedirected = await redirectToStore(request, reply, blob);
    return isRedirected ? reply : sendFile(request, reply, blob);
  }
  const arriving = await fetchBlob(await upstreamsFor(repository, members, image), image, digest);
  if (!arriving) throw dockerError('BLOB_UNKNOWN', `${repository.key}/${image} has no blob ${digest}`);
  reply.header('docker-content-digest', digest);
  return 'repo' in arriving ? sendFile(request, reply, arriving) : sendArriving(request, reply, arriving);
}

/** Local blobs take precedence. Cached blobs are ignored for an image name that is local. */
async function findBlob(
  repository: Repository,
  members: readonly Repository[],
  image: string,
  digest: string,
): Promise<ImageBlob | undefined> {
  const locals = members.filter(({ type }) => type === 'local').map(({ key }) => key);
  const remotes = members.filter(({ type }) => type === 'remote').map(({ key }) => key);
  const blob = await findImageBlob([...locals, ...remotes], image, digest);
  if (!blob || locals.includes(blob.repo)) return blob;
  // Damaged content is fetched from the upstream again.
  if (blobs().isDamaged(blob.sha256)) return undefined;
  const upstreams = await upstreamsFor(repository, members, image);
  return upstreams.some(({ key }) => key === blob.repo) ? fromCache(blob) : undefined;
}

/**
 * Removes a blob from an image, unless a manifest needs it.
 *
 * ```text
 * DELETE /v2/{repo}/kite/blobs/sha256:…
 * 202
 * ```
 *
 * https://github.com/opencontainers/distribution-spec/blob/main/spec.md#deleting-blobs
 */
export async function deleteBlob(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
  { image, digest }: Named & { digest: string },
): Promise<FastifyReply> {
  const { key } = await writable(request, repository, 'delete', image);
  const outcome = await unlinkBlob({ repo: key, image }, digest);
  if (outcome === 'removed') return reply.code(202).header('docker-content-digest', digest).send();
  if (outcome === 'unknown') throw dockerError('BLOB_UNKNOWN', `${key}/${image} has no blob ${digest}`);
  throw dockerError(
    'UNSUPPORTED',
    `A manifest of ${key}/${image} requires ${digest}. Delete the manifest first.`,
  );
}
