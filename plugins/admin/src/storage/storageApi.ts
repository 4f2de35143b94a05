import type { Http } from '@lading/contract';
import type { CollectionReport, StorageSummary } from '@lading/contract/rest';

const CALL = '/ui/api/v1/ui/storage';

/** As of the last calculation. Throws `HttpFailure`, as all of these do. */
export function fetchSummary(http: Http, signal?: AbortSignal): Promise<StorageSummary> {
  return http.json<StorageSummary>(`${CALL}/summary`, signal ? { signal } : {});
}

/** Returns before the calculation ends. */
export function calculate(http: Http): Promise<unknown> {
  return http.json(`${CALL}/calculate`, { method: 'POST' });
}

const GARBAGE = '/artifactory/api/system/storage/gc';

/** What garbage collection would delete now. */
export function previewGarbage(http: Http): Promise<CollectionReport> {
  return http.json<CollectionReport>(GARBAGE);
}

/** Returns once it has ended. */
export function collectGarbage(http: Http): Promise<CollectionReport> {
  return http.json<CollectionReport>(GARBAGE, { method: 'POST' });
}
