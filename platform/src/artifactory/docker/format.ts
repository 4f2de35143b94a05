import type { Format } from '../formats/Format.ts';
import { imageOf } from './blobs/layerPaths.ts';
import { collectImages } from './collection/collectImages.ts';
import { checkBranch, forgetBranch } from './manifests/removeBranch.ts';
import { removeTagVersion } from './manifests/removeManifest.ts';
import { askWhetherThere } from './remote/upstreamClient.ts';
import { dockerRoutes } from './routes.ts';

/** Container images, and what else is kept as OCI artifacts. */
export const docker: Format = {
  type: 'docker',
  displayName: 'Docker',
  classes: ['local', 'remote', 'virtual'],
  clientPath: (key) => `/v2/${key}`,
  routes: dockerRoutes,
  removeVersion: removeTagVersion,
  branches: { check: checkBranch, forget: forgetBranch },
  partOf: imageOf,
  collect: collectImages,
  tags: true,
  askWhetherThere,
};
