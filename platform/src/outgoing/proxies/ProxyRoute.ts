import type { ProxyService } from './Proxy.ts';

/** The proxy that one request goes through. */
export interface ProxyRoute {
  /** For messages. */
  readonly key: string;
  readonly host: string;
  readonly port: number;
  /** The value of `Proxy-Authorization`. */
  readonly authorization?: string | undefined;
  readonly resolvesNames: boolean;
}

export interface ProxyWish {
  /** Key of the proxy; '' or absent: the default. `false`: none. */
  readonly proxy?: string | false | undefined;
  /** Selects the default. */
  readonly service?: ProxyService | undefined;
}

/** Returns the proxy for a request; `undefined` for a direct connection. Throws `OutgoingError`. */
export type FindProxy = (url: URL, wish: ProxyWish) => Promise<ProxyRoute | undefined>;
