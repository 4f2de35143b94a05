import type { Disposer } from './services.ts';

/**
 * Work that is repeated while somebody can see it: it rests when nobody is signed in, while the page is hidden and while the
 * server cannot be reached, and what came due meanwhile runs as soon as it goes on.
 */
export interface Periodic {
  /** Whether it rests now. Observable. */
  readonly paused: boolean;
  /**
   * Runs `run` every so many milliseconds, counted from the end of the run before; the first time after the first pause.
   * What it throws is logged. It ends with the disposer, and with the mount that it was asked in; its signal then aborts.
   */
  repeat(run: (signal: AbortSignal) => Promise<unknown>, milliseconds: number): Disposer;
}
