import { isIP } from 'node:net';
import { loopback } from '../addresses.ts';

/**
 * Whether the host is this machine. Such requests are direct, because a proxy would connect to
 * itself.
 */
export function isLoopbackHost(host: string): boolean {
  if (isIP(host)) return loopback.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');
  return host === 'localhost' || host.endsWith('.localhost');
}

/** Metadata services, which return credentials of cloud machines. */
const never = /^(?:metadata|instance-data)(?:\.|$)/;
/** Names that are never on the public internet. */
const privateName = /^[^.]+$|\.(?:local|internal|intranet|lan|home|corp|private|home\.arpa)$/;

/**
 * Returns why a proxy must not resolve the name, or `undefined` if it may. Detects only obvious
 * names, because their addresses are unknown to this server.
 */
export function nameFault(host: string, allowPrivate: boolean): string | undefined {
  if (isIP(host)) return undefined;
  if (never.test(host)) return 'is a metadata service';
  return !allowPrivate && privateName.test(host) ? 'is on a private network' : undefined;
}
