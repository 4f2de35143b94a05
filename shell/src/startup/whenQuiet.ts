import type { Disposer } from '@lading/contract';

/** How long nothing may have been under way, in milliseconds. */
export const QUIET_MS = 1_000;

/** Calls `then` once nothing has been under way for a while: the first screen then has what it shows. */
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
