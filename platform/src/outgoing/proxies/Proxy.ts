/** Parts of the platform that send requests to other servers. */
export type ProxyService = 'repositories' | 'webhooks' | 'integrations' | 'identity';

/** A proxy and the requests that use it. */
interface Proxy {
  /** Key for messages. For proxies of the environment, `HTTPS_PROXY` or similar. */
  readonly key: string;
  readonly host: string;
  readonly port: number;
  readonly username: string;
  /** Servers that are reached without the proxy. See `isExcluded`. */
  readonly noProxy: readonly string[];
  /**
   * Whether the proxy receives names and resolves them. Otherwise, it connects to the checked
   * address.
   */
  readonly resolvesNames: boolean;
}

/** A proxy that an administrator configured. */
export interface ConfiguredProxy extends Proxy {
  /** The encrypted password. See `passwordOf`. */
  readonly sealed: Buffer | null;
  readonly platformDefault: boolean;
  readonly services: readonly ProxyService[];
}
