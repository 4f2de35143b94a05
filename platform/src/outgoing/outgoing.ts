import { rootCertificates } from 'node:tls';
import { currentPlatform } from '../database/db.ts';
import type { Platform } from '../platform/Platform.ts';
import { hostAuthorities } from './hostNpmConfig.ts';
import { OutgoingClient } from './OutgoingClient.ts';
import { proxyFinder } from './proxies/proxyFinder.ts';

declare module '../platform/Platform.ts' {
  interface Platform {
    /** The only way out: see `outgoing()`. */
    readonly outgoing: OutgoingClient;
  }
}

type Parts = Pick<Platform, 'settings' | 'storage' | 'seal' | 'log'>;

/** The caller closes it with the server. */
export function createOutgoing(parts: Parts): OutgoingClient {
  const { allowedNetworks = [] } = parts.settings;
  return new OutgoingClient({ allowedNetworks, ca: () => trusted(parts.log), findProxy: proxyFinder(parts) });
}

/** What the host's npm trusts is trusted here: its registry may stand behind a certificate of the organisation's own. */
function trusted(log: Platform['log']): string[] | undefined {
  try {
    const own = hostAuthorities();
    return own === undefined ? undefined : [...rootCertificates, own];
  } catch (error) {
    log.warn({ err: error }, 'failed to read the certificate authorities of npm on the server');
    return undefined;
  }
}

/** Sends all requests of the current platform to other servers. */
export function outgoing(): OutgoingClient {
  return currentPlatform().outgoing;
}
