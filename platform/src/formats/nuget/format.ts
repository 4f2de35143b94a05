import { intervalSpans } from '../../packages/rangeSpans.ts';
import { lowestInRange, withoutFrameworks } from '../../packages/ranges.ts';
import type { Format } from '../../pipeline/Format.ts';
import { heldIn } from '../../repositories/ownNames.ts';
import { requestUpstream } from '../../repositories/upstream/requestUpstream.ts';
import { nugetFiles, type } from './files.ts';
import { nugetOrigin } from './origin.ts';
import { nugetRoutes } from './routes.ts';
import { nugetTrash } from './trash.ts';
import { indexAddress } from './upstream/service.ts';
import { nugetOrder } from './version.ts';
import { knownId } from './versions.ts';

/** NuGet: packages for .NET. */
export const nuget: Format = {
  type,
  displayName: 'NuGet',
  ownsName: async (repo, id) => heldIn([repo], type, (await knownId(id.toLowerCase())) ?? id),
  classes: ['local', 'remote', 'virtual'],
  clientPath: (key) => `/artifactory/api/nuget/v3/${key}/index.json`,
  routes: nugetRoutes,
  versionOrder: nugetOrder,
  ecosystem: 'NuGet',
  purl: { type: 'nuget' },
  resolve: lowestInRange,
  spans: (range) => intervalSpans(withoutFrameworks(range)),
  trash: nugetTrash,
  plainFiles: nugetFiles,
  origin: nugetOrigin,
  probe: async (remote) => requestUpstream(remote, indexAddress(remote)),
};
