import { type FilterRequest, type FilterResult, LineMatcher } from './LineMatcher.ts';

export interface OpenMatcher {
  send(request: FilterRequest): void;
  close(): void;
}

/**
 * Starts the worker that filters lines, so that large logs don't block the page. `failed`: the
 * worker cannot be loaded.
 */
export function openMatcher(take: (result: FilterResult) => void, failed: () => void): OpenMatcher {
  if (typeof Worker === 'undefined') return openHere(take);
  const worker = new Worker(new URL('./filter.worker.ts', import.meta.url));
  worker.onmessage = ({ data }: MessageEvent<FilterResult>) => take(data);
  worker.onerror = failed;
  return {
    send: (request) => worker.postMessage(request),
    close: () => worker.terminate(),
  };
}

/** Filters in the page, in pieces, if there is no worker. */
export function openHere(take: (result: FilterResult) => void): OpenMatcher {
  let isOpen = true;
  const matcher = new LineMatcher(
    (result) => isOpen && take(result),
    () => new Promise((resolve) => setTimeout(resolve)),
  );
  return {
    send: (request) => void matcher.take(request),
    close: () => {
      isOpen = false;
    },
  };
}
