import { networkInterfaces } from 'node:os';
import type { FastifyInstance } from 'fastify';

/**
 * Returns the origin at which other nodes reach this node: that of the settings, or the address
 * that the server listens on. Returns an empty string before the port is known.
 */
export function nodeUrl(app: FastifyInstance): string {
  const { host, port, tls, nodeUrl: configured } = app.settings;
  if (configured !== undefined) return configured;
  const bound = app.server.address();
  const ownPort = (typeof bound === 'object' ? bound?.port : undefined) ?? port;
  if (ownPort === 0) return '';
  const address = ['0.0.0.0', '::'].includes(host) ? (firstAddress() ?? '127.0.0.1') : host;
  return `${tls ? 'https' : 'http'}://${address.includes(':') ? `[${address}]` : address}:${ownPort}`;
}

/** Returns an address of this machine on a network. */
function firstAddress(): string | undefined {
  const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  const usable = addresses.filter(({ internal, address }) => !internal && !address.startsWith('fe80:'));
  return (usable.find(({ family }) => family === 'IPv4') ?? usable[0])?.address;
}
