/** Failure classes of plugins. */
export type FailureClass =
  | 'network'
  | 'http'
  | 'integrity'
  | 'evaluation'
  | 'not-a-plugin'
  | 'contract-version'
  | 'duplicate-name'
  | 'timeout'
  | 'startup-request'
  | 'bootstrap'
  | 'mount'
  | 'render'
  | 'unmount';

/** A failure of a plugin. */
export interface PluginFailure {
  /** Failure class. */
  readonly class: FailureClass;
  /** Cause in plain words, for administrators. */
  readonly cause: string;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** State of a plugin. `ready`: its code is loaded and it is not shown. */
export type PluginState =
  | { readonly status: 'pending' }
  | { readonly status: 'loading' }
  | { readonly status: 'ready' }
  | { readonly status: 'mounted' }
  | { readonly status: 'failed'; readonly failure: PluginFailure };

/** Timeout for loading a script, in milliseconds. */
export const CHUNK_TIMEOUT_MS = 120_000;
/** Timeout for mounting a plugin, in milliseconds. */
export const MOUNT_TIMEOUT_MS = 100_000;
/** Cache duration of plugins' contributions, in milliseconds: one week. */
export const CONTRIBUTIONS_CACHE_MS = 7 * 24 * 60 * 60 * 1000;

const NOT_FETCHED = (name: string) => `Could not fetch microfrontend application: ${name}`;
const NOT_RESOLVED = (name: string) => `Error: failed resolving microfrontend ${name}`;

/** Log line of each failure class; `undefined`: the failed stage writes the log. */
export const FAILURE_LOG: Readonly<Record<FailureClass, ((name: string) => string) | undefined>> = {
  network: NOT_FETCHED,
  http: NOT_FETCHED,
  integrity: NOT_FETCHED,
  timeout: NOT_FETCHED,
  evaluation: NOT_RESOLVED,
  'not-a-plugin': NOT_RESOLVED,
  'contract-version': NOT_RESOLVED,
  'duplicate-name': NOT_RESOLVED,
  'startup-request': undefined,
  bootstrap: undefined,
  mount: undefined,
  render: undefined,
  unmount: undefined,
};
