import { semverSpans } from '../../packages/rangeSpans.ts';
import { newestInRange } from '../../packages/ranges.ts';
import type { Format } from '../../pipeline/Format.ts';
import { queryAdvisories } from './audit/queryAdvisories.ts';
import { npmTrash } from './changes/trash.ts';
import { unpublishVersion } from './changes/unpublish.ts';
import { npmNaming } from './naming.ts';
import { npmOrigin } from './origin.ts';
import { findHead } from './packument/heads.ts';
import { npmRoutes } from './routes.ts';
import { askUpstream } from './upstream/upstream.ts';

export const npm: Format = {
  type: 'npm',
  displayName: 'npm',
  classes: ['local', 'remote', 'virtual'],
  cachesAlways: true,
  naming: npmNaming,
  ownsName: async (repo, name) => (await findHead(repo, name)) !== undefined,
  clientPath: (key) => `/artifactory/api/npm/${key}/`,
  routes: npmRoutes,
  ecosystem: 'npm',
  purl: { type: 'npm' },
  resolve: newestInRange,
  spans: semverSpans,
  queryAdvisories,
  probe: (remote) => askUpstream(remote, ''),
  removeVersion: unpublishVersion,
  trash: npmTrash,
  origin: npmOrigin,
};
