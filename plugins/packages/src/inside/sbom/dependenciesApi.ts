import type { Http } from '@lading/contract';
import type { TransitiveDependencies } from '@lading/contract/rest';

/**
 * Fetches the dependencies of a version at every depth, preferably as stored in `repo`. Throws
 * `HttpFailure`.
 */
export function fetchTransitive(
  http: Http,
  query: { packageId: string; version: string; repo: string },
  signal: AbortSignal,
): Promise<TransitiveDependencies> {
  return http.json('/ui/api/v1/ui/dependencies', { query, signal });
}
