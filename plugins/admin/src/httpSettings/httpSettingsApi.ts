import { type Http, HttpFailure } from '@lading/contract';
import type { ReverseProxyData, WebServer, WebServerChange, WebServerPreview } from '@lading/contract/rest';
import { ABSENT, basedOn, fetchVersioned, type Versioned } from '@lading/ui/edit';

const CALL = '/artifactory/api/system/configuration/webServer';

/**
 * Returns the saved settings, or defaults from the URL of this page. Like all functions here,
 * throws `HttpFailure`.
 */
export async function fetchHttpSettings(
  http: Http,
  signal: AbortSignal,
): Promise<Versioned<WebServer | ReverseProxyData>> {
  const saved = await fetchSaved(http, signal);
  if (saved?.value) return { ...saved, value: saved.value };
  const path = '/ui/api/v1/ui/setMeUp/reverseProxyData';
  return { value: await http.json<ReverseProxyData>(path, { signal }), version: ABSENT };
}

async function fetchSaved(
  http: Http,
  signal: AbortSignal,
): Promise<Versioned<WebServer | undefined> | undefined> {
  try {
    const query = { optional: true };
    return await fetchVersioned<WebServer | undefined>(http, CALL, { signal, query });
  } catch (error) {
    // Other servers do not know the parameter.
    if (error instanceof HttpFailure && error.status === 404) return undefined;
    throw error;
  }
}

/**
 * Fails with 400 and the invalid field, or with 412 if the settings have changed since that
 * version.
 */
export function saveHttpSettings(
  http: Http,
  settings: WebServerChange,
  version: string | undefined,
): Promise<Versioned<WebServer>> {
  return fetchVersioned<WebServer>(http, CALL, { method: 'POST', body: settings, ...basedOn(version) });
}

/** Fails with 400 and the invalid field. */
export function fetchPreview(
  http: Http,
  settings: WebServerChange,
  signal: AbortSignal,
): Promise<WebServerPreview> {
  return http.json<WebServerPreview>(`${CALL}/preview`, { method: 'POST', body: settings, signal });
}
