import type { Disposer } from './services.ts';

/**
 * Repeated work while the page is visible. Pauses while no user is signed in, the page is hidden,
 * or the server is unreachable; overdue work runs when it continues.
 */
export interface Periodic {
  /** Whether it is paused. Observable. */
  readonly paused: boolean;
  /**
   * Runs `run` at an interval in milliseconds, measured from the end of the previous run, first
   * after one interval. Logs errors. Ends with the disposer or when the plugin is unmounted; the
   * signal then aborts.
   */
  repeat(run: (signal: AbortSignal) => Promise<unknown>, milliseconds: number): Disposer;
}
