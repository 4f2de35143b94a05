import {
  CHUNK_TIMEOUT_MS,
  type Contribution,
  MOUNT_TIMEOUT_MS,
  type ShellApi,
  type ShownPart,
} from '@lading/contract';
import { causeOf, logFailure } from '../log/log.ts';
import { within } from './deadline.ts';

/** Timeout for an unmount, in milliseconds. */
const UNMOUNT_TIMEOUT_MS = 5_000;

/**
 * Shows a part in its own host element within `host`, until it is removed or `signal` ends the page
 * that shows it.
 */
export function showPart(
  id: string,
  part: Contribution<'pageParts'> | undefined,
  host: HTMLElement,
  signal: AbortSignal,
  shellOf: (signal: AbortSignal) => ShellApi,
): ShownPart {
  const controller = new AbortController();
  const element = document.createElement('div');
  element.className = 'lading-part';
  const props = { name: part?.plugin ?? '', domElement: element, shell: shellOf(controller.signal) };
  let unmount: (() => Promise<void>) | undefined;

  const start = async () => {
    if (!part) throw new Error(`No plugin contributes the part "${id}"`);
    const lifecycles = await within(CHUNK_TIMEOUT_MS, part.value.lifecycles(), 'Loading');
    if (controller.signal.aborted) return;
    host.append(element);
    const mounting = (async () => {
      await lifecycles.bootstrap(props);
      if (controller.signal.aborted) return;
      unmount = () => lifecycles.unmount(props);
      await lifecycles.mount(props);
    })();
    await within(MOUNT_TIMEOUT_MS, mounting, 'Mounting');
  };
  const ready = start();
  // The caller reports the failure on the page; the log has the details.
  ready.catch((error: unknown) => logFailure(`Failed to show the part ${id}: ${causeOf(error)}`, error));

  let removed: Promise<void> | undefined;
  const remove = () => {
    removed ??= (async () => {
      controller.abort();
      element.hidden = true;
      await ready.catch(() => undefined);
      try {
        if (unmount) await within(UNMOUNT_TIMEOUT_MS, unmount(), 'Unmounting');
      } catch (error) {
        logFailure(`The part ${id} could not be taken away: ${causeOf(error)}`, error);
      } finally {
        element.remove();
      }
    })();
    return removed;
  };
  if (signal.aborted) void remove();
  else signal.addEventListener('abort', () => void remove(), { once: true });
  return { ready, remove };
}
