import type { ProxyService } from './Proxy.ts';

/** The proxy of one request. */
export interface ProxyRoute {
  /** Key for messages. */
  readonly key: string;
  readonly host: string;
  readonly port: number;
  /** Value of `Proxy-Authorization`. */
  readonly authorization?: string | undefined;
  readonly resolvesNames: boolean;
}

export interface ProxyWish {
  /** Key of the proxy. Empty or absent for the default, `false` for no proxy. */
  readonly proxy?: string | false | undefined;
  /** Service whose default proxy applies. */
  readonly service?: ProxyService | undefined;
}

/** Returns the proxy for a request; `undefined` for a direct connection. Throws `OutgoingError`. */
export type FindProxy = (url: URL, wish: ProxyWish) => Promise<ProxyRoute | undefined>;
