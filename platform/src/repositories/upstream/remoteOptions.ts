import type { Repository } from '../repositories.ts';

/** How a remote repository deals with its upstream; times in milliseconds. */
export interface RemoteOptions {
  /** An upstream's packument is taken as current for this long. */
  freshFor: number;
  /** "There is no such package" is remembered for this long. */
  missingFor: number;
  /** An upstream may stay silent for this long. */
  patience: number;
  offline: boolean;
  allowPrivate: boolean;
  /** Key of an outgoing proxy. `undefined`: the default. `false`: none. */
  proxy: string | false | undefined;
}

export function remoteOptions({ options }: Repository): RemoteOptions {
  const number = (key: string, otherwise: number) =>
    typeof options[key] === 'number' ? options[key] : otherwise;
  return {
    freshFor: number('retrievalCachePeriodSecs', 900) * 1000,
    missingFor: number('missedRetrievalCachePeriodSecs', 60) * 1000,
    patience: number('socketTimeoutMillis', 15_000),
    offline: options.offline === true,
    allowPrivate: options.allowPrivateUpstream === true,
    proxy:
      options.disableProxy === true ? false : typeof options.proxy === 'string' ? options.proxy : undefined,
  };
}
