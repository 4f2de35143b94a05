import { type BlockList, isIP } from 'node:net';
import type { HttpSsoSettings } from '@lading/contract/rest';
import type { FastifyRequest } from 'fastify';
import { networks } from '../../outgoing/addresses.ts';

/** Information about the proxy and the user in a request. */
export interface ProxyUser {
  /**
   * IP address of the connection, ignoring forwarded addresses, because the connection itself must
   * come from the proxy.
   */
  peer: string;
  isTrusted: boolean;
  /** Undefined for no name, or several. */
  name: string | undefined;
}

export function proxyUserOf(request: FastifyRequest, { header, proxies }: HttpSsoSettings): ProxyUser {
  const peer = (request.raw.socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
  const value = request.headers[header.toLowerCase()];
  const named = typeof value === 'string' && value.trim() !== '' && !value.includes(',');
  return { peer, isTrusted: isWithin(networks(proxies), peer), name: named ? value.trim() : undefined };
}

function isWithin(list: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
