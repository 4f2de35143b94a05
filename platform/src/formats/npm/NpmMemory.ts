import { createSilentUpstreams } from './audit/upstreamAdvisories.ts';
import { createHeadQueries } from './packument/heads.ts';
import { RenderCache } from './packument/RenderCache.ts';
import { PublishGroups } from './publish/groups/PublishGroups.ts';
import type { CheckedPublications } from './publish/publicationCheck.ts';
import type { NpmVersionStore } from './publish/storeVersion.ts';
import { createFileQueries } from './tarballs/findFiles.ts';
import { createRecentTarballs } from './tarballs/recentTarballs.ts';
import { createFetches } from './upstream/fetchTarball.ts';
import { createReports } from './upstream/indexQueue.ts';
import { PackumentKeeper } from './upstream/keepPackuments.ts';
import { createTarballKeeper } from './upstream/keepTarballs.ts';
import { Known } from './upstream/publishTimes.ts';
import { RemoteState } from './upstream/remotePackument.ts';
import type { Host } from './upstream/upstream.ts';

/** In-memory state of npm repositories on one platform. */
export interface NpmMemory {
  readonly host: Host;
  readonly upstreams: RemoteState;
  readonly keeper: PackumentKeeper;
  readonly tarballKeeper: ReturnType<typeof createTarballKeeper>;
  /** Downloads in progress from upstreams. */
  readonly fetches: ReturnType<typeof createFetches>;
  readonly recentTarballs: ReturnType<typeof createRecentTarballs>;
  readonly publishTimes: Known;
  readonly reports: ReturnType<typeof createReports>;
  readonly silentUpstreams: ReturnType<typeof createSilentUpstreams>;
  readonly publications: NpmVersionStore;
  readonly publicationCheck: CheckedPublications;
  readonly renderCache: RenderCache;
  readonly fileQueries: ReturnType<typeof createFileQueries>;
  readonly headQueries: ReturnType<typeof createHeadQueries>;
}

export function createNpmMemory(): NpmMemory {
  return {
    host: {},
    upstreams: new RemoteState(),
    keeper: new PackumentKeeper(),
    tarballKeeper: createTarballKeeper(),
    fetches: createFetches(),
    recentTarballs: createRecentTarballs(),
    publishTimes: new Known(),
    reports: createReports(),
    silentUpstreams: createSilentUpstreams(),
    publications: new PublishGroups(),
    publicationCheck: {},
    renderCache: new RenderCache(),
    fileQueries: createFileQueries(),
    headQueries: createHeadQueries(),
  };
}
