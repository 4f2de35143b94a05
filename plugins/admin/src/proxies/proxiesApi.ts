import type { Http } from '@lading/contract';
import type { DeleteProxies, NewProxy, ProxyChange, ProxyDetails, ProxyTest } from '@lading/contract/rest';
import { basedOn, fetchVersioned, type Versioned } from '@lading/ui/edit';

const CALL = '/ui/api/v1/ui/proxies';
const one = (key: string) => `${CALL}/crud/${encodeURIComponent(key)}`;

/** By key. Throws `HttpFailure`, as all of these do. */
export function fetchProxies(http: Http, signal?: AbortSignal): Promise<ProxyDetails[]> {
  return http.json<ProxyDetails[]>(`${CALL}/crud`, signal ? { signal } : {});
}

export function fetchProxy(http: Http, key: string, signal: AbortSignal): Promise<Versioned<ProxyDetails>> {
  return fetchVersioned<ProxyDetails>(http, one(key), { signal });
}

/** 409 for a key that exists. */
export function createProxy(http: Http, proxy: NewProxy): Promise<ProxyDetails> {
  return http.json<ProxyDetails>(`${CALL}/crud`, { method: 'POST', body: proxy });
}

/** 412 if the proxy has changed since that version. */
export function changeProxy(
  http: Http,
  key: string,
  change: ProxyChange,
  version: string | undefined,
): Promise<ProxyDetails> {
  return http.json<ProxyDetails>(one(key), { method: 'PUT', body: change, ...basedOn(version) });
}

/** All or none: 409 names the objects that use one of them. */
export function deleteProxies(http: Http, proxyKeys: string[]): Promise<void> {
  const body: DeleteProxies = { proxyKeys };
  return http.json<void>(`${CALL}/deleteProxies`, { method: 'POST', body });
}

/** 400 for a proxy that is invalid, or whose password is missing. */
export function testProxy(http: Http, proxy: NewProxy, url: string): Promise<ProxyTest> {
  return http.json<ProxyTest>(`${CALL}/test`, { method: 'POST', body: { proxy, url } });
}
