import { intervalSpans } from '../../packages/rangeSpans.ts';
import { exactVersion } from '../../packages/ranges.ts';
import type { Format } from '../../pipeline/Format.ts';
import { goFiles, packagesType } from './files.ts';
import { goNaming } from './naming.ts';
import { moduleOrigin } from './origin.ts';
import { goRoutes } from './routes.ts';

/** Go modules. */
export const go: Format = {
  type: 'go',
  packagesType,
  displayName: 'Go',
  classes: ['local', 'remote', 'virtual'],
  naming: goNaming,
  clientPath: (key) => `/artifactory/api/go/${key}`,
  routes: goRoutes,
  ecosystem: 'Go',
  purl: { type: 'golang', name: (name) => name.toLowerCase() },
  resolve: exactVersion,
  spans: intervalSpans,
  plainFiles: goFiles,
  origin: moduleOrigin,
};
