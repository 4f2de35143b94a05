import type { Http } from '@lading/contract';
import type { PluginHealth, PluginHealthList } from '@lading/contract/rest';

const CALL = '/ui/api/v1/lading/plugin-health';

/** Versions of plugins with a report in the last days. */
export async function fetchPluginHealth(
  http: Http,
  days: number,
  signal: AbortSignal,
): Promise<readonly PluginHealth[]> {
  return (await http.json<PluginHealthList>(`${CALL}?days=${days}`, { signal })).plugins;
}
