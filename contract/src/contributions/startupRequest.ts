import type { ShellApi } from '../shell/ShellApi.ts';

/** The order of a start-up request that names none. */
export const DEFAULT_REQUEST_ORDER = 999;

/**
 * Something to fetch at start-up. Lower orders run first, requests of one order side by side; each has 10 s.
 * A failure is shown where it matters and stops nothing else.
 */
export interface StartupRequestContribution {
  /** What messages call it. */
  readonly name: string;
  /** `DEFAULT_REQUEST_ORDER` unless given. */
  readonly order?: number;
  /** Fetches it. What it throws is named on the diagnostics page. */
  readonly run: (shell: ShellApi) => Promise<void>;
}
