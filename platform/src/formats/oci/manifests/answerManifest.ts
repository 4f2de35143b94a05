import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../../../access/gateway.ts';
import { countDownload } from '../../../files/downloads.ts';
import { rejectExecution } from '../../../files/sendFile.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { readableMembers, writable } from '../access.ts';
import { manifestPath, tagPath } from '../blobs/layerPaths.ts';
import { isTag, type Named, type Reference, tagNameRule } from '../dockerPath.ts';
import { dockerError } from '../errors.ts';
import type { Mount } from '../mount.ts';
import { currentManifest } from '../remote/remoteManifest.ts';
import { upstreamsFor } from '../remote/upstreamsFor.ts';
import { wholeBody } from '../requestBody.ts';
import { type FoundManifest, findManifest, manifestText } from './findManifest.ts';
import { accepts } from './mediaTypes.ts';
import { largestManifest, readManifest } from './readManifest.ts';
import { type Removed, removeManifest, removeTag } from './removeManifest.ts';
import { storeManifest } from './storeManifest.ts';

type Asked = Named & { reference: Reference };

/** Handles HEAD and GET. */
export async function answerManifest(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
  { image, reference }: Asked,
): Promise<FastifyReply> {
  const members = await readableMembers(request, repository, image);
  const found = await find(repository, members, image, reference);
  if (!found) throw unknown(repository.key, image, reference);
  const { digest, mediaType, sha256, size } = found;
  if (!accepts(request.headers.accept, mediaType)) {
    const message = `The manifest in ${repository.key}/${image} has type ${mediaType}, which the Accept header excludes`;
    throw dockerError('MANIFEST_UNKNOWN', message);
  }
  rejectExecution(request);
  reply.headers({
    'content-type': mediaType,
    'docker-content-digest': digest,
    etag: `"${digest}"`,
    vary: 'accept, authorization',
    'content-disposition': 'attachment; filename="manifest.json"',
  });
  if (request.headers['if-none-match'] === `"${digest}"`) return reply.code(304).send();
  reply.header('content-length', size);
  if (request.method === 'HEAD') return reply.send();
  const text = await manifestText(sha256);
  count(found, image);
  // For a JSON type, Fastify would otherwise append a character set, which clients compare.
  return reply.serializer(asItIs).send(text);
}

const asItIs = (text: unknown) => String(text);

async function find(
  repository: Repository,
  members: readonly Repository[],
  image: string,
  reference: Reference,
): Promise<FoundManifest | undefined> {
  if ('tag' in reference && !isTag(reference.tag)) return undefined;
  const keys = (of: readonly Repository[]) => of.map(({ key }) => key);
  const locals = members.filter(({ type }) => type === 'local');
  const found = locals.length ? await findManifest(keys(locals), image, reference) : undefined;
  if (found || locals.length === members.length) return found;
  return currentManifest(await upstreamsFor(repository, members, image), image, reference);
}

/**
 * Counts the download for the version that the client knows: clients that look up a tag first then
 * fetch its digest.
 */
function count({ repo, digest, tag }: FoundManifest, image: string): void {
  countDownload(repo, tag === null ? manifestPath(image, digest) : tagPath(image, tag));
}

function unknown(repo: string, image: string, reference: Reference) {
  const what = 'tag' in reference ? `tag ${reference.tag.slice(0, 128)}` : `manifest ${reference.digest}`;
  return dockerError('MANIFEST_UNKNOWN', `${repo}/${image} has no ${what}`);
}

/**
 * Accepts a manifest, under a tag or by digest. Its parts must have been pushed before.
 *
 * ```text
 * PUT /v2/{repo}/{image}/manifests/{tag or digest}
 *     Content-Type: application/vnd.oci.image.manifest.v1+json
 *     {"schemaVersion": 2, "config": {"digest": "sha256:…", …}, "layers": [{…}], …}
 * 201 Location: /v2/{repo}/{image}/manifests/sha256:…
 *     Docker-Content-Digest: sha256:…
 * 400 {"errors": [{"code": "MANIFEST_BLOB_UNKNOWN", …}]} if the image lacks a part
 * ```
 *
 * https://github.com/opencontainers/distribution-spec/blob/main/spec.md#pushing-manifests
 */
export async function putManifest(
  request: FastifyRequest,
  reply: FastifyReply,
  mount: Mount,
  repository: Repository,
  { reference, ...named }: Asked,
): Promise<FastifyReply> {
  const { key, options } = await writable(request, repository, 'deploy', named.image);
  if ('tag' in reference && !isTag(reference.tag)) {
    throw dockerError('TAG_INVALID', `Invalid tag '${reference.tag.slice(0, 130)}': ${tagNameRule}`);
  }
  const bytes = await wholeBody(request, largestManifest);
  const digest = digestOf(bytes, reference);
  const manifest = readManifest(bytes, request.headers['content-type']);
  await storeManifest({
    repo: key,
    image: named.image,
    digest,
    bytes,
    manifest,
    by: callerOf(request).userName,
    ...('tag' in reference ? { tag: reference.tag } : {}),
    tagsStay: options.immutableTags === true,
  });
  return reply
    .code(201)
    .headers({
      location: `${mount.addressOf(named)}/manifests/${digest}`,
      'docker-content-digest': digest,
      ...(manifest.subject ? { 'oci-subject': manifest.subject } : {}),
    })
    .send();
}

/** Throws `HttpError` 400 if the bytes do not match the digest in the URL. */
function digestOf(bytes: Buffer, reference: Reference): string {
  const wanted = 'digest' in reference ? reference.digest : undefined;
  const algorithm = wanted?.startsWith('sha512:') ? 'sha512' : 'sha256';
  const digest = `${algorithm}:${createHash(algorithm).update(bytes).digest('hex')}`;
  if (wanted !== undefined && wanted !== digest) {
    throw dockerError('DIGEST_INVALID', `Digest mismatch: the uploaded manifest has the digest ${digest}`);
  }
  return digest;
}

/**
 * Deletes only the tag if given a tag. Given a digest, deletes the manifest with all its tags,
 * unless an index requires it.
 */
export async function deleteManifest(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
  { image, reference }: Asked,
): Promise<FastifyReply> {
  const { key: repo } = await writable(request, repository, 'delete', image);
  const removed = await remove({ repo, image }, reference);
  if (removed === 'removed') return reply.code(202).send();
  if (removed === 'unknown') throw unknown(repo, image, reference);
  const message = `The index ${removed.needed} of ${repo}/${image} requires this manifest. Delete the index first.`;
  throw dockerError('UNSUPPORTED', message);
}

async function remove(named: Named, reference: Reference): Promise<Removed> {
  if ('digest' in reference) return removeManifest(named, reference.digest);
  return (await removeTag(named, reference.tag)) ? 'removed' : 'unknown';
}
