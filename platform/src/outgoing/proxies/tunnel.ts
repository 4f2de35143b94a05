import { type IncomingMessage, request } from 'node:http';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import { asOutgoingError, OutgoingError } from '../OutgoingError.ts';
import type { ProxyRoute } from './ProxyRoute.ts';

export interface TunnelOptions {
  readonly proxy: ProxyRoute;
  /**
   * Returns the checked address of the target, or its name if the proxy resolves names. Throws
   * `OutgoingError`.
   */
  readonly targetOf: (hostname: string) => Promise<string>;
  /** Resolves the name of the proxy. */
  readonly lookup: LookupFunction;
  /** Timeout for each of the two connections, in milliseconds. */
  readonly timeout: number;
  readonly secureContext?: SecureContext | undefined;
}

/** Connects to a server with a CONNECT request to the proxy. TLS is end to end. */
export function tunnelConnector({ targetOf, ...options }: TunnelOptions): buildConnector.connector {
  const { timeout, secureContext } = options;
  const secure = buildConnector({ timeout, ...(secureContext ? { secureContext } : {}) });
  return (target, done) => {
    const { hostname, protocol } = target;
    const port = target.port || (protocol === 'https:' ? '443' : '80');
    const host = hostname.replace(/^\[|\]$/g, '');
    targetOf(host)
      .then((address) =>
        openTunnel(options, isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`),
      )
      .then(
        (socket) => {
          if (protocol === 'https:') secure({ ...target, httpSocket: socket }, done);
          else done(null, socket);
        },
        (error: unknown) => done(asOutgoingError(error), null),
      );
  };
}

function openTunnel(
  { proxy, lookup, timeout }: Omit<TunnelOptions, 'targetOf'>,
  authority: string,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const connecting = request({
      host: proxy.host,
      port: proxy.port,
      method: 'CONNECT',
      path: authority,
      headers: {
        host: authority,
        ...(proxy.authorization ? { 'proxy-authorization': proxy.authorization } : {}),
      },
      agent: false,
      lookup,
      signal: AbortSignal.timeout(timeout),
    });
    connecting.once('connect', (answer: IncomingMessage, socket: Socket, head: Buffer) => {
      if (answer.statusCode !== undefined && answer.statusCode >= 200 && answer.statusCode < 300) {
        if (head.length > 0) socket.unshift(head);
        resolve(socket);
        return;
      }
      socket.on('error', () => undefined).destroy();
      reject(rejected(proxy, answer.statusCode ?? 0));
    });
    connecting.once('error', (error) => reject(unreachable(proxy, error)));
    connecting.end();
  });
}

/** Returns the error for a proxy that responded without a connection. */
export function rejected({ key, authorization }: ProxyRoute, status: number): OutgoingError {
  if (status === 407) {
    const why = authorization ? 'rejected its user name and password' : 'requires a user name and password';
    return new OutgoingError('proxy-credentials', `Proxy ${key} ${why} (407)`);
  }
  // These statuses are about the server behind the proxy.
  if ([502, 503, 504].includes(status))
    return new OutgoingError(
      status === 504 ? 'timeout' : 'unreachable',
      `Proxy ${key} cannot reach it (${status})`,
    );
  return new OutgoingError('proxy-denied', `Proxy ${key} denied the connection (${status})`);
}

/** Returns the error for a failed connection to the proxy itself. */
export function unreachable({ key }: ProxyRoute, error: unknown): OutgoingError {
  const { fault, message, cause } = asOutgoingError(error);
  if (fault === 'refused')
    return new OutgoingError('proxy-settings', `Proxy ${key} has an invalid address: ${message}`, { cause });
  const late = fault === 'timeout' || fault === 'aborted' || (error as Error).name === 'TimeoutError';
  const why = late
    ? 'times out'
    : `is unreachable: ${String((error as NodeJS.ErrnoException).code ?? message)}`;
  return new OutgoingError('proxy', `Proxy ${key} ${why}`, { cause: error });
}
