import type { Http } from '@lading/contract';
import type { StorageSummary } from '@lading/contract/rest';
import { adminPaths } from '../adminPaths.ts';

const underWay = new WeakMap<Http, Promise<StorageSummary>>();

/**
 * Loads the storage of the whole instance. Two widgets need it at the same time: they share one
 * call. Throws `HttpFailure`.
 */
export function storageSummary(http: Http, signal: AbortSignal): Promise<StorageSummary> {
  const known = underWay.get(http);
  const answer = known ?? http.json<StorageSummary>(adminPaths.storage).finally(() => underWay.delete(http));
  if (!known) underWay.set(http, answer);
  const aborted = new Promise<never>((_resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
  return Promise.race([answer, aborted]);
}
