import { Worker } from 'node:worker_threads';
import { redactions } from '../http/redact.ts';
import type { LogLevel } from '../settings/settingValues.ts';
import { layout, type RequestBoard } from './RequestBoard.ts';

/** Limits in seconds. */
const limits = {
  /** Minimum duration of a logged block of the event loop. */
  blocked: 10,
  /** Time from the signal to the end of a process with a blocked event loop. */
  stopBlocked: 10,
  /**
   * Time from the signal to the end of the process in any case: 8 s for requests, the rest for the
   * database.
   */
  stop: 25,
};

/**
 * Starts the thread that logs blocks of the event loop with the requests in progress, and that ends
 * the process if it does not stop in time after SIGTERM or SIGINT.
 */
export function startWatchdog(board: RequestBoard, logLevel: LogLevel): void {
  setInterval(() => board.beat(), 1000).unref();
  const thread = new Worker(new URL('./watch.js', import.meta.url), {
    name: 'watchdog',
    // Signal handling in a thread has no public API, and Node warns about experimental ones.
    execArgv: ['--expose-internals', '--no-warnings'],
    workerData: { memory: board.memory, layout, limits, redactions, logLevel },
    resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 8, stackSizeMb: 1 },
  });
  thread.unref();
}
