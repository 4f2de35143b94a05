import type { Http } from '@lading/contract';
import type {
  NewPluginRelease,
  PluginCanary,
  PluginChange,
  PluginPlan,
  PluginReleaseDetails,
  PluginReleases,
  PluginRevocation,
  PluginRevoked,
  PluginsOverview,
} from '@lading/contract/rest';

const CALL = '/ui/api/v1/lading/plugins';

/** Like all functions here, throws `HttpFailure`. */
export function fetchOverview(http: Http, signal: AbortSignal): Promise<PluginsOverview> {
  return http.json<PluginsOverview>(CALL, { signal });
}

export function fetchReleases(http: Http, signal: AbortSignal): Promise<PluginReleases> {
  return http.json<PluginReleases>(`${CALL}/releases`, { signal });
}

/** `other` 0: no release set. */
export function fetchRelease(
  http: Http,
  number: number,
  other: number | undefined,
  signal?: AbortSignal,
): Promise<PluginReleaseDetails> {
  return http.json<PluginReleaseDetails>(`${CALL}/releases/${number}`, {
    query: { with: other },
    ...(signal ? { signal } : {}),
  });
}

export function planChanges(
  http: Http,
  changes: readonly PluginChange[],
  signal: AbortSignal,
): Promise<PluginPlan> {
  return http.json<PluginPlan>(`${CALL}/plan`, { method: 'POST', body: { changes }, signal });
}

export function createRelease(http: Http, release: NewPluginRelease): Promise<PluginReleaseDetails> {
  return http.json<PluginReleaseDetails>(`${CALL}/releases`, { method: 'POST', body: release });
}

export function activateRelease(
  http: Http,
  number: number,
  canary: PluginCanary | undefined,
): Promise<unknown> {
  return http.json(`${CALL}/releases/${number}/activate`, { method: 'POST', body: canary ? { canary } : {} });
}

/** Fails if another set than `from` is active. */
export function rollBack(http: Http, from: number): Promise<unknown> {
  return http.json(`${CALL}/rollback`, { method: 'POST', body: { from } });
}

export function endCanary(http: Http, how: 'promote' | 'stop'): Promise<unknown> {
  return http.json(`${CALL}/canary/${how}`, { method: 'POST' });
}

export function revokeVersion(http: Http, revocation: PluginRevocation): Promise<PluginRevoked> {
  return http.json<PluginRevoked>(`${CALL}/revocations`, { method: 'POST', body: revocation });
}

export function restoreVersion(http: Http, specifier: string, version: string): Promise<unknown> {
  return http.json(`${CALL}/revocations`, { method: 'DELETE', query: { specifier, version } });
}
