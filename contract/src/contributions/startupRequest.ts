import type { ShellApi } from '../shell/ShellApi.ts';

/** Default order of startup requests. */
export const DEFAULT_REQUEST_ORDER = 999;

/**
 * Data to load at startup. Requests with a lower order run first, those with the same order in
 * parallel, each with a timeout of 10 s. A failure does not stop other requests and is shown where
 * the data is used.
 */
export interface StartupRequestContribution {
  /** Name in messages. */
  readonly name: string;
  /** `DEFAULT_REQUEST_ORDER` by default. */
  readonly order?: number;
  /** Loads the data. The diagnostics page shows errors. */
  readonly run: (shell: ShellApi) => Promise<void>;
}
