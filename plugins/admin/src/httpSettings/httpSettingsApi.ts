import { type Http, HttpFailure } from '@lading/contract';
import type { ReverseProxyData, WebServer, WebServerChange, WebServerPreview } from '@lading/contract/rest';

const CALL = '/artifactory/api/system/configuration/webServer';

/** The saved settings, or the URL of this page. Throws `HttpFailure`, as all of these do. */
export async function fetchHttpSettings(
  http: Http,
  signal: AbortSignal,
): Promise<WebServer | ReverseProxyData> {
  try {
    return await http.json<WebServer>(CALL, { signal });
  } catch (error) {
    if (!(error instanceof HttpFailure) || error.status !== 404) throw error;
    return http.json<ReverseProxyData>('/ui/api/v1/ui/setMeUp/reverseProxyData', { signal });
  }
}

/** 400 names the invalid field. */
export function saveHttpSettings(http: Http, settings: WebServerChange): Promise<WebServer> {
  return http.json<WebServer>(CALL, { method: 'POST', body: settings });
}

/** 400 names the invalid field. */
export function fetchPreview(
  http: Http,
  settings: WebServerChange,
  signal: AbortSignal,
): Promise<WebServerPreview> {
  return http.json<WebServerPreview>(`${CALL}/preview`, { method: 'POST', body: settings, signal });
}
