import type { Repository } from '../repositories.ts';

/** Upstream settings of a remote repository; times in milliseconds. */
export interface RemoteOptions {
  /** Metadata cache period. */
  freshFor: number;
  /** Negative cache period. */
  missingFor: number;
  /** Upstream timeout. */
  patience: number;
  offline: boolean;
  /** Time without requests after a failed connection; 0: none. */
  assumedOffline: number;
  /** Whether a failure fails requests that other members of a virtual repository could answer. */
  hardFail: boolean;
  /** Whether downloaded files stay in the cache. */
  storesLocally: boolean;
  /** Whether an HTML page is rejected where another file is expected. */
  blocksHtml: boolean;
  allowPrivate: boolean;
  /** Key of an outgoing proxy. `undefined`: the default. `false`: none. */
  proxy: string | false | undefined;
}

/** Values of fields that are not set. */
export const remoteDefaults = {
  retrievalCachePeriodSecs: 900,
  missedRetrievalCachePeriodSecs: 60,
  socketTimeoutMillis: 15_000,
  assumedOfflinePeriodSecs: 0,
} as const;

export function remoteOptions({ options }: Repository): RemoteOptions {
  const number = (key: keyof typeof remoteDefaults) =>
    typeof options[key] === 'number' ? options[key] : remoteDefaults[key];
  return {
    freshFor: number('retrievalCachePeriodSecs') * 1000,
    missingFor: number('missedRetrievalCachePeriodSecs') * 1000,
    patience: number('socketTimeoutMillis'),
    offline: options.offline === true,
    assumedOffline: number('assumedOfflinePeriodSecs') * 1000,
    hardFail: options.hardFail === true,
    storesLocally: options.storeArtifactsLocally !== false,
    blocksHtml: options.blockMismatchingMimeTypes === true,
    allowPrivate: options.allowPrivateUpstream === true,
    proxy:
      options.disableProxy === true ? false : typeof options.proxy === 'string' ? options.proxy : undefined,
  };
}
