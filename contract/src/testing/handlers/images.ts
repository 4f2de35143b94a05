import { HttpResponse, http, type RequestHandler } from 'msw';
import type { DockerLayers, DockerLayersRequest } from '../../rest/index.ts';
import { refusal, UI } from './refusal.ts';

/**
 * Layers of images, by the repository and path of the manifest:
 * `docker-local/app/1.0/manifest.json`.
 */
export interface ImageState {
  images: Readonly<Record<string, DockerLayers>>;
}

export function imageState(images: ImageState['images'] = {}): ImageState {
  return { images };
}

/** Creates an image with one layer and one step without changes. */
export function imageLayers(title: string, more: Partial<DockerLayers> = {}): DockerLayers {
  const digest = `sha256:${'d'.repeat(64)}`;
  const created = '2026-01-01T10:00:00.000Z';
  const step = { created, command: 'ADD', commandText: 'file:abc in /' };
  return {
    tagInfo: {
      ...{ title, digest: `sha256:${'e'.repeat(64)}`, totalSize: 4096, platform: 'linux/amd64' },
      ...{ ports: ['8080/tcp'], volumes: ['/data'], labels: [{ key: 'made', value: 'here' }] },
      config: { user: '', workingDir: '', entrypoint: [], command: [], env: [], stopSignal: '' },
    },
    blobsInfo: [
      { id: '0', shortId: digest.slice(7, 19), digest, size: 2048, ...step },
      { id: '1', shortId: '', digest: '', size: 0, ...step, command: 'CMD', commandText: '["sh"]' },
    ],
    ...more,
  };
}

/** msw handlers for layers of images, based on `state`. */
export function imageHandlers(state: ImageState): RequestHandler[] {
  return [
    http.post(`${UI}/ui/views/dockerv2`, async ({ request }) => {
      const { view, repoKey, path } = (await request.json()) as Partial<DockerLayersRequest>;
      if (view !== 'dockerv2' || repoKey === undefined || path === undefined)
        return refusal(
          400,
          'BAD_REQUEST',
          'Invalid body. Expected {"view": "dockerv2", "repoKey": "…", "path": "…"}.',
        );
      const found = state.images[`${repoKey}/${path}`];
      return found
        ? HttpResponse.json(found)
        : refusal(404, 'NOT_FOUND', `No manifest at ${path} in ${repoKey}`);
    }),
  ];
}
