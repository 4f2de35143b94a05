import { rootCertificates } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings/settings.ts';
import type { Storage } from '../storage/storage.ts';
import { currentStorage } from '../storage/storage.ts';
import { hostAuthorities } from './hostNpmConfig.ts';
import { OutgoingClient } from './OutgoingClient.ts';
import { proxyFinder } from './proxies/proxyFinder.ts';

const clients = new WeakMap<Storage, OutgoingClient>();

/** Gives the platform of this storage its way out, until the server closes. */
export function installOutgoing(app: FastifyInstance, storage: Storage, settings: Settings): void {
  const { allowedNetworks = [], environmentProxies } = settings;
  const findProxy = proxyFinder(app, storage, environmentProxies);
  const client = new OutgoingClient({ allowedNetworks, ca: () => trusted(app), findProxy });
  clients.set(storage, client);
  app.addHook('onClose', () => client.close());
}

/** What the host's npm trusts is trusted here: its registry may stand behind a certificate of the organisation's own. */
function trusted(app: FastifyInstance): string[] | undefined {
  try {
    const own = hostAuthorities();
    return own === undefined ? undefined : [...rootCertificates, own];
  } catch (error) {
    app.log.warn({ err: error }, 'failed to read the certificate authorities of npm on the server');
    return undefined;
  }
}

/** The one way out of the current platform. */
export function outgoing(): OutgoingClient {
  const client = clients.get(currentStorage());
  if (!client) throw new Error('No outgoing client. Call installOutgoing first.');
  return client;
}
