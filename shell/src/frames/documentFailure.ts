import type { Failure } from '../plugins/StageFailure.ts';

const TIMEOUT_MS = 5_000;

/**
 * Determines why the document of a frame does not respond at all. The document answers before it
 * loads the plugin's code, so the plugin is not the cause.
 */
export async function documentFailure(address: string, label: string): Promise<Failure> {
  const failed = (failure: Failure['class'], what: string): Failure => ({
    ...{ class: failure, message: `The frame of ${label} did not start: ${what}`, resolved: false },
  });
  try {
    const { ok, status } = await fetch(address, {
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (ok) return failed('network', 'files of the console failed to load');
    // The node that answers has been upgraded, or is still to be.
    if (status === 409) return failed('network', 'the page is of another version of the console. Reload it.');
    // A gateway or a server that restarts, not a missing version.
    return failed(status >= 500 ? 'network' : 'http', `${address} answered ${status}`);
  } catch {
    return failed('network', `failed to reach ${address}`);
  }
}
