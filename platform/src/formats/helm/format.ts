import { newestInRange } from '../../packages/ranges.ts';
import type { Format } from '../../pipeline/Format.ts';
import { requestUpstream } from '../../repositories/upstream/requestUpstream.ts';
import { helmFiles, type } from './files.ts';
import { chartOrigin } from './origin.ts';
import { helmRoutes } from './routes.ts';
import { indexAddress } from './upstream/upstreamIndex.ts';

/** Helm charts, of which an index.yaml tells. Those that are kept as OCI artifacts belong into repositories of that format. */
export const helm: Format = {
  type,
  displayName: 'Helm',
  classes: ['local', 'remote', 'virtual'],
  declaresNoLicense: true,
  purl: { type: 'helm' },
  resolve: newestInRange,
  clientPath: (key) => `/artifactory/api/helm/${key}`,
  routes: helmRoutes,
  plainFiles: helmFiles,
  origin: chartOrigin,
  askWhetherThere: async (remote) => requestUpstream(remote, indexAddress(remote)),
};
