import { currentPlatform } from '../database/db.ts';
import type { Platform } from '../platform/Platform.ts';
import { OutgoingClient } from './OutgoingClient.ts';
import { proxyFinder } from './proxies/proxyFinder.ts';
import { trustedAuthorities } from './trustedAuthorities.ts';

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
  return new OutgoingClient({
    allowedNetworks,
    ca: () => trustedAuthorities(parts.log),
    findProxy: proxyFinder(parts),
  });
}

/** Returns the client for all requests of the current platform to other servers. */
export function outgoing(): OutgoingClient {
  return currentPlatform().outgoing;
}
