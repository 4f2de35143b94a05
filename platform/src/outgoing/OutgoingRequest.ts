import type { ProxyRoute, ProxyWish } from './proxies/ProxyRoute.ts';
import type { ClientIdentity } from './Trust.ts';

export interface OutgoingRequest extends ProxyWish {
  /** Authenticates to the host of the URL, but not to the target of a redirect. */
  identity?: ClientIdentity;
  /** Proxy to use instead of the configured ones. It need not be saved. */
  through?: ProxyRoute;
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Buffer;
  /**
   * Whether ordinary users chose the URL: a proxy that resolves names gets only names whose
   * addresses this server can check.
   */
  isUsers?: boolean;
  /** Allows addresses on a private network. */
  allowPrivate?: boolean;
  /** Denies HTTP without TLS to public addresses, whatever the name of the host. */
  encryptedInPublic?: boolean;
  /** Allows addresses of this machine, but not as the target of a redirect. */
  allowLoopback?: boolean;
  /**
   * `none` makes a redirect an error. `follow` follows up to five. Headers are dropped if the host
   * changes.
   */
  redirects?: 'none' | 'follow';
  /**
   * Timeouts in milliseconds: for the connection, for the response headers, and without data in the
   * body.
   */
  connectTimeout?: number;
  headersTimeout?: number;
  bodyTimeout?: number;
  /** Maximum size of the response on the wire, in bytes. */
  limit?: number;
  signal?: AbortSignal;
}

/** Observes one request to a server. */
export interface ObservedRequest {
  /** Headers to add. */
  headers: Readonly<Record<string, string>>;
  /** Called with the status, or with the error. */
  end(result: number | Error): void;
}
