import type { Http } from '@lading/contract';
import type { StorageSummary } from '@lading/contract/rest';

const CALL = '/ui/api/v1/ui/storage';

/** As of the last calculation. Throws `HttpFailure`, as all of these do. */
export function fetchSummary(http: Http, signal?: AbortSignal): Promise<StorageSummary> {
  return http.json<StorageSummary>(`${CALL}/summary`, signal ? { signal } : {});
}

/** Returns before the calculation ends. */
export function calculate(http: Http): Promise<unknown> {
  return http.json(`${CALL}/calculate`, { method: 'POST' });
}
