import type { Http } from '@lading/contract';
import type {
  CollectionRun,
  NewCollectionRun,
  StorageDay,
  StorageKind,
  StorageSummary,
} from '@lading/contract/rest';

const CALL = '/ui/api/v1/ui/storage';

/** As of the last calculation. Throws `HttpFailure`, as all of these do. */
export function fetchSummary(http: Http, signal?: AbortSignal): Promise<StorageSummary> {
  return http.json<StorageSummary>(`${CALL}/summary`, signal ? { signal } : {});
}

/** The days of a repository, project, or package type, oldest first. */
export function fetchDays(http: Http, kind: StorageKind, key: string): Promise<StorageDay[]> {
  return http.json<StorageDay[]>(`${CALL}/history?${new URLSearchParams({ kind, key })}`);
}

/** Returns before the calculation ends. */
export function calculate(http: Http): Promise<unknown> {
  return http.json(`${CALL}/calculate`, { method: 'POST' });
}

/** Newest first. */
export function fetchCollections(http: Http, signal?: AbortSignal): Promise<CollectionRun[]> {
  return http.json<CollectionRun[]>(`${CALL}/collections`, signal ? { signal } : {});
}

/** Returns before the collection ends. 409 if another one is in progress. */
export function startCollection(http: Http, what: NewCollectionRun): Promise<CollectionRun> {
  return http.json<CollectionRun>(`${CALL}/collections`, { method: 'POST', body: what });
}
