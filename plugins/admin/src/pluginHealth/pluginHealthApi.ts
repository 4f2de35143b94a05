import type { Http } from '@lading/contract';
import type { PluginAlerts, PluginHealth, PluginHealthList } from '@lading/contract/rest';
import { basedOn, fetchVersioned, type Versioned } from '@lading/ui/edit';

const CALL = '/ui/api/v1/lading/plugin-health';

/** Versions of plugins with a report in the last days. */
export async function fetchPluginHealth(
  http: Http,
  days: number,
  signal: AbortSignal,
): Promise<readonly PluginHealth[]> {
  return (await http.json<PluginHealthList>(`${CALL}?days=${days}`, { signal })).plugins;
}

export function fetchAlerts(http: Http, signal: AbortSignal): Promise<Versioned<PluginAlerts>> {
  return fetchVersioned<PluginAlerts>(http, `${CALL}/alerts`, { signal });
}

/** Fails with 412 if the alerts have changed since that version. */
export function saveAlerts(
  http: Http,
  body: PluginAlerts,
  version: string | undefined,
): Promise<Versioned<PluginAlerts>> {
  return fetchVersioned<PluginAlerts>(http, `${CALL}/alerts`, { method: 'PUT', body, ...basedOn(version) });
}
