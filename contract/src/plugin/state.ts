/** What went wrong with a plug-in. */
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

/** What went wrong, why, and when. */
export interface PluginFailure {
  /** What kind of failure it was. */
  readonly class: FailureClass;
  /** In plain words, for an administrator. */
  readonly cause: string;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** Where a plug-in stands. `ready`: its code is there, and it is not on the screen. */
export type PluginState =
  | { readonly status: 'pending' }
  | { readonly status: 'loading' }
  | { readonly status: 'ready' }
  | { readonly status: 'mounted' }
  | { readonly status: 'failed'; readonly failure: PluginFailure };

/** A script must arrive within this time, in milliseconds. */
export const CHUNK_TIMEOUT_MS = 120_000;
/** A plug-in must mount within this time, in milliseconds. */
export const MOUNT_TIMEOUT_MS = 100_000;
/** What a plug-in contributes is cached this long, in milliseconds: one week. */
export const CONTRIBUTIONS_CACHE_MS = 7 * 24 * 60 * 60 * 1000;

const NOT_FETCHED = (name: string) => `Could not fetch microfrontend application: ${name}`;
const NOT_RESOLVED = (name: string) => `Error: failed resolving microfrontend ${name}`;

/** Which class gives which line in the log; `undefined` leaves the log to the stage that failed. */
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
