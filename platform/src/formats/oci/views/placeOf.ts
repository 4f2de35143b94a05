import type { FastifyRequest } from 'fastify';
import { callerOf } from '../../../access/gateway.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { readableMembers } from '../../../files/storedFile.ts';
import { requireRepository } from '../../../repositories/repositories.ts';
import { isImageName, isTag, type Named, type Reference } from '../dockerPath.ts';
import { type FoundManifest, findManifest } from '../manifests/findManifest.ts';
import { contentMembersOf } from '../remote/upstreamsFor.ts';

/** The manifest at a path of the tree, with its image. Throws `HttpError` 401, 403, or 404. */
export async function manifestAt(
  request: FastifyRequest,
  repoKey: string,
  path: string,
): Promise<{ named: Named; found: FoundManifest }> {
  const repository = await requireRepository(repoKey, 'docker');
  const place = placeOf(path);
  const image = place?.image ?? '';
  const members = await readableMembers(callerOf(request), repository, image);
  const { keys } = await contentMembersOf(repository, members, image);
  const found = place && (await findManifest(keys, image, place.reference));
  if (!found) throw new HttpError(404, 'NOT_FOUND', `No manifest at ${path.slice(0, 300)} in ${repoKey}`);
  return { named: { repo: found.repo, image }, found };
}

/** Parses a path of the tree: a tag, or a manifest by digest. */
function placeOf(path: string): { image: string; reference: Reference } | undefined {
  const parts = path.replace(/^\/|\/$/g, '').split('/');
  const [, algorithm, hex] = /^(sha256|sha512)__([0-9a-f]+)\.json$/.exec(parts.at(-1) ?? '') ?? [];
  if (parts.at(-2) === '_manifests' && hex !== undefined) {
    return { image: parts.slice(0, -2).join('/'), reference: { digest: `${algorithm}:${hex}` } };
  }
  if (parts.at(-1) === 'manifest.json' && parts.length > 2) parts.pop();
  const tag = parts.pop() ?? '';
  const image = parts.join('/');
  return isImageName(image) && isTag(tag) ? { image, reference: { tag } } : undefined;
}
