import { type BlockList, isIP } from 'node:net';
import type { HttpSsoSettings } from '@lading/contract/rest';
import type { FastifyRequest } from 'fastify';
import { networks } from '../../outgoing/addresses.ts';

/** What a request says of who speaks for whom. */
export interface ProxyWord {
  /** Who it speaks for does not matter: the connection itself must be the proxy's. */
  peer: string;
  believed: boolean;
  /** Undefined: nobody, or more than one. */
  name: string | undefined;
}

export function proxyWord(request: FastifyRequest, { header, proxies }: HttpSsoSettings): ProxyWord {
  const peer = (request.raw.socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
  const value = request.headers[header.toLowerCase()];
  const named = typeof value === 'string' && value.trim() !== '' && !value.includes(',');
  return { peer, believed: isWithin(networks(proxies), peer), name: named ? value.trim() : undefined };
}

function isWithin(list: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
