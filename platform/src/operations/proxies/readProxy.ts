import type { ProxyChange } from '@lading/contract/rest';
import { HttpError } from '../../errors/HttpError.ts';
import { noProxyFault } from '../../outgoing/proxies/noProxy.ts';
import type { ConfiguredProxy } from '../../outgoing/proxies/Proxy.ts';
import { sealPassword } from '../../outgoing/proxies/proxyPassword.ts';
import type { Seal } from '../../secrets/Seal.ts';

const badPassword = (message: string) => new HttpError(400, 'BAD_PROXY_PASSWORD', message);

/**
 * Reads a proxy from its configuration. An omitted password does not change if host, port, and user
 * name are the same as when it was entered. Throws `HttpError` 400.
 */
export function readProxy(
  key: string,
  given: ProxyChange,
  before: ConfiguredProxy | undefined,
  seal: Seal,
): ConfiguredProxy {
  const { host, port, username = '', password, noProxy = [], services = [] } = given;
  for (const entry of noProxy) {
    const fault = noProxyFault(entry);
    if (fault) throw new HttpError(400, 'BAD_PROXY', fault);
  }
  if (password && username === '') throw badPassword('A password needs a user name');
  const place = { key, host, port, username };
  return {
    ...place,
    noProxy,
    services,
    platformDefault: given.platformDefault ?? false,
    resolvesNames: given.resolvesNames ?? false,
    sealed: password ? sealPassword(password, place, seal) : keptPassword(place, password, before),
  };
}

function keptPassword(
  { host, port, username }: Pick<ConfiguredProxy, 'host' | 'port' | 'username'>,
  password: string | undefined,
  before: ConfiguredProxy | undefined,
): Buffer | null {
  if (password === '' || username === '' || !before?.sealed) return null;
  if (before.host === host && before.port === port && before.username === username) return before.sealed;
  throw badPassword(
    `The password was entered for user ${before.username} at ${before.host}:${before.port}. Enter it again, or delete it`,
  );
}
