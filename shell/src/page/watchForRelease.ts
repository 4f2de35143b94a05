import type { Disposer, Http, Periodic } from '@lading/contract';
import type { BootDocument, ConsoleRelease } from '@lading/contract/rest';

/** How often an open page asks for the active release set of plugins, in milliseconds. */
const EVERY_MS = 50_000;
const CALL = '/ui/api/v1/lading/release';

/**
 * Offers to reload when other plugins are active than those of the page. Nothing is reloaded
 * without the user.
 */
export function watchForRelease(
  http: Http,
  periodic: Periodic,
  boot: BootDocument,
  offer: () => void,
): Disposer {
  if (boot.safeMode) return () => {};
  let shown = boot.release ?? 0;
  return periodic.repeat(async (signal) => {
    const { release } = await http.json<ConsoleRelease>(CALL, { signal, retry: false });
    if (release !== shown) offer();
    // A user who closes the offer is not asked about this release again.
    shown = release;
  }, EVERY_MS);
}
