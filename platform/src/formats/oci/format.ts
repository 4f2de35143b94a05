import type { Format } from '../../pipeline/Format.ts';
import { imageOf } from './blobs/layerPaths.ts';
import { collectImages } from './garbageCollection/collectImages.ts';
import { removeUntagged } from './garbageCollection/removeUntagged.ts';
import { untaggedImages } from './garbageCollection/UntaggedImage.ts';
import { filesDeletedWith } from './manifests/filesDeletedWith.ts';
import { imageOrigin } from './manifests/imageOrigin.ts';
import { imageTrash } from './manifests/imageTrash.ts';
import { checkBranch, forgetBranch } from './manifests/removeBranch.ts';
import { removeTagVersion } from './manifests/removeManifest.ts';
import { dockerNaming } from './naming.ts';
import { probe } from './remote/upstreamClient.ts';
import { ownsImage } from './remote/upstreamsFor.ts';
import { dockerRoutes } from './routes.ts';

/** Container images and other OCI artifacts. */
export const docker: Format = {
  type: 'docker',
  displayName: 'Docker',
  classes: ['local', 'remote', 'virtual'],
  cachesAlways: true,
  declaresNoLicense: true,
  purl: { type: 'docker' },
  naming: dockerNaming,
  ownsName: ownsImage,
  clientPath: (key) => `/v2/${key}`,
  routes: dockerRoutes,
  removeVersion: removeTagVersion,
  trash: imageTrash,
  origin: imageOrigin,
  filesDeletedWith,
  branches: { check: checkBranch, forget: forgetBranch },
  partOf: imageOf,
  collect: collectImages,
  untagged: { find: untaggedImages, remove: removeUntagged },
  tags: true,
  probe,
};
