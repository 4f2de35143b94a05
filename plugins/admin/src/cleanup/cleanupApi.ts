import type { Http } from '@lading/contract';
import type { CleanupItems, CleanupPolicy, CleanupRun, CleanupSettings } from '@lading/contract/rest';
import { basedOn, fetchVersioned, type Versioned } from '@lading/ui/edit';

const CALL = '/ui/api/v1/ui/cleanup';
const one = (key: string) => `${CALL}/policies/${encodeURIComponent(key)}`;

/** Returns the policies, sorted by key. Like all functions here, throws `HttpFailure`. */
export function fetchPolicies(http: Http, signal?: AbortSignal): Promise<CleanupPolicy[]> {
  return http.json<CleanupPolicy[]>(`${CALL}/policies`, signal ? { signal } : {});
}

export function fetchPolicy(http: Http, key: string, signal: AbortSignal): Promise<Versioned<CleanupPolicy>> {
  return fetchVersioned<CleanupPolicy>(http, one(key), { signal });
}

/** Creates a policy. Fails with 409 if the key exists. */
export function createPolicy(http: Http, key: string, settings: CleanupSettings): Promise<CleanupPolicy> {
  const headers = { 'if-none-match': '*' };
  return http.json<CleanupPolicy>(one(key), { method: 'PUT', headers, body: settings });
}

/** Replaces the settings of a policy. Fails with 412 if they have changed since `version`. */
export function savePolicy(
  http: Http,
  key: string,
  settings: CleanupSettings,
  version: string | undefined,
): Promise<CleanupPolicy> {
  return http.json<CleanupPolicy>(one(key), { method: 'PUT', body: settings, ...basedOn(version) });
}

/** Fails with 409 while the policy runs. */
export function deletePolicy(http: Http, key: string): Promise<void> {
  return http.json<void>(one(key), { method: 'DELETE' });
}

/** Returns the runs of a policy, newest first. */
export function fetchRuns(http: Http, key: string, signal?: AbortSignal): Promise<CleanupRun[]> {
  return http.json<CleanupRun[]>(`${one(key)}/runs`, signal ? { signal } : {});
}

/** Fails with 409 while the policy runs. */
export function startRun(http: Http, key: string, dry: boolean): Promise<CleanupRun> {
  return http.json<CleanupRun>(`${one(key)}/runs`, { method: 'POST', body: { dry } });
}

/** Items per page. */
const ITEMS = 100;

export function fetchItems(
  http: Http,
  run: string,
  page: { state: string | undefined; offset: number },
  signal: AbortSignal,
): Promise<CleanupItems> {
  const state = page.state ? `&state=${page.state}` : '';
  return http.json<CleanupItems>(`${CALL}/runs/${run}/items?limit=${ITEMS}&offset=${page.offset}${state}`, {
    signal,
  });
}

interface ListedRepository {
  readonly key: string;
  readonly type: string;
}

/** Keys of the repositories that contain files. */
export async function fetchRepositoryKeys(http: Http, signal: AbortSignal): Promise<readonly string[]> {
  const repositories = await http.json<ListedRepository[]>('/artifactory/api/repositories', { signal });
  return repositories.filter(({ type }) => type.toLowerCase() !== 'virtual').map(({ key }) => key);
}
