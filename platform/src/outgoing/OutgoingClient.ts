import { lookup as resolveName } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { pipeline, type Readable, Transform } from 'node:stream';
import { createSecureContext, type SecureContext } from 'node:tls';
import { Agent, type Dispatcher } from 'undici';
import { type AddressPolicy, addressFault, networks } from './addresses.ts';
import { asOutgoingError, OutgoingError } from './OutgoingError.ts';

export interface OutgoingSettings {
  /** Networks in CIDR form that every request may reach. */
  allowedNetworks?: readonly string[];
  /** Certificate authorities in PEM form, instead of those of Node; asked for once, with the first connection. */
  ca?: () => readonly string[] | undefined;
}

export interface OutgoingRequest {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
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

export interface OutgoingResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Where the answer came from, after redirects. */
  url: string;
  /** Ends with an `OutgoingError` when it breaks, stays silent or is too large. Read it or call `discard()`. */
  body: Readable;
  bytes(): Promise<Buffer>;
  discard(): void;
}

const longestRedirect = 5;

/** The one way out: every request of the platform to somewhere else. */
export class OutgoingClient {
  readonly #allowed;
  readonly #authorities: () => readonly string[] | undefined;
  #trust: { secureContext?: SecureContext } | undefined;
  readonly #agents = new Map<string, Agent>();

  constructor({ allowedNetworks = [], ca = () => undefined }: OutgoingSettings = {}) {
    this.#allowed = networks(allowedNetworks);
    this.#authorities = ca;
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
    let url = readAddress(address);
    let headers = options.headers ?? {};
    let allowed = options;
    for (let redirects = 0; ; redirects++) {
      const answer = await this.#send(url, headers, allowed);
      const location = answer.headers.location;
      const redirected =
        [301, 302, 303, 307, 308].includes(answer.statusCode) && typeof location === 'string';
      if (!redirected) return response(url, answer, options.limit);
      discard(answer.body);
      const next = URL.canParse(location, url.href) ? readAddress(new URL(location, url)) : undefined;
      if (
        options.redirects !== 'follow' ||
        !next ||
        redirects >= longestRedirect ||
        !mayRepeat(options.method)
      ) {
        throw new OutgoingError('redirect', 'It answered with a redirect that is not followed');
      }
      if (url.protocol === 'https:' && next.protocol !== 'https:') {
        throw new OutgoingError('redirect', 'It redirects from https to http');
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
    const policy = { allowPrivate, allowLoopback, allowed: this.#allowed };
    if (isIP(host)) {
      check([host], policy);
      return host;
    }
    return new Promise((resolve, reject) => {
      checkedLookup(policy)(host, {}, (error, address) => {
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
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host)) check([host], policy);
    const agent = this.#agent(policy, options.connectTimeout ?? 10_000);
    const request = {
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers,
      body: body ?? null,
      headersTimeout: options.headersTimeout ?? 30_000,
      bodyTimeout: options.bodyTimeout ?? 30_000,
      ...(signal ? { signal } : {}),
    };
    try {
      // A connection that was kept may be closed by the other side just as it is used again.
      return await agent.request(request).catch((error: unknown) => {
        if (mayRepeat(method) && isBroken(error)) return agent.request(request);
        throw error;
      });
    } catch (error) {
      throw asOutgoingError(error);
    }
  }

  /** Connections are shared only by requests that may reach the same addresses. */
  #agent(policy: AddressPolicy, connectTimeout: number): Agent {
    const key = `${policy.allowPrivate} ${policy.allowLoopback} ${connectTimeout}`;
    const known = this.#agents.get(key);
    if (known) return known;
    const agent = new Agent({
      connections: 48,
      keepAliveTimeout: 10_000,
      connect: {
        timeout: connectTimeout,
        lookup: checkedLookup(policy),
        ...this.#trusted(),
      },
    });
    this.#agents.set(key, agent);
    return agent;
  }
}

/** Resolves the name once and checks every address, so that the one connected to is one that was checked. */
function checkedLookup(policy: AddressPolicy): LookupFunction {
  return (hostname, options, done) => {
    resolveName(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '', 0);
      try {
        check(
          found.map(({ address }) => address),
          policy,
        );
      } catch (refusal) {
        return done(refusal as Error, '', 0);
      }
      const [first] = found;
      if (options.all) done(null, found);
      else if (first) done(null, first.address, first.family);
      else done(new OutgoingError('unreachable', 'The host has no address'), '', 0);
    });
  };
}

function check(addresses: readonly string[], policy: AddressPolicy): void {
  for (const address of addresses) {
    const fault = addressFault(address, policy);
    if (fault) throw new OutgoingError('refused', `${address} ${fault}, which is not allowed here`);
  }
}

function readAddress(address: string | URL): URL {
  const url = URL.canParse(String(address)) ? new URL(address) : undefined;
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return url;
  throw new OutgoingError('refused', 'An http or https address without user name and password is expected');
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

function response(
  url: URL,
  answer: Dispatcher.ResponseData,
  limit = Number.POSITIVE_INFINITY,
): OutgoingResponse {
  const { statusCode: status, headers, body } = answer;
  const announced = Number(headers['content-length'] ?? 0);
  if (announced > limit) {
    discard(body);
    throw tooLarge(limit);
  }
  // What announces its length breaks off where it has more.
  const isBounded = announced > 0 || limit === Number.POSITIVE_INFINITY;
  const limited = isBounded ? body : limitedBody(body, limit);
  return {
    status,
    headers,
    url: url.href,
    body: limited,
    async bytes() {
      const parts: Buffer[] = [];
      try {
        for await (const part of limited as AsyncIterable<Buffer>) parts.push(part);
      } catch (error) {
        throw asOutgoingError(error);
      }
      return Buffer.concat(parts);
    },
    discard: () => discard(body),
  };
}

function limitedBody(body: Readable, limit: number): Readable {
  let size = 0;
  const limiter = new Transform({
    transform(part: Buffer, _encoding, done) {
      size += part.length;
      if (size > limit) done(tooLarge(limit));
      else done(null, part);
    },
  });
  // Errors of either side arrive at the one who reads.
  return pipeline(body, limiter, () => undefined);
}

function tooLarge(limit: number): OutgoingError {
  return new OutgoingError('too-large', `It answered with more than ${limit} bytes`);
}

/** Nobody reads what is left: its connection is given up rather than waited for. */
function discard(body: Readable): void {
  body.on('error', () => undefined);
  body.destroy();
}
