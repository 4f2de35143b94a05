import type { Http } from '@lading/contract';
import type { DeleteProxies, NewProxy, ProxyChange, ProxyDetails, ProxyTest } from '@lading/contract/rest';
import { basedOn, fetchVersioned, type Versioned } from '@lading/ui/edit';

const CALL = '/ui/api/v1/ui/proxies';
const one = (key: string) => `${CALL}/crud/${encodeURIComponent(key)}`;

/** Returns the proxies by key. Like all functions here, throws `HttpFailure`. */
export function fetchProxies(http: Http, signal?: AbortSignal): Promise<ProxyDetails[]> {
  return http.json<ProxyDetails[]>(`${CALL}/crud`, signal ? { signal } : {});
}

export function fetchProxy(http: Http, key: string, signal: AbortSignal): Promise<Versioned<ProxyDetails>> {
  return fetchVersioned<ProxyDetails>(http, one(key), { signal });
}

/** Fails with 409 if the key exists. */
export function createProxy(http: Http, proxy: NewProxy): Promise<ProxyDetails> {
  return http.json<ProxyDetails>(`${CALL}/crud`, { method: 'POST', body: proxy });
}

/** Fails with 412 if the proxy has changed since that version. */
export function changeProxy(
  http: Http,
  key: string,
  change: ProxyChange,
  version: string | undefined,
): Promise<ProxyDetails> {
  return http.json<ProxyDetails>(one(key), { method: 'PUT', body: change, ...basedOn(version) });
}

/** Deletes all of the proxies or none. Fails with 409 and the objects that use one of them. */
export function deleteProxies(http: Http, proxyKeys: string[]): Promise<void> {
  const body: DeleteProxies = { proxyKeys };
  return http.json<void>(`${CALL}/deleteProxies`, { method: 'POST', body });
}

/** Fails with 400 for an invalid proxy or a missing password. */
export function testProxy(http: Http, proxy: NewProxy, url: string): Promise<ProxyTest> {
  return http.json<ProxyTest>(`${CALL}/test`, { method: 'POST', body: { proxy, url } });
}
