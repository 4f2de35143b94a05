import { specifierSpans } from '../../packages/rangeSpans.ts';
import { exactVersion } from '../../packages/ranges.ts';
import type { Format } from '../../pipeline/Format.ts';
import { requestUpstream } from '../../repositories/upstream/requestUpstream.ts';
import { removeRelease } from './changes/changeRelease.ts';
import { pythonTrash } from './changes/trash.ts';
import { packageType } from './indexRelease.ts';
import { normalName } from './names.ts';
import { pythonOrigin } from './origin.ts';
import { pythonFiles } from './plainFiles.ts';
import { ownsProject } from './releaseFiles.ts';
import { pypiRoutes } from './routes.ts';
import { rootAddress } from './upstream/upstreamProject.ts';
import { pythonVersionOrder } from './version.ts';

/** PyPI: distributions for Python. */
export const pypi: Format = {
  type: packageType,
  displayName: 'PyPI',
  classes: ['local', 'remote', 'virtual'],
  ownsName: (repo, name) => ownsProject(repo, normalName(name)),
  naming: { fold: normalName },
  clientPath: (key) => `/artifactory/api/pypi/${key}/simple`,
  routes: pypiRoutes,
  versionOrder: pythonVersionOrder,
  ecosystem: 'PyPI',
  purl: { type: 'pypi', name: normalName },
  resolve: exactVersion,
  spans: specifierSpans,
  plainFiles: pythonFiles,
  origin: pythonOrigin,
  probe: async (remote) => requestUpstream(remote, rootAddress(remote)),
  trash: pythonTrash,
  removeVersion: async (version) => void (await removeRelease(version)),
};
