import { type DestinationStream, pino } from 'pino';

/** Maximum size in bytes of lines that wait for a slow or full output. More lines are dropped. */
const maxWaiting = 4 * 1024 ** 2;

/**
 * Opens standard output for a logger. It can be a file on a full disk, where lines wait until there
 * is space. Without a listener, the first error would end the server.
 */
export function openStandardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, maxLength: maxWaiting });
  const flush = output.flushSync.bind(output);
  // At the exit, pino would repeat a failing write forever.
  output.on('error', () => {
    output.flushSync = () => undefined;
  });
  output.on('write', () => {
    output.flushSync = flush;
  });
  return output;
}
