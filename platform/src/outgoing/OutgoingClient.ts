import { isIP, type LookupFunction } from 'node:net';
import { Agent, type Dispatcher } from 'undici';
import { type AddressPolicy, networks } from './addresses.ts';
import { checkAddresses, checkedLookup, type Resolve } from './checkedLookup.ts';
import { OtherServers } from './OtherServers.ts';
import { Outcomes } from './Outcomes.ts';
import { asOutgoingError, OutgoingError } from './OutgoingError.ts';
import type { ObservedRequest, OutgoingRequest } from './OutgoingRequest.ts';
import { discard, type OutgoingResponse, outgoingResponse } from './OutgoingResponse.ts';
import { isLoopbackHost, nameFault } from './proxies/names.ts';
import { hostOf } from './proxies/noProxy.ts';
import type { FindProxy, ProxyRoute } from './proxies/ProxyRoute.ts';
import { rejected, tunnelConnector, unreachable } from './proxies/tunnel.ts';
import { readAddress } from './readAddress.ts';
import { directly, forwarded, withoutCredentials } from './requestParts.ts';
import { type ClientIdentity, fingerprint, Trust } from './Trust.ts';

export type { ObservedRequest, OutgoingRequest } from './OutgoingRequest.ts';
export type { OutgoingResponse } from './OutgoingResponse.ts';

export interface OutgoingSettings {
  /** Networks in CIDR form that every request may reach. */
  allowedNetworks?: readonly string[];
  /**
   * Returns certificate authorities in PEM form that replace Node's. Called once, with the first
   * connection.
   */
  ca?: () => readonly string[] | undefined;
  /** Finds the proxy of a request. If absent, all connections are direct. */
  findProxy?: FindProxy;
  /** Replaces the system's resolver in tests. */
  resolve?: Resolve;
}

const maxRedirects = 5;

/** Sends every request of the platform to other servers. */
export class OutgoingClient {
  readonly #allowed;
  readonly #trust: Trust;
  readonly #resolve: Resolve | undefined;
  readonly #agents = new Map<string, Agent>();
  readonly #findProxy: FindProxy | undefined;
  /** Outcomes by host, for the service status. */
  readonly outcomes = new Outcomes();
  /** Outcomes of identity providers, by `providerKey`. */
  readonly identities = new Outcomes();
  /** Called for each request, also those of redirects. */
  observe: ((method: string, url: URL) => ObservedRequest | undefined) | undefined;
  readonly others = new OtherServers();
  /** Called for each request to an object store of backups. */
  observeStore:
    | ((request: { operation: string; bucket: string }) => ((error?: unknown) => void) | undefined)
    | undefined;

  constructor({ allowedNetworks = [], ca = () => undefined, findProxy, resolve }: OutgoingSettings = {}) {
    this.#allowed = networks(allowedNetworks);
    this.#trust = new Trust(ca);
    this.#findProxy = findProxy;
    this.#resolve = resolve;
  }

  /** Resolves when the response headers arrive, whatever the status. Throws `OutgoingError`. */
  async request(address: string | URL, options: OutgoingRequest = {}): Promise<OutgoingResponse> {
    const { origin } = readAddress(address);
    return this.outcomes.during(origin, options.signal, () => this.#follow(address, options));
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
        redirects >= maxRedirects ||
        !mayRepeat(options.method)
      ) {
        throw new OutgoingError('redirect', 'The server returned a redirect, and redirects are not followed');
      }
      if (url.protocol === 'https:' && next.protocol !== 'https:') {
        throw new OutgoingError('redirect', 'The server redirects from HTTPS to HTTP');
      }
      if (next.origin !== url.origin) {
        headers = withoutCredentials(headers);
        const { identity: _own, ...rest } = options;
        allowed = { ...rest, allowLoopback: false };
      }
      url = next;
    }
  }

  /**
   * Returns an address of a host for another protocol than HTTP, after checking that it may be
   * connected to. Throws `OutgoingError`.
   */
  async checkedAddress(
    host: string,
    { allowPrivate = false, allowLoopback = false }: Pick<OutgoingRequest, 'allowPrivate' | 'allowLoopback'>,
  ): Promise<string> {
    return this.#addressOf(host, { allowPrivate, allowLoopback, allowed: this.#allowed });
  }

  /**
   * Returns the name resolution of another HTTP client, which checks every address. A host that is
   * an address is not resolved, so it must be checked with `checkedAddress`.
   */
  lookup(): LookupFunction {
    const policy = { allowPrivate: false, allowLoopback: false, allowed: this.#allowed };
    return checkedLookup(policy, this.#resolve);
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

  /** Closes all connections. */
  async close(): Promise<void> {
    await Promise.all([...this.#agents.values()].map((agent) => agent.destroy()));
    this.#agents.clear();
  }

  async #send(
    url: URL,
    headers: Record<string, string>,
    options: OutgoingRequest,
  ): Promise<Dispatcher.ResponseData> {
    const observed = this.observe?.(options.method ?? 'GET', url);
    if (!observed) return this.#sendOnce(url, headers, options);
    try {
      const answer = await this.#sendOnce(url, { ...headers, ...observed.headers }, options);
      observed.end(answer.statusCode);
      return answer;
    } catch (error) {
      observed.end(error as Error);
      throw error;
    }
  }

  async #sendOnce(
    url: URL,
    headers: Record<string, string>,
    options: OutgoingRequest,
  ): Promise<Dispatcher.ResponseData> {
    const { allowPrivate = false, allowLoopback = false, method = 'GET', body, signal } = options;
    const onlyPrivate = options.encryptedInPublic === true && url.protocol === 'http:';
    const policy = { allowPrivate, allowLoopback, onlyPrivate, allowed: this.#allowed };
    // Literal addresses bypass the lookup, so check them here.
    const host = hostOf(url);
    if (isIP(host)) checkAddresses([host], policy);
    const way = await this.#wayTo(url, options, policy);
    const agent = this.#agent(policy, options.connectTimeout ?? 10_000, way, options.identity);
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
      // The other side may close a kept-alive connection just as it is reused.
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

  /**
   * Selects the proxy. Throws if a proxy that resolves names would have to resolve a private one.
   */
  async #wayTo(url: URL, wish: OutgoingRequest, policy: AddressPolicy): Promise<Way> {
    const host = hostOf(url);
    if (isLoopbackHost(host)) return { forwards: false };
    const proxy = wish.through ?? (await this.#findProxy?.(url, wish));
    if (!proxy) return { forwards: false };
    const fault = proxy.resolvesNames ? nameFault(host, policy.allowPrivate) : undefined;
    if (fault) throw new OutgoingError('refused', `${host} ${fault}. Such addresses are blocked`);
    if ((wish.isUsers || policy.onlyPrivate) && proxy.resolvesNames) await this.#addressOf(host, policy);
    return { proxy, forwards: proxy.resolvesNames && url.protocol === 'http:' };
  }

  /**
   * Returns the agent. Requests share connections only if they may reach the same addresses over
   * the same route.
   */
  #agent(policy: AddressPolicy, connectTimeout: number, way: Way, identity?: ClientIdentity): Agent {
    const { allowPrivate, allowLoopback, onlyPrivate } = policy;
    const key = JSON.stringify([
      allowPrivate,
      allowLoopback,
      onlyPrivate,
      connectTimeout,
      way,
      fingerprint(identity),
    ]);
    const known = this.#agents.get(key);
    if (known) return known;
    const connect = way.proxy
      ? this.#proxied(policy, connectTimeout, { ...way, proxy: way.proxy }, identity)
      : {
          timeout: connectTimeout,
          lookup: checkedLookup(policy, this.#resolve),
          ...this.#trust.tls(identity),
        };
    const agent = new Agent({ connections: 48, keepAliveTimeout: 10_000, connect });
    this.#agents.set(key, agent);
    return agent;
  }

  #proxied(
    policy: AddressPolicy,
    timeout: number,
    { proxy, forwards }: Way & { proxy: ProxyRoute },
    identity: ClientIdentity | undefined,
  ) {
    // The administrator configured the address, so only addresses that are always blocked are
    // rejected.
    const own = { allowPrivate: true, allowLoopback: true, allowed: this.#allowed };
    if (isIP(proxy.host)) checkProxy(proxy, own);
    const lookup = checkedLookup(own, this.#resolve);
    if (forwards) return { timeout, lookup };
    const targetOf = async (host: string) =>
      proxy.resolvesNames ? host : this.#addressOf(host, policy).catch((error) => unresolved(proxy, error));
    return tunnelConnector({ proxy, targetOf, lookup, timeout, ...this.#trust.tls(identity) });
  }
}

/** Route of a request. */
interface Way {
  readonly proxy?: ProxyRoute;
  /** Whether the proxy receives the request itself, instead of a tunnel. */
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

/** Converts an error to one of the proxy, because the connection is to the proxy. */
function forwardingError(proxy: ProxyRoute, error: unknown): OutgoingError {
  const found = asOutgoingError(error);
  return ['unreachable', 'timeout', 'refused'].includes(found.fault) ? unreachable(proxy, error) : found;
}

function isBroken(error: unknown): boolean {
  return ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(String((error as NodeJS.ErrnoException).code));
}

/** Read-only requests may be repeated, also at another host. */
function mayRepeat(method: OutgoingRequest['method']): boolean {
  return method === undefined || method === 'GET' || method === 'HEAD';
}
