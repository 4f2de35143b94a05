import type { Http } from '@lading/contract';
import type { PluginBackendChange, PluginBackendDetails, PluginBackends } from '@lading/contract/rest';

const CALL = '/ui/api/v1/lading/plugins/backends';

/** Like all functions here, throws `HttpFailure`. */
export async function fetchBackends(http: Http, signal: AbortSignal): Promise<PluginBackendDetails[]> {
  return (await http.json<PluginBackends>(CALL, { signal })).backends;
}

export function saveBackend(http: Http, change: PluginBackendChange): Promise<void> {
  return http.json<void>(CALL, { method: 'PUT', body: change });
}

export function deleteBackend(http: Http, specifier: string, backend: string): Promise<void> {
  return http.json<void>(CALL, { method: 'DELETE', query: { specifier, backend } });
}
