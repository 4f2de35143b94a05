import { isIP } from 'node:net';
import { loopback } from '../addresses.ts';

/** Names of this machine. Requests to it are direct: a proxy would connect to itself. */
export function isLoopbackHost(host: string): boolean {
  if (isIP(host)) return loopback.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');
  return host === 'localhost' || host.endsWith('.localhost');
}

/** Credentials of cloud machines. */
const never = /^(?:metadata|instance-data)(?:\.|$)/;
/** Names that are never on the public internet. */
const privateName = /^[^.]+$|\.(?:local|internal|intranet|lan|home|corp|private|home\.arpa)$/;

/** Why a proxy may not be asked to resolve the name; undefined when it may. Only obvious names: their addresses are unknown here. */
export function nameFault(host: string, allowPrivate: boolean): string | undefined {
  if (isIP(host)) return undefined;
  if (never.test(host)) return 'is a metadata service';
  return !allowPrivate && privateName.test(host) ? 'is on a private network' : undefined;
}
