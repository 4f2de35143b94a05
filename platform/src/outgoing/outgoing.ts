import { rootCertificates } from 'node:tls';
import { currentPlatform } from '../database/db.ts';
import type { Platform } from '../platform/Platform.ts';
import { hostAuthorities } from './hostNpmConfig.ts';
import { OutgoingClient } from './OutgoingClient.ts';
import { proxyFinder } from './proxies/proxyFinder.ts';

declare module '../platform/Platform.ts' {
  interface Platform {
    /** Sends requests to other servers. See `outgoing()`. */
    readonly outgoing: OutgoingClient;
  }
}

type Parts = Pick<Platform, 'settings' | 'storage' | 'seal' | 'log'>;

/** Creates the client. The caller must close it with the server. */
export function createOutgoing(parts: Parts): OutgoingClient {
  const { allowedNetworks = [] } = parts.settings;
  return new OutgoingClient({ allowedNetworks, ca: () => trusted(parts.log), findProxy: proxyFinder(parts) });
}

/**
 * Returns the authorities of the host's npm, because its registry may use a certificate of the
 * organization.
 */
function trusted(log: Platform['log']): string[] | undefined {
  try {
    const own = hostAuthorities();
    return own === undefined ? undefined : [...rootCertificates, own];
  } catch (error) {
    log.warn({ err: error }, 'failed to read the certificate authorities of npm on the server');
    return undefined;
  }
}

/** Returns the client for all requests of the current platform to other servers. */
export function outgoing(): OutgoingClient {
  return currentPlatform().outgoing;
}
