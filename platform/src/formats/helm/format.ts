import { semverSpans } from '../../packages/rangeSpans.ts';
import { newestInRange } from '../../packages/ranges.ts';
import type { Format } from '../../pipeline/Format.ts';
import { requestUpstream } from '../../repositories/upstream/requestUpstream.ts';
import { helmFiles, type } from './files.ts';
import { chartOrigin } from './origin.ts';
import { helmRoutes } from './routes.ts';
import { indexAddress } from './upstream/upstreamIndex.ts';

/**
 * Helm charts in repositories with an index.yaml. Charts stored as OCI artifacts belong in OCI
 * repositories.
 */
export const helm: Format = {
  type,
  displayName: 'Helm',
  classes: ['local', 'remote', 'virtual'],
  declaresNoLicense: true,
  purl: { type: 'helm' },
  resolve: newestInRange,
  spans: (range) => semverSpans(range.replaceAll(',', ' ')),
  clientPath: (key) => `/artifactory/api/helm/${key}`,
  routes: helmRoutes,
  plainFiles: helmFiles,
  origin: chartOrigin,
  probe: async (remote) => requestUpstream(remote, indexAddress(remote)),
};
