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

interface Collection {
  /** Whether images without a tag are deleted too. */
  readonly untagged: boolean;
}

const garbage = ({ untagged }: Collection) =>
  `/artifactory/api/system/storage/gc${untagged ? '?untagged=true' : ''}`;

/** What garbage collection would delete now. */
export function previewGarbage(http: Http, what: Collection): Promise<CollectionReport> {
  return http.json<CollectionReport>(garbage(what));
}

/** Returns once it has ended. */
export function collectGarbage(http: Http, what: Collection): Promise<CollectionReport> {
  return http.json<CollectionReport>(garbage(what), { method: 'POST' });
}
