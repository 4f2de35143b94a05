import type { DockerLayers } from '@lading/contract/rest';
import type { FastifyInstance } from 'fastify';
import { callerOf } from '../../../access/gateway.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { readableMembers } from '../../../files/keptFile.ts';
import { requireRepository } from '../../../repositories/repositories.ts';
import { isImageName, isTag, type Reference } from '../dockerPath.ts';
import { findManifest } from '../manifests/findManifest.ts';
import { holdersOf } from '../remote/upstreamsFor.ts';
import { layersOf } from './layersOf.ts';

/** What an image consists of. */
export async function layerRoutes(app: FastifyInstance): Promise<void> {
  app.post('/ui/api/v1/ui/views/dockerv2', async (request): Promise<DockerLayers> => {
    const { view, repoKey, path } = (request.body ?? {}) as Record<string, unknown>;
    if (view !== 'dockerv2' || typeof repoKey !== 'string' || typeof path !== 'string') {
      throw new HttpError(
        400,
        'BAD_REQUEST',
        'Invalid body. Expected {"view": "dockerv2", "repoKey": "…", "path": "…"}.',
      );
    }
    const repository = await requireRepository(repoKey, 'docker');
    const place = placeOf(path);
    const image = place?.image ?? '';
    const members = await readableMembers(callerOf(request), repository, image);
    const { keys } = await holdersOf(repository, members, image);
    const found = place && (await findManifest(keys, image, place.reference));
    if (!found) throw new HttpError(404, 'NOT_FOUND', `No manifest at ${path.slice(0, 300)} in ${repoKey}`);
    return layersOf({ repo: found.repo, image }, found);
  });
}

/** What a path of the tree stands for: a tag, or a manifest by its digest. */
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
