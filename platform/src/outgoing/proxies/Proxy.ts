/** The parts of the platform that send requests to other servers. */
export type ProxyService = 'repositories' | 'webhooks' | 'integrations' | 'identity';

/** How requests reach a proxy, and which requests do. */
interface Proxy {
  /** For messages; `HTTPS_PROXY` and similar for those of the environment. */
  readonly key: string;
  readonly host: string;
  readonly port: number;
  readonly username: string;
  /** Servers that are reached without the proxy; see `isExcluded`. */
  readonly noProxy: readonly string[];
  /** The proxy receives names and resolves them; otherwise it connects to the address that was checked. */
  readonly resolvesNames: boolean;
}

/** A proxy that an administrator configured. */
export interface ConfiguredProxy extends Proxy {
  /** The encrypted password; see `passwordOf`. */
  readonly sealed: Buffer | null;
  readonly platformDefault: boolean;
  readonly services: readonly ProxyService[];
}
