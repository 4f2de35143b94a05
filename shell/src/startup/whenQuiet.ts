import type { Disposer } from '@lading/contract';

/** Time without calls in progress, in milliseconds. */
export const QUIET_MS = 1_000;

/**
 * Calls `then` once no call has been in progress for a while, which means that the first screen has
 * its data.
 */
export function whenQuiet(isBusy: () => boolean, then: () => void, quiet = QUIET_MS): Disposer {
  let quietSince = Date.now();
  const timer = setInterval(() => {
    if (isBusy()) quietSince = Date.now();
    if (Date.now() - quietSince < quiet) return;
    clearInterval(timer);
    then();
  }, quiet / 4);
  return () => clearInterval(timer);
}
