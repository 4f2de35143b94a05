import { withStorage } from '../../database/db.ts';
import type { Platform } from '../../platform/Platform.ts';
import type { EnvironmentProxies } from '../../settings/environmentProxies.ts';
import { OutgoingError } from '../OutgoingError.ts';
import { isExcluded } from './noProxy.ts';
import type { ConfiguredProxy, ProxyService } from './Proxy.ts';
import type { FindProxy, ProxyRoute } from './ProxyRoute.ts';
import { allProxies } from './proxies.ts';
import { passwordOf } from './proxyPassword.ts';

/**
 * Selects the proxy of a request: the specified one, the default of its service, the platform's
 * default, or the environment's.
 */
export function proxyFinder({
  settings: { environmentProxies: environment },
  storage,
  seal,
}: Pick<Platform, 'settings' | 'storage' | 'seal'>): FindProxy {
  return (url, { proxy: wanted, service }) =>
    withStorage(storage, async () => {
      if (wanted === false) return undefined;
      const all = await allProxies();
      const proxy = wanted ? named(all, wanted) : defaultFor([...all.values()], service);
      if (!proxy) return environment && environmentRoute(environment, url);
      return isExcluded(url, proxy.noProxy) ? undefined : routeOf(proxy, passwordOf(proxy, seal));
    });
}

/** Returns the route of a proxy with its password in plain text. */
export function routeOf(
  { key, host, port, username, resolvesNames }: Omit<ConfiguredProxy, 'sealed'>,
  password: string,
): ProxyRoute {
  return { key, host, port, resolvesNames, authorization: basic(username, password) };
}

/** Throws for a deleted proxy. It must never become a direct connection. */
function named(all: ReadonlyMap<string, ConfiguredProxy>, key: string): ConfiguredProxy {
  const proxy = all.get(key);
  if (proxy) return proxy;
  throw new OutgoingError('proxy-settings', `Proxy ${key} does not exist. Select another one`);
}

function defaultFor(
  all: readonly ConfiguredProxy[],
  service: ProxyService | undefined,
): ConfiguredProxy | undefined {
  return (
    all.find(({ services }) => service !== undefined && services.includes(service)) ??
    all.find(({ platformDefault }) => platformDefault)
  );
}

/** This server resolves names and checks the addresses, because the proxy may not resolve names. */
function environmentRoute({ http, https, noProxy }: EnvironmentProxies, url: URL): ProxyRoute | undefined {
  const proxy = url.protocol === 'https:' ? https : http;
  if (!proxy || isExcluded(url, noProxy)) return undefined;
  const { variable: key, host, port, username, password } = proxy;
  return { key, host, port, resolvesNames: false, authorization: basic(username, password) };
}

function basic(username: string, password: string): string | undefined {
  return username === '' ? undefined : `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
