import { isIP } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import { Agent, type Dispatcher } from 'undici';
import { type AddressPolicy, networks } from './addresses.ts';
import { checkAddresses, checkedLookup, type Resolve } from './checkedLookup.ts';
import { Outcomes } from './Outcomes.ts';
import { asOutgoingError, OutgoingError } from './OutgoingError.ts';
import { discard, type OutgoingResponse, outgoingResponse } from './OutgoingResponse.ts';
import { isLoopbackHost, nameFault } from './proxies/names.ts';
import { hostOf } from './proxies/noProxy.ts';
import type { FindProxy, ProxyRoute, ProxyWish } from './proxies/ProxyRoute.ts';
import { rejected, tunnelConnector, unreachable } from './proxies/tunnel.ts';

export type { OutgoingResponse } from './OutgoingResponse.ts';

export interface OutgoingSettings {
  /** Networks in CIDR form that every request may reach. */
  allowedNetworks?: readonly string[];
  /** Certificate authorities in PEM form, instead of those of Node; asked for once, with the first connection. */
  ca?: () => readonly string[] | undefined;
  /** Absent: all connections are direct. */
  findProxy?: FindProxy;
  /** In place of the system's, for tests. */
  resolve?: Resolve;
}

export interface OutgoingRequest extends ProxyWish {
  /** A proxy that need not be saved, in place of the configured ones. */
  through?: ProxyRoute;
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The address may be on a private network. */
  allowPrivate?: boolean;
  /** The address may be this machine; where it redirects to may not. */
  allowLoopback?: boolean;
  /** `none`: a redirect is an error. `follow`: up to five; headers stay behind when the host changes. */
  redirects?: 'none' | 'follow';
  /** Milliseconds until the connection stands, until the answer begins, and of silence while it comes. */
  connectTimeout?: number;
  headersTimeout?: number;
  bodyTimeout?: number;
  /** Bytes of the answer at most, as they come over the wire. */
  limit?: number;
  signal?: AbortSignal;
}

const longestRedirect = 5;

/** The one way out: every request of the platform to somewhere else. */
export class OutgoingClient {
  readonly #allowed;
  readonly #authorities: () => readonly string[] | undefined;
  readonly #findProxy: FindProxy | undefined;
  readonly #resolve: Resolve | undefined;
  #trust: { secureContext?: SecureContext } | undefined;
  readonly #agents = new Map<string, Agent>();
  /** By host, for the service status. */
  readonly outcomes = new Outcomes();

  constructor({ allowedNetworks = [], ca = () => undefined, findProxy, resolve }: OutgoingSettings = {}) {
    this.#allowed = networks(allowedNetworks);
    this.#authorities = ca;
    this.#findProxy = findProxy;
    this.#resolve = resolve;
  }

  /** Once: reading some hundred certificates for every connection takes longer than connecting, and than half a start. */
  #trusted(): { secureContext?: SecureContext } {
    if (!this.#trust) {
      const ca = this.#authorities();
      this.#trust = ca ? { secureContext: createSecureContext({ ca: [...ca] }) } : {};
    }
    return this.#trust;
  }

  /** Resolves when the answer's head is there, whatever its status; throws `OutgoingError`. */
  async request(address: string | URL, options: OutgoingRequest = {}): Promise<OutgoingResponse> {
    const { origin } = readAddress(address);
    try {
      const answer = await this.#follow(address, options);
      this.outcomes.noteSuccess(origin);
      return answer;
    } catch (error) {
      // A caller that gives up says nothing about the host.
      if (!options.signal?.aborted) this.outcomes.noteFailure(origin, error);
      throw error;
    }
  }

  async #follow(address: string | URL, options: OutgoingRequest): Promise<OutgoingResponse> {
    let url = readAddress(address);
    let headers = options.headers ?? {};
    let allowed = options;
    for (let redirects = 0; ; redirects++) {
      const answer = await this.#send(url, headers, allowed);
      const location = answer.headers.location;
      const redirected =
        [301, 302, 303, 307, 308].includes(answer.statusCode) && typeof location === 'string';
      if (!redirected) return outgoingResponse(url, answer, options.limit);
      discard(answer.body);
      const next = URL.canParse(location, url.href) ? readAddress(new URL(location, url)) : undefined;
      if (
        options.redirects !== 'follow' ||
        !next ||
        redirects >= longestRedirect ||
        !mayRepeat(options.method)
      ) {
        throw new OutgoingError('redirect', 'The server returned a redirect, and redirects are not followed');
      }
      if (url.protocol === 'https:' && next.protocol !== 'https:') {
        throw new OutgoingError('redirect', 'The server redirects from HTTPS to HTTP');
      }
      if (next.origin !== url.origin) {
        headers = withoutCredentials(headers);
        allowed = { ...options, allowLoopback: false };
      }
      url = next;
    }
  }

  /** Of a host that another protocol is spoken with: an address that may be connected to; throws `OutgoingError`. */
  async checkedAddress(
    host: string,
    { allowPrivate = false, allowLoopback = false }: Pick<OutgoingRequest, 'allowPrivate' | 'allowLoopback'>,
  ): Promise<string> {
    return this.#addressOf(host, { allowPrivate, allowLoopback, allowed: this.#allowed });
  }

  #addressOf(host: string, policy: AddressPolicy): Promise<string> {
    return new Promise((resolve, reject) => {
      if (isIP(host)) {
        checkAddresses([host], policy);
        return resolve(host);
      }
      checkedLookup(policy, this.#resolve)(host, {}, (error, address) => {
        if (error) reject(asOutgoingError(error));
        else resolve(String(address));
      });
    });
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    await Promise.all([...this.#agents.values()].map((agent) => agent.destroy()));
    this.#agents.clear();
  }

  async #send(
    url: URL,
    headers: Record<string, string>,
    options: OutgoingRequest,
  ): Promise<Dispatcher.ResponseData> {
    const { allowPrivate = false, allowLoopback = false, method = 'GET', body, signal } = options;
    const policy = { allowPrivate, allowLoopback, allowed: this.#allowed };
    // A literal address is connected to without being looked up.
    const host = hostOf(url);
    if (isIP(host)) checkAddresses([host], policy);
    const way = await this.#wayTo(url, options, policy);
    const agent = this.#agent(policy, options.connectTimeout ?? 10_000, way);
    const { proxy, forwards } = way;
    const request = {
      ...(proxy && forwards ? forwarded(url, headers, proxy) : directly(url, headers)),
      method,
      body: body ?? null,
      headersTimeout: options.headersTimeout ?? 30_000,
      bodyTimeout: options.bodyTimeout ?? 30_000,
      ...(signal ? { signal } : {}),
    };
    let answer: Dispatcher.ResponseData;
    try {
      // A connection that was kept may be closed by the other side just as it is used again.
      answer = await agent.request(request).catch((error: unknown) => {
        if (mayRepeat(method) && isBroken(error)) return agent.request(request);
        throw error;
      });
    } catch (error) {
      throw proxy && forwards ? forwardingError(proxy, error) : asOutgoingError(error);
    }
    if (!proxy || !forwards || answer.statusCode !== 407) return answer;
    discard(answer.body);
    throw rejected(proxy, 407);
  }

  /** Selects the proxy. Throws where a proxy that resolves names would be asked for a private one. */
  async #wayTo(url: URL, wish: OutgoingRequest, policy: AddressPolicy): Promise<Way> {
    const host = hostOf(url);
    if (isLoopbackHost(host)) return { forwards: false };
    const proxy = wish.through ?? (await this.#findProxy?.(url, wish));
    if (!proxy) return { forwards: false };
    const fault = proxy.resolvesNames ? nameFault(host, policy.allowPrivate) : undefined;
    if (fault) throw new OutgoingError('refused', `${host} ${fault}. Such addresses are blocked`);
    return { proxy, forwards: proxy.resolvesNames && url.protocol === 'http:' };
  }

  /** Connections are shared only by requests that may reach the same addresses, in the same way. */
  #agent(policy: AddressPolicy, connectTimeout: number, way: Way): Agent {
    const key = JSON.stringify([policy.allowPrivate, policy.allowLoopback, connectTimeout, way]);
    const known = this.#agents.get(key);
    if (known) return known;
    const connect = way.proxy
      ? this.#proxied(policy, connectTimeout, { ...way, proxy: way.proxy })
      : { timeout: connectTimeout, lookup: checkedLookup(policy, this.#resolve), ...this.#trusted() };
    const agent = new Agent({ connections: 48, keepAliveTimeout: 10_000, connect });
    this.#agents.set(key, agent);
    return agent;
  }

  #proxied(policy: AddressPolicy, timeout: number, { proxy, forwards }: Way & { proxy: ProxyRoute }) {
    // An administrator named it: only addresses that nothing may reach are refused.
    const own = { allowPrivate: true, allowLoopback: true, allowed: this.#allowed };
    if (isIP(proxy.host)) checkProxy(proxy, own);
    const lookup = checkedLookup(own, this.#resolve);
    if (forwards) return { timeout, lookup };
    const targetOf = async (host: string) =>
      proxy.resolvesNames ? host : this.#addressOf(host, policy).catch((error) => unresolved(proxy, error));
    return tunnelConnector({ proxy, targetOf, lookup, timeout, ...this.#trusted() });
  }
}

/** How a request leaves. */
interface Way {
  readonly proxy?: ProxyRoute;
  /** The proxy receives the request itself; otherwise a tunnel. */
  readonly forwards: boolean;
}

function checkProxy(proxy: ProxyRoute, policy: AddressPolicy): void {
  try {
    checkAddresses([proxy.host], policy);
  } catch (error) {
    throw unreachable(proxy, error);
  }
}

function unresolved({ key }: ProxyRoute, error: OutgoingError): never {
  if (error.fault !== 'unreachable') throw error;
  throw new OutgoingError(
    'unreachable',
    `This server cannot resolve its name. If proxy ${key} resolves names, select that in its settings`,
    { cause: error },
  );
}

function directly(url: URL, headers: Record<string, string>) {
  return { origin: url.origin, path: url.pathname + url.search, headers };
}

/** The whole URL, for a proxy that makes the request itself. */
function forwarded(url: URL, headers: Record<string, string>, proxy: ProxyRoute) {
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

/** A connection that fails is one to the proxy. */
function forwardingError(proxy: ProxyRoute, error: unknown): OutgoingError {
  const found = asOutgoingError(error);
  return ['unreachable', 'timeout', 'refused'].includes(found.fault) ? unreachable(proxy, error) : found;
}

function readAddress(address: string | URL): URL {
  const url = URL.canParse(String(address)) ? new URL(address) : undefined;
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return url;
  throw new OutgoingError(
    'refused',
    'Invalid URL. Expected an HTTP or HTTPS URL without user name and password.',
  );
}

function isBroken(error: unknown): boolean {
  return ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(String((error as NodeJS.ErrnoException).code));
}

/** What only asks may be asked again, also somewhere else. */
function mayRepeat(method: OutgoingRequest['method']): boolean {
  return method === undefined || method === 'GET' || method === 'HEAD';
}

function withoutCredentials(headers: Record<string, string>): Record<string, string> {
  const secret = ['authorization', 'cookie', 'proxy-authorization'];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !secret.includes(name.toLowerCase())));
}
