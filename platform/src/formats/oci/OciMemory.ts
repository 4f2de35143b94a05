import { createDigestQueries, createRecentManifests, createTagQueries } from './manifests/findManifest.ts';
import { RemoteState } from './remote/remoteManifest.ts';
import { createUpstreamTokens } from './remote/upstreamClient.ts';

/** In-memory state of image repositories on one platform. */
export interface OciMemory {
  readonly upstreams: RemoteState;
  /** Registry tokens of upstreams. */
  readonly tokens: ReturnType<typeof createUpstreamTokens>;
  readonly tagQueries: ReturnType<typeof createTagQueries>;
  readonly digestQueries: ReturnType<typeof createDigestQueries>;
  readonly recentManifests: ReturnType<typeof createRecentManifests>;
}

export function createOciMemory(): OciMemory {
  return {
    upstreams: new RemoteState(),
    tokens: createUpstreamTokens(),
    tagQueries: createTagQueries(),
    digestQueries: createDigestQueries(),
    recentManifests: createRecentManifests(),
  };
}
