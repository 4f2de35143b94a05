import { Worker } from 'node:worker_threads';
import { redactions } from '../http/redact.ts';
import type { LogLevel } from '../settings/settingValues.ts';
import { layout, type RequestBoard } from './RequestBoard.ts';

/** Limits in seconds. */
const limits = {
  /** A block of the event loop that is logged. */
  blocked: 10,
  /** From the signal to the end of a process whose event loop is blocked. */
  stopBlocked: 10,
  /** From the signal to the end of the process in any case: 8 s for requests, the rest for the database. */
  stop: 25,
};

/**
 * Starts the thread that logs blocks of the event loop with the requests in progress, and that ends the process when it does not stop
 * in time after SIGTERM or SIGINT.
 */
export function startWatchdog(board: RequestBoard, logLevel: LogLevel): void {
  setInterval(() => board.beat(), 1000).unref();
  const thread = new Worker(new URL('./watch.js', import.meta.url), {
    name: 'watchdog',
    // Signals in a thread have no public API, and Node warns about others.
    execArgv: ['--expose-internals', '--no-warnings'],
    workerData: { memory: board.memory, layout, limits, redactions, logLevel },
    resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 8, stackSizeMb: 1 },
  });
  thread.unref();
}
