import type { Http } from '@lading/contract';
import type { AnalyticsHistory, AnalyticsSettings } from '@lading/contract/rest';

const CALL = '/ui/api/v1/ui/analytics';

/** Counts of the last days, newest day first. */
export function fetchHistory(http: Http, days: number, signal: AbortSignal): Promise<AnalyticsHistory> {
  return http.json(`${CALL}/history?days=${days}`, { signal });
}

export function deleteHistory(http: Http): Promise<{ deleted: number }> {
  return http.json(`${CALL}/history`, { method: 'DELETE' });
}

export function fetchSettings(http: Http, signal: AbortSignal): Promise<AnalyticsSettings> {
  return http.json(`${CALL}/settings`, { signal });
}

export function saveSettings(http: Http, body: AnalyticsSettings): Promise<AnalyticsSettings> {
  return http.json(`${CALL}/settings`, { method: 'PUT', body });
}
