import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../../../access/gateway.ts';
import type { BlobInfo } from '../../../blobs/BlobStore.ts';
import { findRepository, membersOf, type Repository } from '../../../repositories/repositories.ts';
import { assertCapacity } from '../../../storage/capacity.ts';
import { blobs } from '../../../storage/storage.ts';
import { mayRead, writable } from '../access.ts';
import { findImageBlob, linkBlob } from '../blobs/imageBlobs.ts';
import { checkDigest, isDigest, type Named, parseName } from '../dockerPath.ts';
import { dockerError } from '../errors.ts';
import type { Mount } from '../mount.ts';
import { joined, receive } from './receive.ts';
import {
  beginSession,
  endSession,
  findSession,
  type Lease,
  rangeOf,
  type Session,
  withLease,
} from './sessions.ts';

interface Upload {
  request: FastifyRequest;
  reply: FastifyReply;
  mount: Mount;
  /** The name used by the client. */
  named: Named;
  /** The repository and image that receive the blob. */
  target: Named;
}

async function uploadOf(
  request: FastifyRequest,
  reply: FastifyReply,
  mount: Mount,
  repository: Repository,
  named: Named,
): Promise<Upload> {
  const { key } = await writable(request, repository, 'deploy', named.image);
  // Before the content is received: `linkBlob` checks its size.
  assertCapacity(key);
  return { request, reply, mount, named, target: { repo: key, image: named.image } };
}

/**
 * Handles POST: starts an upload, accepts a whole blob with `digest`, or mounts another image's
 * blob with `mount` and `from`.
 *
 * ```text
 * POST /v2/{repo}/kite/blobs/uploads/
 * 202 Location: /v2/{repo}/kite/blobs/uploads/{id}
 * POST /v2/{repo}/kite/blobs/uploads/?digest=sha256:…, with all of the bytes
 * POST /v2/{repo}/kite/blobs/uploads/?mount=sha256:…&from={repo}/other
 * 201 Location: /v2/{repo}/kite/blobs/sha256:…
 * ```
 *
 * https://github.com/opencontainers/distribution-spec/blob/main/spec.md#pushing-blobs
 */
export async function beginUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  mount: Mount,
  repository: Repository,
  named: Named,
): Promise<FastifyReply> {
  const upload = await uploadOf(request, reply, mount, repository, named);
  const { digest, mount: wanted, from } = request.query as Record<string, unknown>;
  if (isDigest(wanted) && typeof from === 'string') {
    const found = await mountable(request, mount.fullName(from), wanted);
    if (found) {
      await linkBlob(upload.target, wanted, found, callerOf(request).userName);
      return created(upload, wanted);
    }
  }
  const session = await beginSession(upload.target, callerOf(request).userName);
  if (digest === undefined) return accepted(upload, session);
  return created(
    upload,
    await withLease(upload.target, session.id, (lease) => complete(upload, lease, digest)),
  );
}

/**
 * The blob to mount. Without read permission the result is the same as for a missing blob. Throws
 * `HttpError` 401 for a token whose scope does not include it.
 */
async function mountable(
  request: FastifyRequest,
  from: string,
  digest: string,
): Promise<BlobInfo | undefined> {
  let source: Named;
  try {
    source = parseName(from);
  } catch {
    return undefined;
  }
  const repository = await findRepository(source.repo);
  if (repository?.packageType !== 'docker') return undefined;
  const keys = (await membersOf(repository)).map(({ key }) => key);
  const found = await findImageBlob(keys, source.image, digest);
  return found && (await mayRead(request, source)) ? found : undefined;
}

/**
 * Handles GET, PATCH, PUT, and DELETE of an upload.
 *
 * ```text
 * PATCH  /v2/{repo}/kite/blobs/uploads/{id}    Content-Range: 0-1023
 * 202 Range: 0-1023
 * PUT    /v2/{repo}/kite/blobs/uploads/{id}?digest=sha256:…
 * 201 Location: /v2/{repo}/kite/blobs/sha256:…
 * GET    /v2/{repo}/kite/blobs/uploads/{id}    204 Range: 0-1023
 * DELETE /v2/{repo}/kite/blobs/uploads/{id}    204
 * 416 for a range that does not follow the stored bytes
 * ```
 *
 * https://github.com/opencontainers/distribution-spec/blob/main/spec.md#pushing-a-blob-in-chunks
 */
export async function answerUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  mount: Mount,
  repository: Repository,
  { id, ...named }: Named & { id: string },
): Promise<FastifyReply> {
  const upload = await uploadOf(request, reply, mount, repository, named);
  const { target } = upload;
  switch (request.method) {
    case 'PATCH':
      return accepted(upload, await withLease(target, id, (lease) => receive(request, lease, true)));
    case 'PUT': {
      const { digest } = request.query as Record<string, unknown>;
      return created(upload, await withLease(target, id, (lease) => complete(upload, lease, digest)));
    }
    case 'DELETE':
      if (await endSession(target, id)) return reply.code(204).send();
      throw dockerError('BLOB_UPLOAD_UNKNOWN', `Upload ${id} not found`);
    default:
      return accepted(upload, await findSession(target, id), 204);
  }
}

/**
 * Receives the remaining bytes, verifies the digest, and adds the blob to the image. Returns the
 * digest.
 */
async function complete({ request, target }: Upload, begun: Lease, given: unknown): Promise<string> {
  const digest = checkDigest(given);
  const algorithm = digest.startsWith('sha512:') ? 'sha512' : 'sha256';
  const lease = await receive(request, begun, false);
  const blob = lease.size === 0 ? await emptyBlob(algorithm) : await joined(lease, algorithm);
  const found = `${algorithm}:${blob[algorithm]}`;
  if (found !== digest) {
    await endSession(target, lease.id);
    throw dockerError(
      'DIGEST_INVALID',
      `Digest mismatch: the ${lease.size} uploaded bytes have the digest ${found}`,
    );
  }
  await linkBlob(target, digest, blob, callerOf(request).userName, { upload: lease.id });
  lease.over = true;
  return digest;
}

async function emptyBlob(algorithm: string): Promise<BlobInfo> {
  return blobs().put((async function* () {})(), { sha512: algorithm === 'sha512' });
}

function created({ reply, mount, named }: Upload, digest: string): FastifyReply {
  const location = `${mount.addressOf(named)}/blobs/${digest}`;
  return reply.code(201).headers({ location, 'docker-content-digest': digest }).send();
}

function accepted({ reply, mount, named }: Upload, session: Session, status = 202): FastifyReply {
  const location = `${mount.addressOf(named)}/blobs/uploads/${session.id}`;
  return reply
    .code(status)
    .headers({ location, 'docker-upload-uuid': session.id, ...rangeOf(session) })
    .send();
}
