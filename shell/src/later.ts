import type { Disposer } from '@lading/contract';
import { causeOf, logFailure } from './log/log.ts';

/** One call for all that use this file: each has bytes in the first page. */
export const laterParts = () => import('./laterParts.ts');

/** Starts code that few pages need once it is loaded. Without it, the page works. */
export function later(load: () => Promise<Disposer>): Disposer {
  let hasEnded = false;
  let stop: Disposer | undefined;
  load().then(
    (started) => {
      if (hasEnded) started();
      else stop = started;
    },
    (error) => logFailure(`Failed to load a part of the console: ${causeOf(error)}`),
  );
  return () => {
    hasEnded = true;
    stop?.();
  };
}
