import { isIP } from 'node:net';
import type { ProxyRoute } from './proxies/ProxyRoute.ts';

/** Addresses the request to the server itself. */
export function directly(url: URL, headers: Record<string, string>) {
  return { origin: url.origin, path: url.pathname + url.search, headers };
}

/** Addresses the request with the whole URL, for a proxy that makes the request itself. */
export function forwarded(url: URL, headers: Record<string, string>, proxy: ProxyRoute) {
  const { host, port, authorization } = proxy;
  return {
    origin: `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`,
    path: url.origin + url.pathname + url.search,
    headers: {
      ...headers,
      host: url.host,
      ...(authorization ? { 'proxy-authorization': authorization } : {}),
    },
  };
}

/** Returns the headers that another host may receive. */
export function withoutCredentials(headers: Record<string, string>): Record<string, string> {
  const secret = ['authorization', 'cookie', 'proxy-authorization'];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !secret.includes(name.toLowerCase())));
}
